# The sanitizers do not check Python. Cases that need PyTorch skip themselves if this Python lacks it, and the
# module's cases do if they are not told where libstepvault.so is.
set(Python3_FIND_UNVERSIONED_NAMES FIRST)
find_package(Python3 3.8 COMPONENTS Interpreter)
if(Python3_Interpreter_FOUND AND NOT STEPVAULT_SANITIZE)
    # The module's tests fork their ranks, from a process that had no threads before.
    foreach(name hook module module_ranks module_torch)
        set(home ${CMAKE_BINARY_DIR}/tests/home/test_stepvault_${name})
        file(MAKE_DIRECTORY ${home})
        set(pattern "test_*.py")
        set(environment "HOME=${home};TMPDIR=${home};LC_ALL=C.UTF-8;PYTHONDONTWRITEBYTECODE=1")
        if(name MATCHES "^module")
            set(pattern "test_stepvault_${name}.py")
            list(APPEND environment "STEPVAULT_LIBRARY=$<TARGET_FILE:stepvault_c>" "STEPVAULT_EXECUTABLE=$<TARGET_FILE:stepvault>")
        endif()
        add_test(NAME test_stepvault_${name} WORKING_DIRECTORY ${home}
                 COMMAND Python3::Interpreter -m unittest discover -s ${CMAKE_CURRENT_LIST_DIR} -p "${pattern}")
        set_tests_properties(test_stepvault_${name} PROPERTIES LABELS "unit;release" TIMEOUT 300 ENVIRONMENT "${environment}")
    endforeach()
endif()
