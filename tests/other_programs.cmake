# Benchmarks, fuzzers and random sessions are built only for those who run them. Here a compiler reads them, so that they still
# compile on the day somebody does.
find_path(LIMBER_BENCHMARK_INCLUDE_DIR benchmark/benchmark.h)

# What all of them include, read once. Nothing of Limber, so that a header they miss is noticed.
set(common ${CMAKE_CURRENT_BINARY_DIR}/programs/common.h)
file(CONFIGURE OUTPUT ${common} CONTENT "#include <Eigen/Dense>\n#include <nlohmann/json.hpp>\n#include <functional>\n#include <map>\n")
set(includes $<TARGET_PROPERTY:limber_test_support,INCLUDE_DIRECTORIES> $<TARGET_PROPERTY:limber,INCLUDE_DIRECTORIES>
  ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/apps)
set(folders "-I$<JOIN:${includes},;-I>")
set(compiler ${CMAKE_CXX_COMPILER} -std=c++20)
add_test(NAME programs COMMAND_EXPAND_LISTS COMMAND ${compiler} "${folders}" -x c++-header ${common} -o ${common}.gch)
set_tests_properties(programs PROPERTIES FIXTURES_SETUP programs_common LABELS programs)

function(limber_reading_test folder)  # more arguments are those of add_test
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.cpp)
  add_test(NAME programs.${folder} ${ARGN} COMMAND_EXPAND_LISTS COMMAND ${compiler} "${folders}" -include ${common} -fsyntax-only
    -DLIMBER_SOURCE_DIR="" -DLIMBER_PROGRAM="" -DLIMBER_HAVE_KDL=0 -DLIMBER_HAVE_MUJOCO=0 -DLIMBER_HAVE_DART=0 -DLIMBER_HAVE_FCL=0
    ${sources})
  set_tests_properties(programs.${folder} PROPERTIES FIXTURES_REQUIRED programs_common LABELS programs TIMEOUT 600)
endfunction()

limber_reading_test(fuzz)
limber_reading_test(soak)
# A hundred seconds, too long for every run: tools/lint.sh does it.
if(LIMBER_BENCHMARK_INCLUDE_DIR)
  limber_reading_test(benchmarks CONFIGURATIONS lint)
endif()
