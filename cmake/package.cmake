# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# How others find detrain: a package for CMake, one for pkg-config, and a .deb (cpack). A build folder serves as well as
# an installation.
include(CMakePackageConfigHelpers)

# detrain_package(PREFIX FOLDER LIBDIR): the two descriptions of a tree at PREFIX, written below FOLDER.
function(detrain_package prefix folder libdir)
  set(detrain_executable bin/detrain)
  set(detrain_include ${CMAKE_INSTALL_INCLUDEDIR})
  set(detrain_archive ${libdir}/libdetrain_rt.a)
  configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/detrain-config.cmake.in
    ${folder}/cmake/detrain/detrain-config.cmake
    INSTALL_PREFIX ${prefix} INSTALL_DESTINATION ${libdir}/cmake/detrain
    PATH_VARS detrain_executable detrain_include detrain_archive)
  write_basic_package_version_file(${folder}/cmake/detrain/detrain-config-version.cmake
    VERSION ${PROJECT_VERSION} COMPATIBILITY SameMinorVersion)
endfunction()

detrain_package(${CMAKE_INSTALL_PREFIX} ${PROJECT_BINARY_DIR}/package ${CMAKE_INSTALL_LIBDIR})
detrain_package(${PROJECT_BINARY_DIR} ${PROJECT_BINARY_DIR}/lib lib)
# pkg-config tells where its file lies, so that the tree may be moved.
set(prefix "\${pcfiledir}/../..")
if(CMAKE_INSTALL_LIBDIR MATCHES "/")
  set(prefix "\${pcfiledir}/../../..")
endif()
configure_file(${PROJECT_SOURCE_DIR}/cmake/detrain.pc.in ${PROJECT_BINARY_DIR}/package/pkgconfig/detrain.pc @ONLY)
install(DIRECTORY ${PROJECT_BINARY_DIR}/package/cmake ${PROJECT_BINARY_DIR}/package/pkgconfig
        DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION share/doc/detrain RENAME copyright)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME detrain)
set(CPACK_PACKAGE_VENDOR detrain)
set(CPACK_PACKAGE_CONTACT "the detrain authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "makes C, C++ and CUDA training programs replayable to the bit")
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "the detrain authors")
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
# The libraries that the tool is linked with, by the packages that hold them; and what programs that it builds need.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libclang-common-22-dev, gcc | clang")
set(CPACK_STRIP_FILES ON)
include(CPack)
