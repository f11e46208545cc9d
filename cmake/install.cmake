# What `cmake --install` puts where: libraries, headers, find_package and pkg-config files, the command, models, scenes.
include(CMakePackageConfigHelpers)

set(cmake_dir ${CMAKE_INSTALL_LIBDIR}/cmake/limber)
set(data_dir ${CMAKE_INSTALL_DATADIR}/limber)

install(TARGETS limber_core EXPORT limber_core ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(TARGETS limber EXPORT limber_limber ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT limber_core FILE limber-core-targets.cmake NAMESPACE limber:: DESTINATION ${cmake_dir})
install(EXPORT limber_limber FILE limber-limber-targets.cmake NAMESPACE limber:: DESTINATION ${cmake_dir})
if(TARGET limber_cli)
  install(TARGETS limber_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(TARGETS limber_studio_program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(TARGETS limber_reproduce RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} OPTIONAL)  # only if it was built
endif()

# The public headers; those in src/ are internal.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/limber ${LIMBER_GENERATED_DIR}/limber
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h" PATTERN kernel_sources.h EXCLUDE)

# The same layout as in the repository, so that a path such as models/human.json means the same in both.
install(DIRECTORY DESTINATION ${data_dir})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/models ${PROJECT_SOURCE_DIR}/scenes DESTINATION ${data_dir} OPTIONAL)
file(GLOB schemas CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/docs/*.schema.json)
install(FILES ${schemas} DESTINATION ${data_dir}/docs)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

# find_package(limber [COMPONENTS core limber])
set(LIMBER_INSTALLED_DATA_DIR ${data_dir})
configure_package_config_file(cmake/limber-config.cmake.in ${LIMBER_GENERATED_DIR}/limber-config.cmake
                              INSTALL_DESTINATION ${cmake_dir} PATH_VARS LIMBER_INSTALLED_DATA_DIR)
write_basic_package_version_file(${LIMBER_GENERATED_DIR}/limber-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${LIMBER_GENERATED_DIR}/limber-config.cmake ${LIMBER_GENERATED_DIR}/limber-config-version.cmake
        DESTINATION ${cmake_dir})

# pkg-config limber, pkg-config limber-core. The prefix is found from where the file lies, so the tree can be moved.
set(pkgconfig_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH LIMBER_PREFIX_FROM_PC ${CMAKE_INSTALL_PREFIX}/${pkgconfig_dir} ${CMAKE_INSTALL_PREFIX})
cmake_path(SET LIMBER_PREFIX_FROM_PC NORMALIZE "${LIMBER_PREFIX_FROM_PC}.")
string(REGEX REPLACE "/$" "" LIMBER_PREFIX_FROM_PC "${LIMBER_PREFIX_FROM_PC}")
foreach(name limber limber-core)
  configure_file(cmake/${name}.pc.in ${LIMBER_GENERATED_DIR}/${name}.pc @ONLY)
  install(FILES ${LIMBER_GENERATED_DIR}/${name}.pc DESTINATION ${pkgconfig_dir})
endforeach()
