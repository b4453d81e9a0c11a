if(STEPVAULT_SANITIZE)
    add_compile_options(-fsanitize=${STEPVAULT_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    add_link_options(-fsanitize=${STEPVAULT_SANITIZE})
endif()
