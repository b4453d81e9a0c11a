stepvault_tests(tests_run LABELS unit CLASSES
    change_hint checkpoint_scanner completeness event_layouts file_groups file_names has_writer interruptions loss_trouble
    run_state settling shard_index step_number)
