#pragma once
// Random swing polygons whose inside is known without asking them: stars, which from their centre are seen
// whole.

#include <numbers>

#include "limber/figure/joint.h"
#include "support/random_figure.h"

namespace limber::test {

struct StarPolygon {
  SwingPolygon polygon;
  Mat3 axes;                     // the centre is the third column
  std::vector<double> azimuths;  // of the vertices around the centre, rising, in [0, 2 pi)

  // On the meridian of p the boundary is crossed once, on the edge between the two vertices around it, whose
  // great circle has the centre on its inner side.
  bool contains(const Vec3& p) const {
    const Vec3 own = axes.transpose() * p;
    double azimuth = std::atan2(own.y(), own.x());
    if (azimuth < 0) azimuth += 2 * std::numbers::pi;
    std::size_t after = 0;
    while (after < azimuths.size() && azimuths[after] <= azimuth) ++after;
    const std::size_t count = azimuths.size();
    const Vec3& a = polygon.vertices[(after + count - 1) % count];
    const Vec3& b = polygon.vertices[after % count];
    return a.cross(b).dot(p) >= 0;
  }
};

// 3 to 12 vertices at any distance from the centre: convex, concave, and larger than a hemisphere.
inline StarPolygon random_star(Random& random) {
  constexpr double pi = std::numbers::pi;
  StarPolygon star;
  star.axes = random_rotation(random);
  const int count = uniform_int(random, 3, 12);
  const double smallest = uniform(random, 0.05, 1.5), largest = smallest + uniform(random, 0.0, 1.4);
  for (int i = 0; i < count; ++i) {
    // Steps in azimuth of less than pi, so that an edge stays between its vertices.
    const double azimuth = 2 * pi * (i + uniform(random, 0.05, 0.45)) / count;
    const double distance = uniform(random, smallest, largest);
    star.azimuths.push_back(azimuth);
    star.polygon.vertices.push_back(star.axes * Vec3(std::sin(distance) * std::cos(azimuth),
                                                     std::sin(distance) * std::sin(azimuth),
                                                     std::cos(distance)));
  }
  return star;
}

}  // namespace limber::test
