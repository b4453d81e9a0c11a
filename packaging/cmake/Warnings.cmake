# stepvault_warnings: every target of this project links it privately. Warnings are errors in the presets of
# developers and in check.sh (CMAKE_COMPILE_WARNING_AS_ERROR), but never in a user's build: another compiler
# may have new warnings.
add_library(stepvault_warnings INTERFACE)
target_compile_options(stepvault_warnings INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # GCC 12 falsely reports overlaps and bounds errors in std::string's operator+ (GCC bugs 105329, 105651),
    # and overflows in std::vector's insert (bug 105705).
    target_compile_options(stepvault_warnings INTERFACE -Wno-restrict -Wno-stringop-overflow -Wno-array-bounds)
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    # Clang's -Wconversion includes -Wsign-conversion; GCC's does not.
    target_compile_options(stepvault_warnings INTERFACE -Wno-sign-conversion)
    if(CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 22)
        # __COUNTER__ is an extension that every compiler has.
        target_compile_options(stepvault_warnings INTERFACE -Wno-c2y-extensions)
    endif()
endif()
