#pragma once
// A problem as the source text of a GPU program: the sizes as macros, the tables as constants, then the
// kernels.

#include <string>

#include "limber/batch/problem.h"

namespace limber::batch {

struct ProgramText {
  std::string source;  // what the run-time compiler is given
  int team = 1;        // threads that work on one problem: 1 or 32
  int block = 128;     // threads of a block
};

ProgramText program_text(const Problem& problem);

}  // namespace limber::batch
