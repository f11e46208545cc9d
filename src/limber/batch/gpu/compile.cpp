#include "limber/batch/gpu/compile.h"

#include "limber/batch/gpu/driver.h"
#include "limber/batch/kernel_sources.h"

namespace limber::batch::gpu {

Expected<Compiled> compile(const ProgramText& text, const std::string& architecture) {
  const Expected<Compiler>& opened = compiler();
  if (!opened) return opened.error();
  const Compiler& nvrtc = *opened;
  Program* program = nullptr;
  if (nvrtc.create(&program, text.source.c_str(), "figure.cu", kernel_source_count, kernel_sources,
                   kernel_source_names) != 0) {
    return Error{"NVIDIA's run-time compiler did not start"};
  }
  // No fused multiply-add behind our back: the same bits as on the processor. Line numbers for profilers and
  // checkers.
  const std::string target = "--gpu-architecture=" + architecture;
  const char* const options[] = {target.c_str(), "--fmad=false", "--std=c++17", "--ptxas-options=-v",
                                 "--generate-line-info"};
  const Result result = nvrtc.compile(program, 5, options);
  Compiled compiled;
  std::size_t size = 0;
  if (nvrtc.log_size(program, &size) == 0 && size > 1) {
    compiled.log.resize(size);
    nvrtc.log(program, compiled.log.data());
  }
  const bool has_code = result == 0 && nvrtc.code_size(program, &size) == 0;
  if (has_code) {
    compiled.code.resize(size);
    nvrtc.code(program, compiled.code.data());
  }
  nvrtc.destroy(&program);
  if (!has_code) return Error{"the GPU program did not compile: " + compiled.log};
  return compiled;
}

}  // namespace limber::batch::gpu
