#pragma once
// What the program has allocated and not given back. Not with sanitizers: they have an allocator of their own.

#include <malloc.h>

namespace limber::test {

inline double bytes_in_use() {
  const struct mallinfo2 info = ::mallinfo2();
  return static_cast<double>(info.uordblks) + static_cast<double>(info.hblkhd);
}

}  // namespace limber::test
