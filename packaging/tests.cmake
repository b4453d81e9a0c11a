# check.sh installs the programs that these tests need; the tests fail without them.
function(stepvault_packaging_test name)
    add_test(NAME ${name} COMMAND ${ARGN})
    set_tests_properties(${name} PROPERTIES LABELS packaging TIMEOUT 120 ENVIRONMENT "LC_ALL=C.UTF-8;PYTHONDONTWRITEBYTECODE=1")
endfunction()

if(STEPVAULT_BUILD_GUI)
    # AppStream 1.0 and later require a homepage, and Stepvault does not have one.
    execute_process(COMMAND appstreamcli --version OUTPUT_VARIABLE appstream ERROR_QUIET)
    if(appstream MATCHES "([0-9.]+)" AND CMAKE_MATCH_1 VERSION_GREATER_EQUAL 1.0)
        set(no_homepage --override=url-homepage-missing=info)
    endif()
    stepvault_packaging_test(metainfo appstreamcli validate --no-net ${no_homepage}
                             ${CMAKE_CURRENT_LIST_DIR}/${app_id}.metainfo.xml)
    stepvault_packaging_test(desktop_entry desktop-file-validate ${CMAKE_CURRENT_LIST_DIR}/${app_id}.desktop)
    stepvault_packaging_test(mime_type sh -eu ${CMAKE_CURRENT_LIST_DIR}/test_mime_type.sh
                             ${CMAKE_CURRENT_LIST_DIR}/${app_id}.mime.xml ${PROJECT_SOURCE_DIR}/tests/golden/vault)
endif()
if(TARGET man)
    add_dependencies(release_tests man)
    stepvault_packaging_test(man_pages ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/test_man.py
                             ${CMAKE_RUNTIME_OUTPUT_DIRECTORY} ${CMAKE_CURRENT_BINARY_DIR}/man)
endif()
stepvault_packaging_test(bash_completion bash -eu ${CMAKE_CURRENT_LIST_DIR}/test_completion.sh $<TARGET_FILE:stepvault>)

# Checks that every class, enum and function in core's headers has documentation, and that Doxygen's settings
# enforce this.
if(NOT STEPVAULT_SANITIZE)
    if(TARGET docs)
        set(api_pages ${CMAKE_CURRENT_BINARY_DIR}/api)
        add_test(NAME api_docs WORKING_DIRECTORY ${api_pages} COMMAND ${DOXYGEN} Doxyfile)
        add_test(NAME api_docs_style COMMAND sh -eu ${CMAKE_CURRENT_LIST_DIR}/api/test_house_style.sh ${DOXYGEN} ${api_pages}/Doxyfile)
        set_tests_properties(api_docs_style PROPERTIES LABELS documents TIMEOUT 120 ENVIRONMENT LC_ALL=C)
    else()
        add_test(NAME api_docs COMMAND ${CMAKE_COMMAND} -E echo "skipped: doxygen is not installed")
        set_tests_properties(api_docs PROPERTIES SKIP_REGULAR_EXPRESSION "^skipped")
    endif()
    set_tests_properties(api_docs PROPERTIES LABELS documents TIMEOUT 120)
endif()
