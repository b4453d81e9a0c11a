stepvault_tests(tests_metrics LABELS unit CLASSES
    chart_columns csv_source event_file_source golden_metrics hyperparameter_comparison hyperparameters jsonl_source metric_source seed_groups series_merger sorted_points
    source_series trainer_state_source wandb_source wire_reader)
# The same tests with cases that take too long for every day.
stepvault_long_test(golden_metrics tests_metrics)
