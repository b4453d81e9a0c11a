# Tests are compiled far more often than run, so they are not optimized.
set(STEPVAULT_TEST_OPTIONS -O0)

# The tests' own expressions are simple, and would take a third longer to compile with these checks.
if(STEPVAULT_SANITIZE MATCHES "undefined")
    list(APPEND STEPVAULT_TEST_OPTIONS -fno-sanitize=undefined)
endif()

# GCC treats jointly compiled test sources as headers, and warns of classes with members from unnamed
# namespaces.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    list(APPEND STEPVAULT_TEST_OPTIONS -Wno-subobject-linkage)
endif()

# The QTRY_ macros of Qt 6.7 and later narrow their timeouts.
if(Qt6_VERSION VERSION_GREATER_EQUAL 6.7)
    list(APPEND STEPVAULT_TEST_OPTIONS -Wno-error=conversion)
endif()

# These linkers link large executables several times as fast as the default linker.
include(CheckLinkerFlag)
foreach(linker mold gold)
    check_linker_flag(CXX -fuse-ld=${linker} STEPVAULT_HAS_${linker})
    if(STEPVAULT_HAS_${linker})
        set(STEPVAULT_TEST_LINKER -fuse-ld=${linker})
        break()
    endif()
endforeach()

# Libraries and executables share precompiled headers, which requires the same code model for both.
list(APPEND STEPVAULT_TEST_OPTIONS -fPIC)

# main() and the code that tests share, with the precompiled headers that nearly every test includes. Tests
# with widgets use other headers of Qt Test.
function(stepvault_test_support name)
    cmake_parse_arguments(T "" "" "SOURCES;LIBS" ${ARGN})
    add_library(${name} STATIC support/registry.cpp ${T_SOURCES})
    set_target_properties(${name} PROPERTIES AUTOMOC OFF UNITY_BUILD OFF
        POSITION_INDEPENDENT_CODE OFF)
    target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR}/tests)
    target_link_libraries(${name} PRIVATE stepvault_warnings PUBLIC stepvault_core Qt6::Test ${T_LIBS})
    target_compile_options(${name} PRIVATE ${STEPVAULT_TEST_OPTIONS})
    target_precompile_headers(${name} PRIVATE <QtTest> <algorithm> <chrono> <filesystem> <fstream> <functional> <map>
        <memory> <optional> <random> <set> <string> <thread> <vector>)
endfunction()
stepvault_test_support(stepvault_test_support SOURCES support/plain_main.cpp)
if(STEPVAULT_BUILD_GUI)
    stepvault_test_support(stepvault_gui_test_support SOURCES support/gui_main.cpp support/event_loop_watch.cpp
        LIBS Qt6::Widgets)
endif()

# check.sh builds these targets. Unit tests run once, under the sanitizers; the release build runs the tests
# of whole programs, and of code that is made for speed (label `release` beside `unit`).
add_custom_target(unit_tests)
add_custom_target(release_tests DEPENDS stepvault stepvault_c)
foreach(program stepvault-gui stepvault-mpi)
    if(TARGET ${program})
        add_dependencies(release_tests ${program})
    endif()
endforeach()

# stepvault_tests(NAME CLASSES unit... LABELS ... [SOURCES ...] [LIBS ...] [DEFINITIONS ...] [GUI]
#                 [TIMEOUT s])
# Adds one executable for a folder. Each class, TestUnit in test_unit.cpp, is a CTest test test_unit with its
# own HOME and XDG folders. All tests are added in this folder's scope: Qt gives each folder its own
# definitions, and precompiled headers are shared only if the definitions agree.
function(stepvault_tests name)
    cmake_parse_arguments(T "GUI" "TIMEOUT" "CLASSES;SOURCES;LABELS;LIBS;DEFINITIONS" ${ARGN})
    set(support stepvault_test_support)
    if(T_GUI)
        set(support stepvault_gui_test_support)
    endif()
    list(TRANSFORM T_SOURCES PREPEND ${CMAKE_CURRENT_LIST_DIR}/)
    set(mocs ${CMAKE_CURRENT_BINARY_DIR}/${name}_mocs)
    add_executable(${name} ${T_SOURCES})
    set_target_properties(${name} PROPERTIES AUTOMOC OFF RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests
        UNITY_BUILD_BATCH_SIZE 12 POSITION_INDEPENDENT_CODE OFF)
    target_include_directories(${name} PRIVATE ${mocs})
    target_compile_options(${name} PRIVATE ${STEPVAULT_TEST_OPTIONS})
    target_link_libraries(${name} PRIVATE stepvault_warnings ${support} ${T_LIBS})
    target_link_options(${name} PRIVATE ${STEPVAULT_TEST_LINKER})
    target_precompile_headers(${name} REUSE_FROM ${support})
    target_compile_definitions(${name} PRIVATE STEPVAULT_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
                                               STEPVAULT_BINARY_DIR="${CMAKE_BINARY_DIR}" ${T_DEFINITIONS})
    if("unit" IN_LIST T_LABELS)
        add_dependencies(unit_tests ${name})
        # Unit tests do not wait for a disk.
        set(shims ${PROJECT_SOURCE_DIR}/tests/support/sync_watch.cpp)
        if(STEPVAULT_SANITIZE MATCHES "address")
            list(APPEND shims ${PROJECT_SOURCE_DIR}/tests/support/quiet_fork.cpp)
        endif()
        target_sources(${name} PRIVATE ${shims})
        set_source_files_properties(${shims} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    endif()
    if(NOT T_LABELS STREQUAL "unit")
        add_dependencies(release_tests ${name})
    endif()
    foreach(unit IN LISTS T_CLASSES)
        set(source ${CMAKE_CURRENT_LIST_DIR}/test_${unit}.cpp)
        # Without the target's include folders: moc would read all of them, and needs none.
        qt_generate_moc(${source} ${mocs}/test_${unit}.moc)
        target_sources(${name} PRIVATE ${source} ${mocs}/test_${unit}.moc)
        stepvault_add_test(test_${unit} ${name} ${unit} TIMEOUT ${T_TIMEOUT} LABELS ${T_LABELS})
    endforeach()
endfunction()

# stepvault_add_test(NAME EXECUTABLE unit LABELS ... [TIMEOUT s] [ENVIRONMENT ...]): adds a class of an
# executable as a test.
function(stepvault_add_test name executable unit)
    cmake_parse_arguments(T "" "TIMEOUT" "LABELS;ENVIRONMENT" ${ARGN})
    if(NOT T_TIMEOUT)
        set(T_TIMEOUT 600)
    endif()
    string(REGEX MATCHALL "[^_]+" words ${unit})
    set(class Test)
    foreach(word IN LISTS words)
        string(SUBSTRING ${word} 0 1 first)
        string(SUBSTRING ${word} 1 -1 rest)
        string(TOUPPER ${first} first)
        string(APPEND class ${first}${rest})
    endforeach()
    set(home ${CMAKE_BINARY_DIR}/tests/home/${name})
    file(MAKE_DIRECTORY ${home})
    add_test(NAME ${name} COMMAND ${executable} ${class} WORKING_DIRECTORY ${home})
    set_tests_properties(${name} PROPERTIES LABELS "${T_LABELS}" TIMEOUT ${T_TIMEOUT}
        ENVIRONMENT "HOME=${home};XDG_CONFIG_HOME=${home}/config;XDG_DATA_HOME=${home}/data;XDG_CACHE_HOME=${home}/cache;XDG_RUNTIME_DIR=${home};LC_ALL=C.UTF-8;QT_QPA_PLATFORM=offscreen;${T_ENVIRONMENT}")
endfunction()

# Adds the same class with the cases that take hours or gigabytes.
function(stepvault_long_test unit executable)
    stepvault_add_test(test_${unit}_long ${executable} ${unit} LABELS slow TIMEOUT 14400
        ENVIRONMENT STEPVAULT_LONG_TEST=1 QTEST_FUNCTION_TIMEOUT=14400000)
endfunction()
