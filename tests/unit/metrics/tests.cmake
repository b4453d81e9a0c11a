stepvault_test(test_csv_source SOURCES test_csv_source.cpp LABELS unit)
stepvault_test(test_jsonl_source SOURCES test_jsonl_source.cpp LABELS unit)
stepvault_test(test_metric_source SOURCES test_metric_source.cpp LABELS unit)
stepvault_test(test_trainer_state_source SOURCES test_trainer_state_source.cpp LABELS unit)
