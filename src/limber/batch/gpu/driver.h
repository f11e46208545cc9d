#pragma once
// NVIDIA's driver and run-time compiler, opened when they are first needed: Limber builds and runs without
// either. The functions are declared here with the types of their binary interface, which has been the same
// since CUDA 11.

#include <cstddef>

#include "limber/base/expected.h"

namespace limber::batch::gpu {

using Pointer = unsigned long long;  // in the GPU's memory
struct Context;
struct Module;
struct Function;
struct Stream;
struct Program;
using Result = int;  // 0: done

// libcuda: https://docs.nvidia.com/cuda/cuda-driver-api
struct Driver {
  Result (*init)(unsigned);
  Result (*device_count)(int*);
  Result (*device_get)(int*, int);
  Result (*device_name)(char*, int, int);
  Result (*device_attribute)(int*, int, int);
  Result (*create_context)(Context**, unsigned, int);
  Result (*destroy_context)(Context*);
  Result (*push_context)(Context*);  // makes it the calling thread's own, until it is popped
  Result (*pop_context)(Context**);
  Result (*load_module)(Module**, const void*);
  Result (*get_function)(Function**, Module*, const char*);
  Result (*get_global)(Pointer*, std::size_t*, Module*, const char*);
  Result (*set_function)(Function*, int, int);
  Result (*occupancy)(int*, Function*, int, std::size_t);
  Result (*allocate)(Pointer*, std::size_t);
  Result (*release)(Pointer);
  Result (*allocate_locked)(void**, std::size_t, unsigned);
  Result (*release_locked)(void*);
  Result (*to_gpu)(Pointer, const void*, std::size_t, Stream*);
  Result (*from_gpu)(void*, Pointer, std::size_t, Stream*);
  Result (*fill)(Pointer, unsigned, std::size_t, Stream*);
  Result (*launch)(Function*, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, Stream*,
                   void**, void**);
  Result (*create_stream)(Stream**, unsigned);
  Result (*destroy_stream)(Stream*);
  Result (*wait)(Stream*);
  Result (*error_text)(Result, const char**);
};

// libnvrtc: https://docs.nvidia.com/cuda/nvrtc
struct Compiler {
  Result (*version)(int*, int*);
  Result (*create)(Program**, const char*, const char*, int, const char* const*, const char* const*);
  Result (*compile)(Program*, int, const char* const*);
  Result (*log_size)(Program*, std::size_t*);
  Result (*log)(Program*, char*);
  Result (*code_size)(Program*, std::size_t*);
  Result (*code)(Program*, char*);
  Result (*destroy)(Program**);
};

// Opened once; an error is a sentence, and the same one every time.
const Expected<Driver>& driver();
const Expected<Compiler>& compiler();

// For tests: functions in place of the libraries' own, a GPU that is none; null: the libraries again.
struct StandIn {
  Expected<Driver> driver;
  Expected<Compiler> compiler;
};
void use_instead(const StandIn* functions);

}  // namespace limber::batch::gpu
