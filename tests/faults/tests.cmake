find_package(nlohmann_json REQUIRED)

set(classes background_watch bad_input cluster_command copy_command damaged_files diff_command flipped_bytes half_written kill_watch kills label_commands
    model notify_command partition_command plan_command prune_command remote_host side_by_side ssh_vault tune_command watching_goes_on)
set(sources flipped_vault.cpp vault_model.cpp)
set(definitions STEPVAULT_EXECUTABLE="$<TARGET_FILE:stepvault>")
if(TARGET stepvault-mpi)
    list(APPEND classes mpi)
    list(APPEND definitions STEPVAULT_MPI_EXECUTABLE="$<TARGET_FILE:stepvault-mpi>" MPIRUN="${MPIEXEC_EXECUTABLE}")
endif()
# The shim cannot be used with sanitizers, which insist on being loaded first.
if(NOT STEPVAULT_SANITIZE)
    add_library(stepvault_faults MODULE ${CMAKE_CURRENT_LIST_DIR}/shim/calls.cpp
        ${CMAKE_CURRENT_LIST_DIR}/shim/disk.cpp ${CMAKE_CURRENT_LIST_DIR}/shim/faults.cpp)
    target_link_libraries(stepvault_faults PRIVATE stepvault_warnings ${CMAKE_DL_LIBS})
    # With _FORTIFY_SOURCE the headers would define the functions that the shim defines.
    target_compile_options(stepvault_faults PRIVATE -U_FORTIFY_SOURCE)
    set_target_properties(stepvault_faults PROPERTIES AUTOMOC OFF UNITY_BUILD OFF
        LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
    list(APPEND classes crashes failing_calls)
    list(APPEND sources fault_scene.cpp)
    list(APPEND definitions STEPVAULT_FAULTS="$<TARGET_FILE:stepvault_faults>")
endif()

stepvault_tests(tests_faults LABELS fault LIBS nlohmann_json::nlohmann_json stepvault_db
    CLASSES ${classes} SOURCES ${sources} DEFINITIONS ${definitions})
add_dependencies(tests_faults stepvault)
# 10,000 damaged files of each kind, and a cut at every 64 bytes; every byte flipped; 1,000 kills; 10,000
# operations.
foreach(unit damaged_files flipped_bytes kills model)
    stepvault_long_test(${unit} tests_faults)
endforeach()
if(TARGET stepvault-mpi)
    add_dependencies(tests_faults stepvault-mpi)
    stepvault_long_test(mpi tests_faults)
endif()
if(TARGET stepvault_faults)
    add_dependencies(tests_faults stepvault_faults)
    # A fault at every call.
    foreach(unit crashes failing_calls)
        stepvault_long_test(${unit} tests_faults)
    endforeach()
endif()
