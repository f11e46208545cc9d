#pragma once
// A GPU that is none: functions in place of the driver's, in the memory of this machine, with kernels that
// are carried out by the processor. So everything that goes on around the kernels (batch/on_gpu.cpp) is
// tested where there is no GPU, and what fails can be made to fail.

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include "limber/batch/gpu/driver.h"
#include "limber/batch/on_gpu.h"
#include "limber/batch/on_processor.h"
#include "limber/batch/problem.h"

namespace limber::test {

struct StandInGpu {
  // What it is like.
  const batch::Problem* problem = nullptr;  // that its kernels solve
  int shared_of_block = 100'000;            // [bytes]
  std::size_t memory = 1U << 30;            // [bytes]
  int launches_until_lost = -1;             // -1: never
  bool has_device = true, compiles = true;
  double seconds_per_wait = 0.0;

  // What was done with it.
  std::size_t used = 0;  // [bytes]
  int contexts = 0, compilations = 0, launches = 0, waits = 0;
  bool is_lost = false;
  int work_bytes = 1000;
};
inline StandInGpu& stand_in_gpu() {
  static StandInGpu gpu;
  return gpu;
}

namespace stand_in {

using batch::gpu::Context;
using batch::gpu::Function;
using batch::gpu::Module;
using batch::gpu::Pointer;
using batch::gpu::Program;
using batch::gpu::Result;
using batch::gpu::Stream;

constexpr Result lost = 719, no_memory = 2, no_device = 100;
inline Result status() {
  return stand_in_gpu().is_lost ? lost : 0;
}
template <class T>
T* handle() {
  static char somewhere;
  return reinterpret_cast<T*>(&somewhere);
}

// What is allocated, with its size; a context takes all with it.
inline std::map<void*, std::size_t>& blocks() {
  static std::map<void*, std::size_t> all;
  return all;
}
inline Result destroy_context(Context*) {
  --stand_in_gpu().contexts;
  for (const auto& [block, size] : blocks()) std::free(block);
  blocks().clear();
  stand_in_gpu().used = 0;
  return 0;
}

inline Result allocate(void** where, std::size_t bytes) {
  StandInGpu& gpu = stand_in_gpu();
  if (gpu.is_lost) return lost;
  if (gpu.used + bytes > gpu.memory) return no_memory;
  gpu.used += bytes;
  *where = std::calloc(bytes, 1);
  blocks().emplace(*where, bytes);
  return 0;
}
inline Result release(void* where) {
  stand_in_gpu().used -= blocks().at(where);
  blocks().erase(where);
  std::free(where);
  return status();
}

template <class T>
T argument(void** list, int number) {
  return *static_cast<T*>(list[number]);
}

// Every problem of the list from its first attempt on; later stages find their answers there already.
inline void solve(void** list) {
  const batch::Problem& problem = *stand_in_gpu().problem;
  const auto* goals = reinterpret_cast<const double*>(argument<Pointer>(list, 0));
  const int count = argument<int>(list, 3), first = argument<int>(list, 4);
  auto* const winner = reinterpret_cast<int*>(argument<Pointer>(list, 9));
  auto* const misses = reinterpret_cast<double*>(argument<Pointer>(list, 10));
  auto* const states = reinterpret_cast<double*>(argument<Pointer>(list, 11));
  if (first > 0) return;
  int next = 0;
  batch::solve_on_processor(
      problem,
      [&]() -> std::optional<batch::Job> {
        if (next == count) return std::nullopt;
        const int i = next++;
        return batch::Job{static_cast<std::size_t>(i), goals + i * problem.model->goal_size};
      },
      [&](std::size_t i, const batch::Answer& answer, const double* state) {
        if (answer.attempt >= 0) winner[i] = answer.attempt;
        misses[i] = answer.miss;
        const std::size_t width = static_cast<std::size_t>(problem.model->states);
        std::memcpy(states + i * width, state, 8 * width);
      });
}

inline void list_left(void** list) {
  const auto* from = reinterpret_cast<const int*>(argument<Pointer>(list, 0));
  const auto* winner = reinterpret_cast<const int*>(argument<Pointer>(list, 2));
  auto* const left = reinterpret_cast<int*>(argument<Pointer>(list, 3));
  auto* const left_count = reinterpret_cast<int*>(argument<Pointer>(list, 4));
  const int count = argument<int>(list, 1);
  for (int i = 0; i < count; ++i) {
    const int problem = from != nullptr ? from[i] : i;
    if (winner[problem] == batch::GpuBatch::nobody) left[(*left_count)++] = problem;
  }
}

inline batch::gpu::Driver driver() {
  batch::gpu::Driver d{};
  d.init = [](unsigned) { return 0; };
  d.device_count = [](int* count) -> Result { return (*count = stand_in_gpu().has_device ? 1 : 0, 0); };
  d.device_get = [](int* device, int) -> Result { return (*device = 0, 0); };
  d.device_name = [](char* name, int, int) -> Result { return (std::strcpy(name, "stand-in"), 0); };
  d.device_attribute = [](int* value, int attribute, int) -> Result {
    *value = attribute == 97 ? stand_in_gpu().shared_of_block : attribute == 16 ? 2 : 9;
    return 0;
  };
  d.create_context = [](Context** context, unsigned, int) -> Result {
    if (stand_in_gpu().is_lost) return lost;
    ++stand_in_gpu().contexts;
    *context = handle<Context>();
    return 0;
  };
  d.destroy_context = destroy_context;
  d.push_context = [](Context*) -> Result { return 0; };
  d.pop_context = [](Context**) -> Result { return 0; };
  d.load_module = [](Module** module, const void*) -> Result {
    return (*module = handle<Module>(), status());
  };
  // A function is its name.
  d.get_function = [](Function** function, Module*, const char* name) -> Result {
    *function = reinterpret_cast<Function*>(const_cast<char*>(name));
    return status();
  };
  d.get_global = [](Pointer* where, std::size_t*, Module*, const char*) -> Result {
    *where = reinterpret_cast<Pointer>(&stand_in_gpu().work_bytes);
    return 0;
  };
  d.set_function = [](Function*, int, int) { return status(); };
  d.occupancy = [](int* blocks, Function*, int, std::size_t) -> Result { return (*blocks = 2, 0); };
  d.allocate = [](Pointer* where, std::size_t bytes) {
    void* p = nullptr;
    const Result result = allocate(&p, bytes);
    *where = reinterpret_cast<Pointer>(p);
    return result;
  };
  d.release = [](Pointer where) { return release(reinterpret_cast<void*>(where)); };
  d.allocate_locked = [](void** where, std::size_t bytes, unsigned) { return allocate(where, bytes); };
  d.release_locked = [](void* where) { return release(where); };
  d.to_gpu = [](Pointer to, const void* from, std::size_t bytes, Stream*) -> Result {
    if (!stand_in_gpu().is_lost) std::memcpy(reinterpret_cast<void*>(to), from, bytes);
    return status();
  };
  d.from_gpu = [](void* to, Pointer from, std::size_t bytes, Stream*) -> Result {
    if (!stand_in_gpu().is_lost) std::memcpy(to, reinterpret_cast<void*>(from), bytes);
    return status();
  };
  d.fill = [](Pointer to, unsigned value, std::size_t count, Stream*) -> Result {
    for (std::size_t i = 0; i < count; ++i) reinterpret_cast<unsigned*>(to)[i] = value;
    return status();
  };
  d.launch = [](Function* function, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                Stream*, void** list, void**) -> Result {
    StandInGpu& gpu = stand_in_gpu();
    if (gpu.launches_until_lost >= 0 && gpu.launches >= gpu.launches_until_lost) gpu.is_lost = true;
    if (gpu.is_lost) return lost;
    ++gpu.launches;
    const std::string name = reinterpret_cast<const char*>(function);
    if (name == "solve") solve(list);
    if (name == "list_left") list_left(list);
    return 0;
  };
  d.create_stream = [](Stream** stream, unsigned) -> Result {
    return (*stream = handle<Stream>(), status());
  };
  d.destroy_stream = [](Stream*) { return status(); };
  d.wait = [](Stream*) -> Result {
    std::this_thread::sleep_for(std::chrono::duration<double>(stand_in_gpu().seconds_per_wait));
    return (++stand_in_gpu().waits, status());
  };
  d.error_text = [](Result result, const char** text) -> Result {
    *text = result == lost ? "it was lost" : result == no_memory ? "out of memory" : "something else";
    return 0;
  };
  return d;
}

inline batch::gpu::Compiler compiler() {
  batch::gpu::Compiler c{};
  c.version = [](int* major, int* minor) -> Result { return (*major = 13, *minor = 0, 0); };
  c.create = [](Program** program, const char*, const char*, int, const char* const*,
                const char* const*) -> Result { return (*program = handle<Program>(), 0); };
  c.compile = [](Program*, int, const char* const*) -> Result {
    ++stand_in_gpu().compilations;
    return stand_in_gpu().compiles ? 0 : 6;
  };
  c.log_size = [](Program*, std::size_t* size) -> Result { return (*size = 4, 0); };
  c.log = [](Program*, char* text) -> Result { return (std::memcpy(text, "why", 4), 0); };
  c.code_size = [](Program*, std::size_t* size) -> Result { return (*size = 8, 0); };
  c.code = [](Program*, char*) -> Result { return 0; };
  c.destroy = [](Program**) -> Result { return 0; };
  return c;
}

}  // namespace stand_in

// While this lives, batches find the stand-in instead of the libraries of this machine, shares are small, and
// compiled programs are kept in `folder` alone.
class WithStandInGpu {
 public:
  explicit WithStandInGpu(const StandInGpu& like, std::size_t share = 1000, const std::string& folder = "")
      : functions_{new batch::gpu::StandIn{stand_in::driver(), stand_in::compiler()}},
        share_(batch::gpu_share) {
    stand_in_gpu() = like;
    setenv("LIMBER_GPU_CACHE", folder.c_str(), 1);
    batch::gpu_share = share;
    batch::gpu::use_instead(functions_);
  }
  ~WithStandInGpu() {
    batch::gpu::use_instead(nullptr);
    static_cast<void>(batch::gpu_name());  // lets go of what was opened
    batch::gpu_share = share_;
    delete functions_;
  }
  WithStandInGpu(const WithStandInGpu&) = delete;
  WithStandInGpu& operator=(const WithStandInGpu&) = delete;

 private:
  const batch::gpu::StandIn* functions_;
  std::size_t share_;
};

}  // namespace limber::test
