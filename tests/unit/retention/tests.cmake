stepvault_test(test_retention SOURCES test_retention.cpp LABELS unit)
