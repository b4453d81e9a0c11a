if(STEPVAULT_SANITIZE)
    add_compile_options(-fsanitize=${STEPVAULT_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    add_link_options(-fsanitize=${STEPVAULT_SANITIZE})
    # This code is compiled far more often than it runs. These options save a fifth of GCC's time, for 2 GB of
    # memory. Without -ftree-pta GCC falsely reports uninitialized variables; the release build warns of real
    # ones.
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        add_compile_options(-fno-tree-pta -Wno-maybe-uninitialized "SHELL:--param ggc-min-heapsize=1000000" "SHELL:--param ggc-min-expand=200")
    endif()
endif()
if(STEPVAULT_FUZZ)
    add_compile_options(-fsanitize-ignorelist=${PROJECT_SOURCE_DIR}/tests/fuzz/ignored.txt)
endif()
