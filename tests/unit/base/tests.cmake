foreach(unit bytes result checksum file atomic_file file_lock thread_pool uuid)
    stepvault_test(test_${unit} SOURCES test_${unit}.cpp LABELS unit)
endforeach()
