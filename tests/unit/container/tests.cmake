stepvault_tests(tests_container LABELS unit CLASSES
    gguf hdf5 hdf5_damaged inspect inspect_damaged keras malicious_pickles npy object_tree pickle_reader safetensors
    tensor_role tensorflow_index torch_distributed torch_legacy torch_walker torch_zip zip_directory)
set_tests_properties(test_hdf5_damaged PROPERTIES LABELS slow TIMEOUT 1800)
# The same tests with the largest inputs and the longest histories.
stepvault_long_test(inspect_damaged tests_container)
