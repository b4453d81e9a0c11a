stepvault_tests(tests_retention LABELS unit CLASSES
    retention)
