// The smallest user of an installed Limber.
#include <cstdio>

#include "limber/base/version.h"

int main() {
  const auto version = limber::version();
  std::printf("limber %.*s\n", static_cast<int>(version.size()), version.data());
  return version == LIMBER_VERSION_STRING ? 0 : 1;
}
