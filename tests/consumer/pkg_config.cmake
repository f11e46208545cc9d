# A program compiled by hand with what pkg-config says.
find_program(pkg_config NAMES pkg-config pkgconf REQUIRED)
set(ENV{PKG_CONFIG_PATH} ${PREFIX}/${LIBDIR}/pkgconfig)
file(MAKE_DIRECTORY ${WORK}/pkg_config)
foreach(package limber-core limber)
  foreach(linking "" --static)
    execute_process(COMMAND ${pkg_config} ${linking} --cflags --libs ${package} OUTPUT_VARIABLE flags
                    OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
    separate_arguments(flags UNIX_COMMAND "${flags}")
    set(program ${WORK}/pkg_config/${package}${linking})
    execute_process(COMMAND ${CXX} -std=c++20 ${SOURCE}/project/main.cpp -o ${program} ${flags}
                    COMMAND_ERROR_IS_FATAL ANY)
    execute_process(COMMAND ${program} OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
    if(NOT output STREQUAL "limber ${VERSION}\n")
      message(FATAL_ERROR "expected ${program} to print 'limber ${VERSION}', it printed '${output}'")
    endif()
  endforeach()
endforeach()
