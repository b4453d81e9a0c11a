# stepvault_warnings: every target of this project links it privately.
add_library(stepvault_warnings INTERFACE)
target_compile_options(stepvault_warnings INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # GCC 12 sees overlaps in std::string's own operator+ that are not there (GCC bug 105329).
    target_compile_options(stepvault_warnings INTERFACE -Wno-restrict)
endif()
