stepvault_tests(tests_plan LABELS unit CLASSES
    coci exact_placement expected_costs failure_rate intervals loss_fit loss_forecast loss_history plan_file planning schedules
    simulation training_stages)
# The same tests with cases that take too long for every day.
stepvault_long_test(expected_costs tests_plan)
