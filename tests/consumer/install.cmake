# Installs the build into a fresh folder, and moves it: nothing may depend on where it was installed at first.
file(REMOVE_RECURSE ${PREFIX} ${PREFIX}-before-moving)
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${PREFIX}-before-moving
                OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
file(RENAME ${PREFIX}-before-moving ${PREFIX})

# Only public headers may have come along, and no file may mention the source or build folder.
file(GLOB_RECURSE text_files ${PREFIX}/*.h ${PREFIX}/*.cmake ${PREFIX}/*.pc)
if(NOT text_files)
  message(FATAL_ERROR "nothing was installed in ${PREFIX}")
endif()
cmake_path(SET source_root NORMALIZE ${SOURCE}/../..)
cmake_path(GET source_root PARENT_PATH source_root)  # drops the slash at the end
foreach(file IN LISTS text_files)
  cmake_path(RELATIVE_PATH file BASE_DIRECTORY ${PREFIX} OUTPUT_VARIABLE installed)
  if(file MATCHES "\\.h$" AND NOT EXISTS ${source_root}/${installed} AND NOT installed STREQUAL "include/limber/base/version.h")
    message(FATAL_ERROR "${file} is internal but was installed")
  endif()
  file(READ ${file} text)
  foreach(folder ${BUILD} ${source_root})
    string(FIND "${text}" "${folder}/" where)
    if(NOT where EQUAL -1)
      message(FATAL_ERROR "${file} mentions ${folder}")
    endif()
  endforeach()
endforeach()

# The installed command, if there is one, runs.
if(EXISTS ${PREFIX}/bin/limber)
  execute_process(COMMAND ${PREFIX}/bin/limber --help OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
endif()
