stepvault_tests(tests_db LABELS unit LIBS stepvault_db CLASSES
    catalog_file catalog_points catalog_read_only catalog_threads catalog_version database mlflow_database point_block
    sqlite_catalog tensor_list trackio_database)
