// The functions of the system that may fail, each with a turnstile in front of it.
#include "faults.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

namespace limber::faults {
namespace {

struct Turnstile {
  Kind kind = Kind::none;
  long failing = 0;  // 0: none
  long passed = 0;
};
thread_local Turnstile own;
// For a whole program: all threads pass the same one. Set before main, from LIMBER_FAULT.
Kind program_kind = Kind::none;
long program_failing = 0;
std::atomic<long> program_passed = 0;

Kind kind_of(const char* name, std::size_t length) {
  const auto is = [&](const char* word) {
    return std::strlen(word) == length && !std::strncmp(word, name, length);
  };
  if (is("allocation")) return Kind::allocation;
  if (is("reading")) return Kind::reading;
  if (is("writing")) return Kind::writing;
  if (is("renaming")) return Kind::renaming;
  return Kind::none;
}

__attribute__((constructor)) void read_environment() {
  const char* const text = std::getenv("LIMBER_FAULT");
  const char* const colon = text ? std::strchr(text, ':') : nullptr;
  if (!colon) return;
  program_failing = std::atol(colon + 1);
  program_kind = kind_of(text, static_cast<std::size_t>(colon - text));
}

bool fails(Kind kind) {
  if (own.kind == kind && ++own.passed == own.failing) return true;
  return program_kind == kind && ++program_passed == program_failing;
}

template <class Function>
Function next(const char* name) {
  return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

}  // namespace

void arm(Kind kind, long n) {
  own = {kind, n, 0};
}

long disarm() {
  const long passed = own.passed;
  own = {};
  return passed;
}

}  // namespace limber::faults

using limber::faults::fails;
using limber::faults::Kind;
using limber::faults::next;

// Allocations by `new`. Those of Eigen's matrices are left alone: Eigen 3.4 gives the old memory of a matrix back before it
// asks for new, so a matrix that cannot grow is freed twice, whatever its user does (docs/security.md).
void* operator new(std::size_t size) {
  void* const block = fails(Kind::allocation) ? nullptr : std::malloc(size ? size : 1);
  return block ? block : throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return fails(Kind::allocation) ? nullptr : std::malloc(size ? size : 1);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  void* block = nullptr;
  if (fails(Kind::allocation) || ::posix_memalign(&block, static_cast<std::size_t>(alignment), size) != 0) {
    throw std::bad_alloc();
  }
  return block;
}
void operator delete(void* block) noexcept {
  std::free(block);
}
void operator delete(void* block, std::size_t) noexcept {
  std::free(block);
}
void operator delete(void* block, const std::nothrow_t&) noexcept {
  std::free(block);
}
void operator delete(void* block, std::align_val_t) noexcept {
  std::free(block);
}
void operator delete(void* block, std::size_t, std::align_val_t) noexcept {
  std::free(block);
}

extern "C" {

std::FILE* fopen(const char* file, const char* mode) {
  static const auto real = next<std::FILE* (*)(const char*, const char*)>("fopen");
  if (fails(mode[0] == 'r' ? Kind::reading : Kind::writing)) return errno = EMFILE, nullptr;
  return real(file, mode);
}
int open(const char* file, int flags, ...) {
  static const auto real = next<int (*)(const char*, int, ...)>("open");
  std::va_list more;
  va_start(more, flags);
  const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(more, mode_t) : 0;
  va_end(more);
  if ((flags & O_CREAT) != 0 && fails(Kind::writing)) return errno = ENOSPC, -1;
  return real(file, flags, mode);
}
std::size_t fread(void* to, std::size_t size, std::size_t count, std::FILE* stream) {
  static const auto real = next<std::size_t (*)(void*, std::size_t, std::size_t, std::FILE*)>("fread");
  if (!fails(Kind::reading)) return real(to, size, count, stream);
  // Reading a folder is how to make a stream bad from outside.
  stream = ::freopen("/", "r", stream);
  return stream ? real(to, size, count, stream) : 0;
}
std::size_t fwrite(const void* from, std::size_t size, std::size_t count, std::FILE* stream) {
  static const auto real = next<std::size_t (*)(const void*, std::size_t, std::size_t, std::FILE*)>("fwrite");
  if (fails(Kind::writing)) return errno = ENOSPC, 0;
  return real(from, size, count, stream);
}
int fflush(std::FILE* stream) {
  static const auto real = next<int (*)(std::FILE*)>("fflush");
  if (fails(Kind::writing)) return errno = ENOSPC, EOF;
  return real(stream);
}
int fsync(int descriptor) {
  static const auto real = next<int (*)(int)>("fsync");
  if (fails(Kind::writing)) return errno = EIO, -1;
  return real(descriptor);
}
int renameat2(int from_folder, const char* from, int to_folder, const char* to, unsigned flags) {
  static const auto real = next<int (*)(int, const char*, int, const char*, unsigned)>("renameat2");
  if (fails(Kind::renaming)) return errno = EACCES, -1;
  return real(from_folder, from, to_folder, to, flags);
}
int rename(const char* from, const char* to) {
  static const auto real = next<int (*)(const char*, const char*)>("rename");
  if (fails(Kind::renaming)) return errno = EACCES, -1;
  return real(from, to);
}

}  // extern "C"
