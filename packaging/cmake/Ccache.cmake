# Uses ccache if it is installed. With precompiled headers, ccache finds results only with this sloppiness.
find_program(STEPVAULT_CCACHE ccache)
if(STEPVAULT_CCACHE AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${STEPVAULT_CCACHE})
endif()
