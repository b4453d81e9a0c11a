stepvault_tests(tests_codec LABELS unit release LIBS PkgConfig::HWY CLASSES
    adaptive_coder bucket_statistics byte_planes changes_coder element exact_coder huffman huffman_cache lc_coder pair_tables
    runs_coder)
# The same tests with the largest inputs and the longest histories.
stepvault_long_test(adaptive_coder tests_codec)
