stepvault_tests(tests_partition LABELS unit CLASSES
    cluster cost_model level_intervals level_survival levels model_shapes node_placement partition_plan
    partition_properties partition_tree planned_owners baseline_partitions)
