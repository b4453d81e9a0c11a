foreach(unit database tensor_list sqlite_catalog catalog_points catalog_version catalog_file catalog_read_only catalog_threads mlflow_database)
    stepvault_test(test_${unit} SOURCES test_${unit}.cpp LABELS unit LIBS stepvault_db)
endforeach()
