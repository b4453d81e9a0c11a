find_package(nlohmann_json REQUIRED)

foreach(name kill_watch half_written bad_input side_by_side)
    stepvault_test(test_${name} SOURCES test_${name}.cpp LABELS fault LIBS nlohmann_json::nlohmann_json TIMEOUT 300)
    target_compile_definitions(test_${name} PRIVATE STEPVAULT_EXECUTABLE="$<TARGET_FILE:stepvault>")
    add_dependencies(test_${name} stepvault)
endforeach()
