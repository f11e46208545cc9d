# limber_studio_page: the studio's page as bytes in an object file, by the assembler's .incbin.
#
# The page is made by build_page.cmake when something of web/ changed. That needs Node.js and npm; without them the
# files are empty, everything else is built all the same, and the studio says how to get the page.
enable_language(ASM)

set(page_dir ${PROJECT_BINARY_DIR}/page)
set(page_names index.html studio.js studio.css icon.svg inter.woff2)
list(TRANSFORM page_names PREPEND ${page_dir}/ OUTPUT_VARIABLE page_files)

file(GLOB_RECURSE page_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/web/src/*)
add_custom_command(
  OUTPUT ${page_files}
  COMMAND ${CMAKE_COMMAND} -DWEB=${PROJECT_SOURCE_DIR}/web -DPAGE=${page_dir} "-DNAMES=${page_names}"
          -P ${PROJECT_SOURCE_DIR}/cmake/build_page.cmake
  DEPENDS ${page_sources} ${PROJECT_SOURCE_DIR}/web/index.html ${PROJECT_SOURCE_DIR}/web/icon.svg
          ${PROJECT_SOURCE_DIR}/web/build.mjs ${PROJECT_SOURCE_DIR}/web/package-lock.json
          ${PROJECT_SOURCE_DIR}/cmake/build_page.cmake
  COMMENT "Making the studio's page" VERBATIM)

# limber_page_studio_js .. limber_page_studio_js_end, for apps/studio/page.cpp.
set(assembly ".section .note.GNU-stack,\"\",%progbits\n.section .rodata\n")
foreach(name IN LISTS page_names)
  string(MAKE_C_IDENTIFIER limber_page_${name} symbol)
  string(APPEND assembly ".global ${symbol}, ${symbol}_end\n.balign 16\n${symbol}:\n.incbin \"${page_dir}/${name}\"\n"
         "${symbol}_end:\n.byte 0\n")
endforeach()
set(assembly_file ${LIMBER_GENERATED_DIR}/studio_page.S)
file(CONFIGURE OUTPUT ${assembly_file} CONTENT "${assembly}" @ONLY)
set_source_files_properties(${assembly_file} PROPERTIES OBJECT_DEPENDS "${page_files}")
add_library(limber_studio_page OBJECT ${assembly_file})
set_target_properties(limber_studio_page PROPERTIES ASM_COMPILER_LAUNCHER "")
