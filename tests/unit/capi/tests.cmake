stepvault_tests(tests_capi LABELS unit LIBS stepvault_c DEFINITIONS STEPVAULT_LIBRARY="$<TARGET_FILE:stepvault_c>" CLASSES
    capi parted_checkpoints)
# The header must compile as C, although its test is C++.
add_test(NAME capi_header COMMAND ${CMAKE_CXX_COMPILER} -x c -std=c99 -Wall -Wextra -Wpedantic -Werror -fsyntax-only
         ${PROJECT_SOURCE_DIR}/app/capi/stepvault.h)
set_tests_properties(capi_header PROPERTIES LABELS unit TIMEOUT 60)
