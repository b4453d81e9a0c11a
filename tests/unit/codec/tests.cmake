stepvault_tests(tests_codec LABELS unit release LIBS PkgConfig::HWY CLASSES
    adaptive_coder bucket_statistics byte_planes element exact_coder huffman huffman_cache lc_coder pair_tables
    runs_coder)
# The same with inputs as large and histories as long as they may get.
stepvault_long_test(adaptive_coder tests_codec)
