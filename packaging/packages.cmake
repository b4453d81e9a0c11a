# Debian packages, by `cpack -G DEB` in a built release: stepvault, stepvault-gui, stepvault-mpi. The same source gives the
# same bytes: their files carry the time of the last commit, or SOURCE_DATE_EPOCH.
set(CPACK_PACKAGE_NAME stepvault)
set(CPACK_PACKAGE_VENDOR "Stepvault")
set(CPACK_PACKAGE_CONTACT "Stepvault developers <stepvault@localhost>")
# Else it would come before each package's own.
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
    WORLD_READ WORLD_EXECUTE)
set(CPACK_STEPVAULT_SOURCE ${PROJECT_SOURCE_DIR})
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_LIST_DIR}/package_time.cmake)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_COMPONENTS_ALL cli)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)

set(CPACK_DEBIAN_CLI_PACKAGE_NAME stepvault)
set(CPACK_DEBIAN_CLI_PACKAGE_SUGGESTS "stepvault-gui, stepvault-mpi, python3")
set(CPACK_DEBIAN_CLI_DESCRIPTION "keeps every checkpoint of training runs in a fraction of the space
Stepvault watches the folders that trainings of neural networks write, files
every checkpoint into a vault, and restores any step as a file that the
training framework loads. This is the command line, the library for saving
from inside a training, and what training scripts use in Python.")

if(STEPVAULT_BUILD_GUI)
    list(APPEND CPACK_COMPONENTS_ALL gui)
    set(CPACK_DEBIAN_GUI_PACKAGE_NAME stepvault-gui)
    set(CPACK_DEBIAN_GUI_PACKAGE_RECOMMENDS "stepvault, qt6-wayland")
    set(CPACK_DEBIAN_GUI_DESCRIPTION "desktop of Stepvault, which keeps checkpoints of training runs
Shows the loss curves of training runs with a mark for every checkpoint, what
is stored of each and at what error, plans when the next one is worth taking,
and restores any step.")
endif()

if(TARGET stepvault-mpi)
    list(APPEND CPACK_COMPONENTS_ALL mpi)
    set(CPACK_DEBIAN_MPI_PACKAGE_NAME stepvault-mpi)
    set(CPACK_DEBIAN_MPI_PACKAGE_DEPENDS openmpi-bin)
    set(CPACK_DEBIAN_MPI_PACKAGE_RECOMMENDS stepvault)
    set(CPACK_DEBIAN_MPI_DESCRIPTION "Stepvault over many processes, by MPI
Files one checkpoint by many processes, each coding its share, and keeps steps
on the nodes' own disks, with copies or Reed-Solomon blocks on others.")
endif()

foreach(component IN LISTS CPACK_COMPONENTS_ALL)
    string(TOUPPER ${component} name)
    install(FILES ${CMAKE_CURRENT_LIST_DIR}/copyright
            DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${CPACK_DEBIAN_${name}_PACKAGE_NAME} COMPONENT ${component})
endforeach()
include(CPack)
