stepvault_test(test_intervals SOURCES test_intervals.cpp LABELS unit)
    stepvault_test(test_coci SOURCES test_coci.cpp LABELS unit)
