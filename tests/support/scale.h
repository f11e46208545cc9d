// How many cases a property test tries: fewer under the sanitizers, more when asked for.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace limber::test {

// `count` times the environment variable LIMBER_TEST_SCALE (1 if it is not set), and at least 1. `./test`
// sets 0.1 for the sanitizer run; LIMBER_TEST_SCALE=100 is a night's search.
inline int scaled(int count) {
  const char* text = std::getenv("LIMBER_TEST_SCALE");
  const double scale = text ? std::strtod(text, nullptr) : 1.0;
  if (!(scale > 0.0)) return count;  // not set to a positive number: as if not set
  return static_cast<int>(std::clamp(std::round(count * scale), 1.0, 1e9));
}

}  // namespace limber::test
