stepvault_tests(tests_library LABELS unit LIBS stepvault_db CLASSES
    background_record bits_study catalog_rows checkpoint_difference checkpoint_report curves demo_training event_watch freed_originals freeing
    hostile_vault joined_vault kept_params labels library loss_digest moving_vault plan_report plan_watching priority_lock private_runs pruning
    read_only_vault reindexing repair restored_into_run restoring resume_checklist run_leases run_statistics setting_dominance shared_bases shared_vault size_target
    space_wait stored_rules tuning watched_layouts watching)
# The same tests with the largest inputs and the longest histories.
stepvault_long_test(pruning tests_library)
