# cmake -DWEB=web -DPAGE=folder -DNAMES=a;b -P build_page.cmake: builds the studio's page and puts its files into PAGE.
#
# Without Node.js or its packages the files that are there stay; where there are none, empty ones are made, so old that
# the next build tries again.
cmake_minimum_required(VERSION 3.25)

function(do_without why)
  foreach(name IN LISTS NAMES)
    if(NOT EXISTS ${PAGE}/${name})
      file(WRITE ${PAGE}/${name} "")
      execute_process(COMMAND touch -d @0 ${PAGE}/${name})
    endif()
  endforeach()
  message(NOTICE "limber: the studio's page was not built: ${why}")
endfunction()

find_program(node NAMES node nodejs)
find_program(npm npm)
if(NOT node OR NOT npm)
  do_without("Node.js and npm are missing (Debian: apt-get install nodejs npm)")
  return()
endif()

# npm writes this file last.
set(installed ${WEB}/node_modules/.package-lock.json)
if(${WEB}/package-lock.json IS_NEWER_THAN ${installed})
  execute_process(COMMAND ${npm} ci --no-audit --no-fund --loglevel=error WORKING_DIRECTORY ${WEB}
                  RESULT_VARIABLE failed OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(failed)
    file(WRITE ${PAGE}/npm.log "${said}")
    do_without("npm could not install its packages (no network, or a proxy's certificate); see ${PAGE}/npm.log, then: cd web && npm ci")
    return()
  endif()
  file(TOUCH ${installed})
endif()

execute_process(COMMAND ${node} build.mjs WORKING_DIRECTORY ${WEB} RESULT_VARIABLE failed)
if(failed)
  message(FATAL_ERROR "the studio's page could not be built; to repeat: cd web && node build.mjs")
endif()
foreach(name IN LISTS NAMES)
  if(EXISTS ${WEB}/build/page/${name})
    file(COPY_FILE ${WEB}/build/page/${name} ${PAGE}/${name} ONLY_IF_DIFFERENT)
  else()
    file(WRITE ${PAGE}/${name} "")
  endif()
  file(TOUCH ${PAGE}/${name})
endforeach()
