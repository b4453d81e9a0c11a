# Tests the decoder, which was written from FORMAT.md alone, on the vaults beside it and on new vaults of the
# program. Debian's Python has the required modules; without them the test fails.
find_program(STEPVAULT_SYSTEM_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
if(NOT STEPVAULT_SYSTEM_PYTHON)
    set(STEPVAULT_SYSTEM_PYTHON python3)
endif()
set(home ${CMAKE_BINARY_DIR}/tests/home/golden_vaults)
file(MAKE_DIRECTORY ${home})
add_test(NAME golden_vaults WORKING_DIRECTORY ${home}
         COMMAND ${STEPVAULT_SYSTEM_PYTHON} -m unittest discover -s ${CMAKE_CURRENT_LIST_DIR}/vault)
set_tests_properties(golden_vaults PROPERTIES LABELS golden TIMEOUT 600 ENVIRONMENT
    "HOME=${home};TMPDIR=${home};LC_ALL=C.UTF-8;PYTHONDONTWRITEBYTECODE=1;STEPVAULT_EXECUTABLE=$<TARGET_FILE:stepvault>")
