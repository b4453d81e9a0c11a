find_package(nlohmann_json REQUIRED)
stepvault_tests(tests_remote LABELS unit LIBS stepvault_db nlohmann_json::nlohmann_json CLASSES
    connection copy_manifest fetched_vault frame remote_store run_return remote_vault s3_store ssh_hosts vault_copying wire_value)
