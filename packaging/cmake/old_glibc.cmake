# Toolchain for programs that run where glibc is older than here: Zig's clang links its own libc++ statically, and an
# old glibc. packaging/old_glibc/prepare.sh makes it in build/old_glibc, with static libraries of what the engine uses.
get_filename_component(old_glibc ${CMAKE_CURRENT_LIST_DIR}/../../build/old_glibc ABSOLUTE)
set(CMAKE_C_COMPILER ${old_glibc}/bin/cc)
set(CMAKE_CXX_COMPILER ${old_glibc}/bin/c++)
set(CMAKE_AR ${old_glibc}/bin/ar CACHE FILEPATH "")
set(CMAKE_RANLIB ${old_glibc}/bin/ranlib CACHE FILEPATH "")
set(CMAKE_CXX_FLAGS_INIT "-include ${CMAKE_CURRENT_LIST_DIR}/../old_glibc/newer_calls.h")
set(CMAKE_CXX_STANDARD_LIBRARIES "${old_glibc}/lib/libnewer_calls.a")
# Zig has a cache of its own.
set(CMAKE_C_COMPILER_LAUNCHER "")
set(CMAKE_CXX_COMPILER_LAUNCHER "")
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

# The system's libraries need its glibc, so none of them may be found.
set(CMAKE_FIND_ROOT_PATH ${old_glibc})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(ENV{PKG_CONFIG_LIBDIR} ${old_glibc}/lib/pkgconfig)
set(ENV{PKG_CONFIG_PATH} "")
set(STEPVAULT_LINKED_LICENSES ${old_glibc}/licenses)
