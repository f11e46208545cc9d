# A CMake project that uses the installed library: once everything, once only limber::core.
foreach(component core limber)
  set(dir ${WORK}/find_package_${component})
  file(REMOVE_RECURSE ${dir})
  execute_process(COMMAND ${CMAKE_COMMAND} -S ${SOURCE}/project -B ${dir} -G ${GENERATOR} -DCMAKE_PREFIX_PATH=${PREFIX}
                          -DCMAKE_CXX_COMPILER=${CXX} -DCOMPONENT=${component} -DVERSION=${VERSION}
                  OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${CMAKE_COMMAND} --build ${dir} OUTPUT_VARIABLE output RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "a project that links limber::${component} does not build:\n${output}")
  endif()
  execute_process(COMMAND ${dir}/consumer OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
  if(NOT output STREQUAL "limber ${VERSION}\n")
    message(FATAL_ERROR "expected the consumer to print 'limber ${VERSION}', it printed '${output}'")
  endif()
endforeach()
