# How every file of Limber is compiled, and the few functions that turn folders into targets.

if(PROJECT_IS_TOP_LEVEL)
  set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
  find_program(LIMBER_CCACHE ccache)
  if(LIMBER_CCACHE AND NOT DEFINED CMAKE_CXX_COMPILER_LAUNCHER)
    # The sloppiness is what ccache asks for to work with precompiled headers; the base directory lets several
    # checkouts of the repository share their objects.
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros
        CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${LIMBER_CCACHE})
  endif()
  if(LIMBER_SANITIZE)
    # Everywhere, or the reports are worth nothing. Without the checks of every pointer that cost a third of the time to
    # compile and to run: a null or foreign one is met by the address sanitizer, a misaligned one by Eigen's assertions.
    add_compile_options(-fsanitize=${LIMBER_SANITIZE} -fno-sanitize=null,alignment,object-size,vptr -fno-sanitize-recover=all
                        -fno-omit-frame-pointer)
    string(REPLACE "fuzzer-no-link" "" sanitize_link "${LIMBER_SANITIZE}")
    string(REGEX REPLACE "^,|,$" "" sanitize_link "${sanitize_link}")
    add_link_options(-fsanitize=${sanitize_link})
  endif()
endif()

# Warnings that have caught real mistakes in numerical code. Left out on purpose: -Wconversion and -Wsign-conversion
# (Eigen's signed Index against size_t is most of what they report) and -Wmissing-field-initializers (designated
# initialisers with defaults are how this library takes options).
set(LIMBER_WARNINGS -Wall -Wextra -Wpedantic -Wshadow -Wfloat-conversion -Wdouble-promotion -Wold-style-cast
    -Wcast-qual -Wnon-virtual-dtor -Woverloaded-virtual -Wformat=2 -Wvla -Wno-missing-field-initializers)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  list(APPEND LIMBER_WARNINGS -Wduplicated-cond -Wlogical-op -Wno-psabi)
  # GCC 12 reports these inside inlined Eigen and libstdc++ code that is right: worth reading, not worth stopping for.
  set(LIMBER_WARNINGS_NOT_ERRORS -Wno-error=maybe-uninitialized -Wno-error=array-bounds
      -Wno-error=stringop-overflow -Wno-error=stringop-overread -Wno-error=restrict)
  if(LIMBER_SANITIZE)
    list(APPEND LIMBER_WARNINGS -Wno-maybe-uninitialized)  # instrumented code confuses its analysis
  endif()
endif()

# A user's -march=native must not give Eigen wider vectors in our files: it would sum in another order (docs/decisions/0003).
include(CheckCXXSourceCompiles)
check_cxx_source_compiles("#ifndef __AVX__\n#error none\n#endif\nint main() {}" LIMBER_FLAGS_HAVE_AVX)

function(limber_compile_options target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
  # No fused multiply-add behind our back: same input, same bits on every machine (docs/decisions/0003).
  # Paths in __FILE__ and debug information start at the repository, so that they do not depend on where it lies. (With
  # ccache the compiler sees paths relative to the build folder.)
  file(RELATIVE_PATH source_from_build ${CMAKE_BINARY_DIR} ${PROJECT_SOURCE_DIR})
  target_compile_options(${target} PRIVATE -ffp-contract=off -ffile-prefix-map=${PROJECT_SOURCE_DIR}/=
                         -ffile-prefix-map=${source_from_build}= ${LIMBER_WARNINGS})
  if(LIMBER_FLAGS_HAVE_AVX)
    target_compile_options(${target} PRIVATE -mno-avx -mno-fma)
  endif()
  if(LIMBER_WARNINGS_AS_ERRORS)
    target_compile_options(${target} PRIVATE -Werror ${LIMBER_WARNINGS_NOT_ERRORS})
  endif()
endfunction()

# limber_optimise_less(<target>): for what waits for people and networks, where -O3 only makes compiling longer. Before
# limber_precompile.
function(limber_optimise_less target)
  if(CMAKE_BUILD_TYPE STREQUAL "Release")
    target_compile_options(${target} PRIVATE -O1)
    set_target_properties(${target} PROPERTIES LIMBER_OPTIMISED_LESS ON)
  endif()
endfunction()

# limber_precompile(<target> [<header>...]): with LIMBER_PCH. Builds that nobody edits in share the headers that limber_core has
# precompiled, or, for targets of limber_optimise_less, those of the first such target: GCC takes the level of optimisation
# from the precompiled header. Sharing saves five seconds a target, and needs the same -fPIC everywhere.
function(limber_precompile target)
  if(NOT LIMBER_PCH)
    return()
  endif()
  set(share limber_core)
  get_target_property(less ${target} LIMBER_OPTIMISED_LESS)
  if(less)
    get_property(share GLOBAL PROPERTY LIMBER_PRECOMPILED_LESS)
    if(NOT share)
      set(share ${target})
      set_property(GLOBAL PROPERTY LIMBER_PRECOMPILED_LESS ${target})
    endif()
  endif()
  if(LIMBER_UNITY AND NOT ARGN)
    get_target_property(type ${target} TYPE)
    if(type STREQUAL "EXECUTABLE")  # where the property would mean -fPIE
      target_compile_options(${target} PRIVATE -fPIC)
    else()
      set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    endif()
    if(NOT target STREQUAL share)
      target_precompile_headers(${target} REUSE_FROM ${share})
      return()
    endif()
  endif()
  target_precompile_headers(${target} PRIVATE <Eigen/Core> <Eigen/Geometry> <algorithm> <array> <cmath> <cstdint>
                            <limits> <memory> <optional> <span> <string> <string_view> <variant> <vector> ${ARGN})
endfunction()

# limber_compile_together(<target>): with LIMBER_UNITY the files of a module are compiled as one, which saves most of the
# time spent on instantiating the same templates for each of them. Only for builds that nobody edits in. Files whose
# helpers have the name of a neighbour's, or that include what a neighbour must not see, are compiled alone.
set(LIMBER_COMPILED_ALONE "apps/studio/server")
function(limber_compile_together target)
  if(NOT LIMBER_UNITY)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "\\.cpp$")
  foreach(source IN LISTS sources)
    cmake_path(GET source PARENT_PATH folder)
    cmake_path(RELATIVE_PATH folder BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
    string(REGEX REPLACE "^((src/limber|apps)/[^/]+)/.*" "\\1" folder "${folder}")
    string(MAKE_C_IDENTIFIER "${folder}" folder)
    set(alone FALSE)
    foreach(pattern IN LISTS LIMBER_COMPILED_ALONE)  # one by one: CMake's expressions have room for few parentheses
      if(source MATCHES "/${pattern}\\.cpp$")
        set(alone TRUE)
      endif()
    endforeach()
    if(NOT alone)
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder})
    endif()
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")  # it takes a file that is included for a header
    target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
  endif()
endfunction()

# limber_add_library(<target> <exported name> <modules>...): a static library of src/limber/<module>/**.cpp.
function(limber_add_library target export_name)
  set(sources)
  foreach(module IN LISTS ARGN)
    file(GLOB_RECURSE module_sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/limber/${module}/*.cpp)
    list(APPEND sources ${module_sources})
  endforeach()
  if(NOT sources)  # an archive needs one object
    set(sources ${LIMBER_GENERATED_DIR}/${target}_empty.cpp)
    file(CONFIGURE OUTPUT ${sources} CONTENT "namespace limber {}\n")
  endif()
  add_library(${target} STATIC ${sources})
  add_library(limber::${export_name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${export_name} POSITION_INDEPENDENT_CODE ON
                        ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
  target_include_directories(${target} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
                             $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src>
                             $<BUILD_INTERFACE:${LIMBER_GENERATED_DIR}>
                             $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  limber_compile_options(${target})
  limber_compile_together(${target})
  limber_precompile(${target})
endfunction()

# limber_add_programs(<folder> LIBRARIES <libraries>...): <folder>/<name>.cpp becomes the executable <folder>_<name>,
# placed in the build's <folder>/<name>. Sets limber_<folder>_programs.
function(limber_add_programs folder)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LIBRARIES")
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.cpp)
  set(programs)
  foreach(source IN LISTS sources)
    cmake_path(GET source STEM LAST_ONLY name)
    add_executable(${folder}_${name} ${source})
    limber_compile_options(${folder}_${name})
    target_link_libraries(${folder}_${name} PRIVATE ${arg_LIBRARIES})
    target_compile_definitions(${folder}_${name} PRIVATE LIMBER_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
    set_target_properties(${folder}_${name} PROPERTIES OUTPUT_NAME ${name}
                          RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/${folder})
    list(APPEND programs ${folder}_${name})
  endforeach()
  set(limber_${folder}_programs ${programs} PARENT_SCOPE)
endfunction()
