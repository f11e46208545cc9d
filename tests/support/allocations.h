#pragma once
// Counts every allocation of the program while it lives, to show that a hot path makes none.

#include <cstddef>

namespace limber::test {

class AllocationCounter {
 public:
  AllocationCounter();
  std::size_t count() const;
  std::size_t byte_count() const;  // of all of them, whether given back or not

 private:
  std::size_t at_start_, bytes_at_start_;
};

}  // namespace limber::test
