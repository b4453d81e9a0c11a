# Runs the commands in README and guide with the release build, because the demo trains for minutes in a Debug
# build.
set(home ${CMAKE_BINARY_DIR}/tests/home/documents)
file(MAKE_DIRECTORY ${home})
file(GLOB pages CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/resources/help/*.md)
if(Python3_Interpreter_FOUND AND TARGET stepvault-mpi AND CMAKE_BUILD_TYPE STREQUAL "Release")
    add_test(NAME documents WORKING_DIRECTORY ${home}
             COMMAND Python3::Interpreter ${CMAKE_CURRENT_LIST_DIR}/run_documents.py ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}
                     ${PROJECT_SOURCE_DIR}/README.md ${pages})
    set_tests_properties(documents PROPERTIES LABELS documents TIMEOUT 600 ENVIRONMENT "TMPDIR=${home}")
endif()
