stepvault_tests(tests_gui GUI LABELS gui LIBS stepvault_ui stepvault_db Qt6::DBus
    DEFINITIONS STEPVAULT_GUI_EXECUTABLE="$<TARGET_FILE:stepvault-gui>" STEPVAULT_LUPDATE="$<TARGET_FILE:Qt6::lupdate>"
    STEPVAULT_PYTHON_MODULES="${PROJECT_SOURCE_DIR}/resources/python"
    CLASSES
    app_settings ask_dialog ask_prompt ask_server axis_ticks background_watching bits_choosing bits_eval bits_exceptions bits_fit bits_page bits_recoding bits_target chart_card chart_export click_targets closing_window
    cluster_page cluster_text compare_page compare_seeds comparison_reader connect_dialog decimate desktop_notifications eval_command event_loop_watch format guide inside_page
    interval_page job_runner log_file log_page main_window metric_panels models moving_vault_window notifier panel_groups plain_names plot_view
    real_window restore_controller restore_sheet right_scale run_curve run_desk run_table sanitize screenshots seen_failures snapshot_reader snapshot_update
    system_colors translations treemap vault_page vault_savings
    vault_text vault_upkeep vaults_beside webhook_dialog window_notifications window_webhook zoom_stack)
add_dependencies(tests_gui stepvault-gui)
# Watches in the background run the command line beside the program that starts them.
add_custom_command(TARGET tests_gui POST_BUILD
    COMMAND ${CMAKE_COMMAND} -E create_symlink $<TARGET_FILE:stepvault> $<TARGET_FILE_DIR:tests_gui>/stepvault)
stepvault_long_test(click_targets tests_gui)
