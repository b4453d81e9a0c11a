stepvault_test(test_demo_training SOURCES test_demo_training.cpp LABELS unit)
stepvault_test(test_library SOURCES test_library.cpp LABELS unit LIBS stepvault_db)
stepvault_test(test_resume_checklist SOURCES test_resume_checklist.cpp LABELS unit)
stepvault_test(test_watching SOURCES test_watching.cpp LABELS unit LIBS stepvault_db)
