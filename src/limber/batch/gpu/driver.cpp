// Opens the libraries by name and looks up their functions; what is missing becomes a sentence.

#include "limber/batch/gpu/driver.h"

#include <dlfcn.h>

#include <atomic>
#include <initializer_list>
#include <string>

namespace limber::batch::gpu {

namespace {

// Libraries stay open for as long as the program runs.
class Library {
 public:
  explicit Library(std::initializer_list<const char*> names) {
    for (const char* name : names) {
      handle_ = dlopen(name, RTLD_NOW | RTLD_LOCAL);
      if (handle_ != nullptr) return;
    }
  }
  bool is_open() const { return handle_ != nullptr; }
  const std::string& missing() const { return missing_; }

  template <class F>
  void find(F*& function, const char* name) {
    function = reinterpret_cast<F*>(dlsym(handle_, name));
    if (function == nullptr && missing_.empty()) missing_ = name;
  }

 private:
  void* handle_ = nullptr;
  std::string missing_;
};

Expected<Driver> open_driver() {
  Library library({"libcuda.so.1", "libcuda.so"});
  if (!library.is_open()) return Error{"no NVIDIA driver is installed (libcuda.so.1 was not found)"};
  Driver d{};
  library.find(d.init, "cuInit");
  library.find(d.device_count, "cuDeviceGetCount");
  library.find(d.device_get, "cuDeviceGet");
  library.find(d.device_name, "cuDeviceGetName");
  library.find(d.device_attribute, "cuDeviceGetAttribute");
  library.find(d.create_context, "cuCtxCreate_v2");
  library.find(d.destroy_context, "cuCtxDestroy_v2");
  library.find(d.push_context, "cuCtxPushCurrent_v2");
  library.find(d.pop_context, "cuCtxPopCurrent_v2");
  library.find(d.load_module, "cuModuleLoadData");
  library.find(d.get_function, "cuModuleGetFunction");
  library.find(d.get_global, "cuModuleGetGlobal_v2");
  library.find(d.set_function, "cuFuncSetAttribute");
  library.find(d.occupancy, "cuOccupancyMaxActiveBlocksPerMultiprocessor");
  library.find(d.allocate, "cuMemAlloc_v2");
  library.find(d.release, "cuMemFree_v2");
  library.find(d.allocate_locked, "cuMemHostAlloc");
  library.find(d.release_locked, "cuMemFreeHost");
  library.find(d.to_gpu, "cuMemcpyHtoDAsync_v2");
  library.find(d.from_gpu, "cuMemcpyDtoHAsync_v2");
  library.find(d.fill, "cuMemsetD32Async");
  library.find(d.launch, "cuLaunchKernel");
  library.find(d.create_stream, "cuStreamCreate");
  library.find(d.destroy_stream, "cuStreamDestroy_v2");
  library.find(d.wait, "cuStreamSynchronize");
  library.find(d.error_text, "cuGetErrorString");
  if (!library.missing().empty())
    return Error{"the NVIDIA driver is too old: it has no " + library.missing()};
  return d;
}

Expected<Compiler> open_compiler() {
  Library library({"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so", "/usr/local/cuda/lib64/libnvrtc.so"});
  if (!library.is_open())
    return Error{"NVIDIA's run-time compiler is not installed (libnvrtc.so was not found)"};
  Compiler c{};
  library.find(c.version, "nvrtcVersion");
  library.find(c.create, "nvrtcCreateProgram");
  library.find(c.compile, "nvrtcCompileProgram");
  library.find(c.log_size, "nvrtcGetProgramLogSize");
  library.find(c.log, "nvrtcGetProgramLog");
  library.find(c.code_size, "nvrtcGetCUBINSize");
  library.find(c.code, "nvrtcGetCUBIN");
  library.find(c.destroy, "nvrtcDestroyProgram");
  if (!library.missing().empty()) {
    return Error{"NVIDIA's run-time compiler is too old: it has no " + library.missing()};
  }
  return c;
}

std::atomic<const StandIn*> stand_in = nullptr;

}  // namespace

void use_instead(const StandIn* functions) {
  stand_in = functions;
}

const Expected<Driver>& driver() {
  if (const StandIn* functions = stand_in) return functions->driver;
  static const Expected<Driver> opened = open_driver();
  return opened;
}

const Expected<Compiler>& compiler() {
  if (const StandIn* functions = stand_in) return functions->compiler;
  static const Expected<Compiler> opened = open_compiler();
  return opened;
}

}  // namespace limber::batch::gpu
