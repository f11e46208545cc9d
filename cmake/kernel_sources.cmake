# Writes limber/batch/kernel_sources.h: the headers of src/limber/batch/kernel as strings, under the names by which they
# include each other.
file(GLOB kernel_headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/limber/batch/kernel/*.h)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${kernel_headers})
set(KERNEL_TEXTS "")
set(KERNEL_NAMES "")
list(LENGTH kernel_headers KERNEL_COUNT)
foreach(header IN LISTS kernel_headers)
  cmake_path(GET header FILENAME name)
  file(READ ${header} text)
  string(APPEND KERNEL_TEXTS "    R\"LIMBER(${text})LIMBER\",\n")
  string(APPEND KERNEL_NAMES "    \"limber/batch/kernel/${name}\",\n")
endforeach()
file(CONFIGURE OUTPUT ${LIMBER_GENERATED_DIR}/limber/batch/kernel_sources.h @ONLY CONTENT [[#pragma once
// Written by cmake/kernel_sources.cmake.
namespace limber::batch {
inline constexpr int kernel_source_count = @KERNEL_COUNT@;
inline constexpr const char* kernel_source_names[] = {
@KERNEL_NAMES@};
inline constexpr const char* kernel_sources[] = {
@KERNEL_TEXTS@};
}  // namespace limber::batch
]])
