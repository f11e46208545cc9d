# A program compiled by hand with what pkg-config says.
find_program(pkg_config NAMES pkg-config pkgconf REQUIRED)
set(ENV{PKG_CONFIG_PATH} ${PREFIX}/${LIBDIR}/pkgconfig)
file(MAKE_DIRECTORY ${WORK}/pkg_config)
foreach(package limber-core limber)
  foreach(linking "" --static)
    execute_process(COMMAND ${pkg_config} ${linking} --cflags --libs ${package} OUTPUT_VARIABLE flags
                    OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
    separate_arguments(flags UNIX_COMMAND "${flags}")
    if(package STREQUAL "limber")
      list(APPEND flags -DWITH_FILES)
    endif()
    set(program ${WORK}/pkg_config/${package}${linking})
    execute_process(COMMAND ${CXX} -std=c++20 ${SOURCE}/project/main.cpp -o ${program} ${flags}
                    COMMAND_ERROR_IS_FATAL ANY)
    execute_process(COMMAND ${program} OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
    if(NOT output STREQUAL "limber ${VERSION}\n")
      message(FATAL_ERROR "expected ${program} to print 'limber ${VERSION}', it printed '${output}'")
    endif()
  endforeach()
endforeach()

# Without what it says about Eigen's memory, and with wider vectors, the compiler says what is missing.
execute_process(COMMAND ${pkg_config} --cflags-only-I limber-core OUTPUT_VARIABLE folders OUTPUT_STRIP_TRAILING_WHITESPACE
                COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(folders UNIX_COMMAND "${folders}")
cmake_host_system_information(RESULT platform QUERY OS_PLATFORM)
if(platform STREQUAL "x86_64")
  execute_process(COMMAND ${CXX} -std=c++20 -mavx2 -fsyntax-only ${folders} ${SOURCE}/project/main.cpp
                  ERROR_VARIABLE output RESULT_VARIABLE result)
  if(result EQUAL 0 OR NOT output MATCHES "Compile with -DEIGEN_MAX_ALIGN_BYTES=16")
    message(FATAL_ERROR "expected the compiler to say what is missing, it said:\n${output}")
  endif()
endif()
