#include "limber/figure/motion.h"

#include <algorithm>
#include <utility>

#include "limber/figure/figure.h"

namespace limber {

Posture posture_at(const Figure& figure, const Motion& motion, double time) {
  const auto after = std::upper_bound(motion.times.begin(), motion.times.end(), time);
  if (after == motion.times.begin()) return motion.postures.front();
  if (after == motion.times.end()) return motion.postures.back();
  const std::size_t k = static_cast<std::size_t>(after - motion.times.begin()) - 1;
  const double u = (time - motion.times[k]) / (motion.times[k + 1] - motion.times[k]);
  Posture posture = motion.postures[k];
  if (u > 0.0) integrate(figure, u * difference(figure, posture, motion.postures[k + 1]), posture);
  return posture;
}

Motion evenly_spaced(std::vector<Posture> postures, double step, std::string name) {
  Motion motion;
  motion.name = std::move(name);
  for (std::size_t k = 0; k < postures.size(); ++k) motion.times.push_back(static_cast<double>(k) * step);
  motion.postures = std::move(postures);
  return motion;
}

}  // namespace limber
