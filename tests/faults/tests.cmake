find_package(nlohmann_json REQUIRED)

foreach(name kill_watch half_written bad_input plan_command prune_command partition_command cluster_command side_by_side)
    stepvault_test(test_${name} SOURCES test_${name}.cpp LABELS fault LIBS nlohmann_json::nlohmann_json TIMEOUT 300)
    target_compile_definitions(test_${name} PRIVATE STEPVAULT_EXECUTABLE="$<TARGET_FILE:stepvault>")
    add_dependencies(test_${name} stepvault)
endforeach()
target_link_libraries(test_prune_command PRIVATE stepvault_db)
stepvault_test(test_damaged_files SOURCES test_damaged_files.cpp LABELS fault)
# The same with 10,000 damaged files of each kind, and a cut at every 64 bytes.
add_test(NAME test_damaged_files_long COMMAND test_damaged_files WORKING_DIRECTORY ${CMAKE_BINARY_DIR}/tests/home/test_damaged_files)
set_tests_properties(test_damaged_files_long PROPERTIES LABELS slow TIMEOUT 14400
    ENVIRONMENT "STEPVAULT_LONG_TEST=1;QTEST_FUNCTION_TIMEOUT=3600000")
if(TARGET stepvault-mpi)
    stepvault_test(test_mpi SOURCES test_mpi.cpp LABELS fault LIBS nlohmann_json::nlohmann_json TIMEOUT 300)
    target_compile_definitions(test_mpi PRIVATE STEPVAULT_EXECUTABLE="$<TARGET_FILE:stepvault>"
        STEPVAULT_MPI_EXECUTABLE="$<TARGET_FILE:stepvault-mpi>" MPIRUN="${MPIEXEC_EXECUTABLE}")
    add_dependencies(test_mpi stepvault stepvault-mpi)
    add_test(NAME test_mpi_long COMMAND test_mpi WORKING_DIRECTORY ${CMAKE_BINARY_DIR}/tests/home/test_mpi)
    set_tests_properties(test_mpi_long PROPERTIES LABELS slow TIMEOUT 3600 ENVIRONMENT "STEPVAULT_LONG_TEST=1")
endif()
