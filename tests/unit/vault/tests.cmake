stepvault_tests(tests_vault LABELS unit CLASSES
    array_files base_coding base_sharing rounded_payloads paired_moments chain chains_of_steps coding_rule crc_ranges encode_parts file_copying squashing identical_payloads
    json_file layout_map metrics_log original_check parent_choice parity_file parity_keeping private_checkpoints
    recoding stripping restore_plan restore_target run_history run_labels run_metrics run_record run_writer
    shared_encoding step_checks step_file step_layout step_meta tip trash trashed_checkpoints vault wanted_ranges weights_plan)
# The same tests with the largest inputs and the longest histories.
foreach(unit chains_of_steps squashing stripping run_writer shared_encoding step_file)
    stepvault_long_test(${unit} tests_vault)
endforeach()
