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

// `architecture`: as in "sm_90". Needs no GPU.
Expected<Compiled> compile(const ProgramText& text, const std::string& architecture);

}  // namespace limber::batch::gpu
