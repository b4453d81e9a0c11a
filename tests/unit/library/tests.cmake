stepvault_test(test_demo_training SOURCES test_demo_training.cpp LABELS unit)
stepvault_test(test_library SOURCES test_library.cpp LABELS unit LIBS stepvault_db)
