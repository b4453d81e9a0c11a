stepvault_tests(tests_run LABELS unit CLASSES
    inotify_watcher checkpoint_scanner completeness event_layouts file_groups file_names has_writer interruptions loss_trouble
    run_state stability_tracker shard_index step_number training_arguments training_processes wandb_folder zarr_files)
