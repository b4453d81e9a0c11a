# stepvault_warnings: every target of this project links it privately. They are errors in the presets of developers and in
# check.sh (CMAKE_COMPILE_WARNING_AS_ERROR), never where a user builds: another compiler may know new ones.
add_library(stepvault_warnings INTERFACE)
target_compile_options(stepvault_warnings INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # GCC 12 sees overlaps and bounds crossed in std::string's own operator+ (GCC bugs 105329, 105651), and overflows in std::vector's own insert
    # (bug 105705), that are not there.
    target_compile_options(stepvault_warnings INTERFACE -Wno-restrict -Wno-stringop-overflow -Wno-array-bounds)
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    # GCC's -Wconversion is without it.
    target_compile_options(stepvault_warnings INTERFACE -Wno-sign-conversion)
endif()
