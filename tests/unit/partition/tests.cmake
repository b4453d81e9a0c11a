stepvault_test(test_levels SOURCES test_levels.cpp LABELS unit)
