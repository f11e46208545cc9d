// Hands the kernels and the figure's tables to the compiler, and names everything it was given.

#include "limber/batch/gpu/compile.h"

#include <iterator>

#include "limber/batch/gpu/driver.h"
#include "limber/batch/kernel_sources.h"

namespace limber::batch::gpu {

namespace {

// No fused multiply-add behind our back: the same bits as on the processor. Line numbers for profilers and
// checkers.
constexpr const char* options[] = {"--fmad=false", "--std=c++17", "--ptxas-options=-v",
                                   "--generate-line-info"};

std::string target(const std::string& architecture) {
  return "--gpu-architecture=" + architecture;
}

}  // namespace

Expected<std::string> compiled_from(const ProgramText& text, const std::string& architecture) {
  const Expected<Compiler>& opened = compiler();
  if (!opened) return opened.error();
  int major = 0, minor = 0;
  if (opened->version(&major, &minor) != 0)
    return Error{"NVIDIA's run-time compiler does not say its version"};
  std::string all =
      "nvrtc " + std::to_string(major) + "." + std::to_string(minor) + " " + target(architecture);
  for (const char* option : options) all.append(" ").append(option);
  for (int i = 0; i < kernel_source_count; ++i)
    all.append("\n// ").append(kernel_source_names[i]).append("\n").append(kernel_sources[i]);
  return all + "\n// figure.cu\n" + text.source;
}

Expected<Compiled> compile(const ProgramText& text, const std::string& architecture) {
  const Expected<Compiler>& opened = compiler();
  if (!opened) return opened.error();
  const Compiler& nvrtc = *opened;
  Program* program = nullptr;
  if (nvrtc.create(&program, text.source.c_str(), "figure.cu", kernel_source_count, kernel_sources,
                   kernel_source_names) != 0) {
    return Error{"NVIDIA's run-time compiler did not start"};
  }
  const std::string first = target(architecture);
  std::vector<const char*> all{first.c_str()};
  all.insert(all.end(), std::begin(options), std::end(options));
  const Result result = nvrtc.compile(program, static_cast<int>(all.size()), all.data());
  Compiled compiled;
  std::size_t size = 0;
  if (nvrtc.log_size(program, &size) == 0 && size > 1) {
    compiled.log.resize(size);
    nvrtc.log(program, compiled.log.data());
    compiled.log.pop_back();  // the end of a C string
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
