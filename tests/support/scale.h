#pragma once
// How often a property test repeats: LIMBER_TEST_SCALE shrinks or grows every count (the sanitizer run uses less).

#include <algorithm>
#include <cstdlib>

namespace limber::test {

inline int scaled(int count) {
  const char* s = std::getenv("LIMBER_TEST_SCALE");
  const double f = s ? std::atof(s) : 1.0;
  return std::max(1, static_cast<int>(count * f));
}

}  // namespace limber::test
