# Debian packages: `cpack -G DEB` in a release build makes stepvault, stepvault-gui and stepvault-mpi. The same source
# gives the same bytes, because all files carry the time of the last commit, or SOURCE_DATE_EPOCH.
set(CPACK_PACKAGE_NAME stepvault)
set(CPACK_PACKAGE_VENDOR "Stepvault")
set(CPACK_PACKAGE_CONTACT "Stepvault developers <stepvault@localhost>")
# Empty, because it would otherwise precede each package's own description.
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
set(CPACK_DEBIAN_CLI_DESCRIPTION "vault that keeps every training checkpoint in a fraction of the space
Stepvault watches the folders that your training runs write, stores every
checkpoint in a compressed vault, and restores any step as a file that the
training framework loads. This package holds the command line, the C library
for saving from inside a training, and the Python modules for training scripts.")

if(STEPVAULT_BUILD_GUI)
    list(APPEND CPACK_COMPONENTS_ALL gui)
    set(CPACK_DEBIAN_GUI_PACKAGE_NAME stepvault-gui)
    set(CPACK_DEBIAN_GUI_PACKAGE_RECOMMENDS "stepvault, qt6-wayland")
    set(CPACK_DEBIAN_GUI_DESCRIPTION "desktop app of Stepvault, the vault for training checkpoints
Shows the loss curves of training runs with a mark for every checkpoint, and
the size and error of each stored copy. It plans when the next checkpoint is
worth taking, and restores any step.")
endif()

if(TARGET stepvault-mpi)
    list(APPEND CPACK_COMPONENTS_ALL mpi)
    set(CPACK_DEBIAN_MPI_PACKAGE_NAME stepvault-mpi)
    set(CPACK_DEBIAN_MPI_PACKAGE_DEPENDS openmpi-bin)
    set(CPACK_DEBIAN_MPI_PACKAGE_RECOMMENDS stepvault)
    set(CPACK_DEBIAN_MPI_DESCRIPTION "Stepvault on many processes with MPI
Many processes store one checkpoint together, each coding its share. Steps can
also stay on the nodes' own disks, with copies or Reed-Solomon blocks on other
nodes.")
endif()

set(STEPVAULT_ONE_FILE_FOLDER "" CACHE PATH "Holds the command line as one file, which the window copies to other machines")
if(STEPVAULT_ONE_FILE_FOLDER)
    install(PROGRAMS ${STEPVAULT_ONE_FILE_FOLDER}/stepvault-${PROJECT_VERSION}-linux-x86_64 DESTINATION lib/stepvault
            COMPONENT cli)
endif()

foreach(component IN LISTS CPACK_COMPONENTS_ALL)
    string(TOUPPER ${component} name)
    install(FILES ${CMAKE_CURRENT_LIST_DIR}/copyright
            DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${CPACK_DEBIAN_${name}_PACKAGE_NAME} COMPONENT ${component})
endforeach()
include(CPack)
