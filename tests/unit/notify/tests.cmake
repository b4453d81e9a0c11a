stepvault_tests(tests_notify LABELS unit CLASSES
    event_history event_tracker http_post webhook webhook_message webhook_notifier)
