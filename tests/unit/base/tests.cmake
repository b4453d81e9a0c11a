stepvault_tests(tests_base LABELS unit CLASSES
    access_rights apportion atomic_file byte_text bytes checksum communicator erasure_code file file_lock forked_processes
    isolated_call memory_budget part_progress result text thread_pool uuid)
# The code uses vector instructions, like the coders, so its test also runs in the release build.
add_dependencies(release_tests tests_base)
set_tests_properties(test_erasure_code PROPERTIES LABELS "unit;release")
