#pragma once
// The kernels of one problem, compiled for one kind of GPU.

#include <string>
#include <vector>

#include "limber/base/expected.h"
#include "limber/batch/model_text.h"

namespace limber::batch::gpu {

struct Compiled {
  std::vector<char> code;
  std::string log;  // what the compiler says about registers and memory
};

// `architecture`: as in "sm_90". Neither needs a GPU.
Expected<Compiled> compile(const ProgramText& text, const std::string& architecture);
// Everything that the code depends on, as one text: the same text, the same code.
Expected<std::string> compiled_from(const ProgramText& text, const std::string& architecture);

}  // namespace limber::batch::gpu
