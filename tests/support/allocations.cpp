#include "support/allocations.h"

#include <atomic>
#include <cstdlib>
#include <new>

// Eigen allocates through malloc, everything else through operator new: both are counted here. Sanitizers
// bring their own malloc, so there only operator new is seen.
namespace {
std::atomic<std::size_t> allocations{0}, bytes{0};

void note(std::size_t size) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  bytes.fetch_add(size, std::memory_order_relaxed);
}
}  // namespace

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && defined(__GLIBC__)
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_realloc(void* old, std::size_t size);
void* malloc(std::size_t size) {
  note(size);
  return __libc_malloc(size);
}
void* realloc(void* old, std::size_t size) {
  note(size);
  return __libc_realloc(old, size);
}
}
#else
void* operator new(std::size_t size) {
  note(size);
  if (void* p = std::malloc(size ? size : 1)) return p;
  throw std::bad_alloc();
}
// What std::stable_sort asks for its buffer with.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  note(size);
  return std::malloc(size ? size : 1);
}
void operator delete(void* p) noexcept {
  std::free(p);
}
void operator delete(void* p, std::size_t) noexcept {
  std::free(p);
}
void operator delete(void* p, const std::nothrow_t&) noexcept {
  std::free(p);
}
#endif

namespace limber::test {

AllocationCounter::AllocationCounter() : at_start_(allocations.load()), bytes_at_start_(bytes.load()) {}

std::size_t AllocationCounter::count() const {
  return allocations.load() - at_start_;
}

std::size_t AllocationCounter::byte_count() const {
  return bytes.load() - bytes_at_start_;
}

}  // namespace limber::test
