foreach(unit access_rights apportion byte_text bytes result checksum crew erasure_code file atomic_file file_lock forked_crew isolated_call memory_budget thread_pool uuid)
    stepvault_test(test_${unit} SOURCES test_${unit}.cpp LABELS unit)
endforeach()
