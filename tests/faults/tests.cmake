find_package(nlohmann_json REQUIRED)

foreach(name kill_watch half_written bad_input plan_command prune_command partition_command cluster_command tune_command
        side_by_side)
    stepvault_test(test_${name} SOURCES test_${name}.cpp LABELS fault LIBS nlohmann_json::nlohmann_json)
    target_compile_definitions(test_${name} PRIVATE STEPVAULT_EXECUTABLE="$<TARGET_FILE:stepvault>")
    add_dependencies(test_${name} stepvault)
endforeach()
target_link_libraries(test_prune_command PRIVATE stepvault_db)
target_link_libraries(test_tune_command PRIVATE stepvault_db)
stepvault_test(test_damaged_files SOURCES test_damaged_files.cpp LABELS fault)
# The same with 10,000 damaged files of each kind, and a cut at every 64 bytes.
add_test(NAME test_damaged_files_long COMMAND test_damaged_files WORKING_DIRECTORY ${CMAKE_BINARY_DIR}/tests/home/test_damaged_files)
set_tests_properties(test_damaged_files_long PROPERTIES LABELS slow TIMEOUT 14400
    ENVIRONMENT "STEPVAULT_LONG_TEST=1;QTEST_FUNCTION_TIMEOUT=3600000")
if(TARGET stepvault-mpi)
    stepvault_test(test_mpi SOURCES test_mpi.cpp LABELS fault LIBS nlohmann_json::nlohmann_json)
    target_compile_definitions(test_mpi PRIVATE STEPVAULT_EXECUTABLE="$<TARGET_FILE:stepvault>"
        STEPVAULT_MPI_EXECUTABLE="$<TARGET_FILE:stepvault-mpi>" MPIRUN="${MPIEXEC_EXECUTABLE}")
    add_dependencies(test_mpi stepvault stepvault-mpi)
    add_test(NAME test_mpi_long COMMAND test_mpi WORKING_DIRECTORY ${CMAKE_BINARY_DIR}/tests/home/test_mpi)
    set_tests_properties(test_mpi_long PROPERTIES LABELS slow TIMEOUT 3600 ENVIRONMENT "STEPVAULT_LONG_TEST=1")
endif()

# Sanitizers insist on being loaded first.
if(NOT STEPVAULT_SANITIZE)
    add_library(stepvault_faults MODULE ${CMAKE_CURRENT_LIST_DIR}/shim/calls.cpp
        ${CMAKE_CURRENT_LIST_DIR}/shim/disk.cpp ${CMAKE_CURRENT_LIST_DIR}/shim/faults.cpp)
    target_link_libraries(stepvault_faults PRIVATE stepvault_warnings ${CMAKE_DL_LIBS})
    # With it the headers define what the shim does.
    target_compile_options(stepvault_faults PRIVATE -U_FORTIFY_SOURCE)
    set_target_properties(stepvault_faults PROPERTIES AUTOMOC OFF LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
    foreach(name crashes failing_calls)
        stepvault_test(test_${name} SOURCES test_${name}.cpp LABELS fault LIBS nlohmann_json::nlohmann_json)
        target_sources(test_${name} PRIVATE ${CMAKE_CURRENT_LIST_DIR}/fault_scene.cpp)
        target_compile_definitions(test_${name} PRIVATE STEPVAULT_EXECUTABLE="$<TARGET_FILE:stepvault>"
            STEPVAULT_FAULTS="$<TARGET_FILE:stepvault_faults>")
        add_dependencies(test_${name} stepvault stepvault_faults)
        # The same at every call.
        add_test(NAME test_${name}_long COMMAND test_${name} WORKING_DIRECTORY ${CMAKE_BINARY_DIR}/tests/home/test_${name})
        set_tests_properties(test_${name}_long PROPERTIES LABELS slow TIMEOUT 7200
            ENVIRONMENT "STEPVAULT_LONG_TEST=1;QTEST_FUNCTION_TIMEOUT=3600000")
    endforeach()
endif()

foreach(name flipped_bytes model kills)
    stepvault_test(test_${name} SOURCES test_${name}.cpp LABELS fault LIBS stepvault_db)
    # Every byte; 10,000 operations; 1,000 kills.
    add_test(NAME test_${name}_long COMMAND test_${name} WORKING_DIRECTORY ${CMAKE_BINARY_DIR}/tests/home/test_${name})
    set_tests_properties(test_${name}_long PROPERTIES LABELS slow TIMEOUT 14400
        ENVIRONMENT "STEPVAULT_LONG_TEST=1;QTEST_FUNCTION_TIMEOUT=14400000")
endforeach()
target_sources(test_flipped_bytes PRIVATE ${CMAKE_CURRENT_LIST_DIR}/flipped_vault.cpp)
target_sources(test_model PRIVATE ${CMAKE_CURRENT_LIST_DIR}/vault_model.cpp)
target_sources(test_kills PRIVATE ${CMAKE_CURRENT_LIST_DIR}/vault_model.cpp)
target_compile_definitions(test_kills PRIVATE STEPVAULT_EXECUTABLE="$<TARGET_FILE:stepvault>")
add_dependencies(test_kills stepvault)
