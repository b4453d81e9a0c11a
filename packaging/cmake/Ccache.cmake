# A compiler's earlier results are used again where ccache is installed. Precompiled headers take its leave to be sloppy.
find_program(STEPVAULT_CCACHE ccache)
if(STEPVAULT_CCACHE AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${STEPVAULT_CCACHE})
endif()
