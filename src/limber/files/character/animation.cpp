#include "limber/files/character/animation.h"

#include <algorithm>

namespace limber::character {

std::vector<double> each_once(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  std::vector<double> kept;
  for (const double time : times) {
    if (kept.empty() || time - kept.back() > nearest_times) kept.push_back(time);
  }
  return kept;
}

}  // namespace limber::character
