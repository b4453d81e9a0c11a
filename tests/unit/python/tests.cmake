# Sanitizers have nothing to find in Python. Cases that need PyTorch skip themselves where this Python has none.
set(Python3_FIND_UNVERSIONED_NAMES FIRST)
find_package(Python3 3.8 COMPONENTS Interpreter)
if(Python3_Interpreter_FOUND AND NOT STEPVAULT_SANITIZE)
    set(home ${CMAKE_BINARY_DIR}/tests/home/test_stepvault_hook)
    file(MAKE_DIRECTORY ${home})
    add_test(NAME test_stepvault_hook WORKING_DIRECTORY ${home}
             COMMAND Python3::Interpreter -m unittest discover -s ${CMAKE_CURRENT_LIST_DIR})
    set_tests_properties(test_stepvault_hook PROPERTIES LABELS unit TIMEOUT 120
        ENVIRONMENT "HOME=${home};TMPDIR=${home};LC_ALL=C.UTF-8;PYTHONDONTWRITEBYTECODE=1")
endif()
