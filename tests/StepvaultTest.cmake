# The tests' own code is compiled far more often than it is run.
set(STEPVAULT_TEST_OPTIONS -O0)

# What a test itself does is simple; its expressions would take a third longer to compile with these checks.
if(STEPVAULT_SANITIZE MATCHES "undefined")
    list(APPEND STEPVAULT_TEST_OPTIONS -fno-sanitize=undefined)
endif()

# What nearly every test includes, compiled once. Those with widgets see other headers of Qt Test.
function(stepvault_test_headers name)
    add_library(${name} OBJECT support/no_code.cpp)
    target_link_libraries(${name} PRIVATE stepvault_warnings stepvault_core Qt6::Test ${ARGN})
    target_precompile_headers(${name} PRIVATE <QtTest> <algorithm> <chrono> <filesystem> <fstream> <functional> <map>
        <memory> <optional> <random> <set> <string> <thread> <vector>)
    target_compile_options(${name} PRIVATE ${STEPVAULT_TEST_OPTIONS})
endfunction()

# There are many test executables, and these link them several times as fast as the default.
include(CheckLinkerFlag)
foreach(linker mold gold)
    check_linker_flag(CXX -fuse-ld=${linker} STEPVAULT_HAS_${linker})
    if(STEPVAULT_HAS_${linker})
        set(STEPVAULT_TEST_LINKER -fuse-ld=${linker})
        break()
    endif()
endforeach()

stepvault_test_headers(stepvault_test_plain)
if(STEPVAULT_BUILD_GUI)
    stepvault_test_headers(stepvault_test_widgets Qt6::Widgets)
endif()

# stepvault_test(NAME SOURCES ... LABELS ... [LIBS ...] [GUI] [TIMEOUT s])
# One small QtTest executable. It runs with a HOME and XDG folders of its own. All are made in this folder's scope: Qt
# gives each folder definitions of its own, and precompiled headers are shared only where these agree.
function(stepvault_test name)
    cmake_parse_arguments(T "GUI" "TIMEOUT" "SOURCES;LABELS;LIBS" ${ARGN})
    list(TRANSFORM T_SOURCES PREPEND ${CMAKE_CURRENT_LIST_DIR}/)
    add_executable(${name} ${T_SOURCES})
    set_target_properties(${name} PROPERTIES AUTOMOC OFF RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
    target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests ${CMAKE_CURRENT_BINARY_DIR})
    target_compile_options(${name} PRIVATE ${STEPVAULT_TEST_OPTIONS})
    target_link_libraries(${name} PRIVATE stepvault_warnings stepvault_core Qt6::Test ${T_LIBS})
    target_link_options(${name} PRIVATE ${STEPVAULT_TEST_LINKER})
    if(T_GUI)
        target_link_libraries(${name} PRIVATE Qt6::Widgets)
        target_precompile_headers(${name} REUSE_FROM stepvault_test_widgets)
    else()
        target_precompile_headers(${name} REUSE_FROM stepvault_test_plain)
    endif()
    foreach(source IN LISTS T_SOURCES)
        cmake_path(GET source STEM stem)
        # Without the target's folders of headers, which moc would read all, and needs none of.
        qt_generate_moc(${source} ${CMAKE_CURRENT_BINARY_DIR}/${stem}.moc)
        set_property(SOURCE ${source} APPEND PROPERTY OBJECT_DEPENDS ${CMAKE_CURRENT_BINARY_DIR}/${stem}.moc)
    endforeach()
    target_compile_definitions(${name} PRIVATE STEPVAULT_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
                                               STEPVAULT_BINARY_DIR="${CMAKE_BINARY_DIR}")
    if(NOT T_TIMEOUT)
        set(T_TIMEOUT 600)
    endif()
    set(home ${CMAKE_BINARY_DIR}/tests/home/${name})
    file(MAKE_DIRECTORY ${home})
    add_test(NAME ${name} COMMAND ${name} WORKING_DIRECTORY ${home})
    set_tests_properties(${name} PROPERTIES LABELS "${T_LABELS}" TIMEOUT ${T_TIMEOUT}
        ENVIRONMENT "HOME=${home};XDG_CONFIG_HOME=${home}/config;XDG_DATA_HOME=${home}/data;XDG_CACHE_HOME=${home}/cache;XDG_RUNTIME_DIR=${home};LC_ALL=C.UTF-8;QT_QPA_PLATFORM=offscreen")
endfunction()
