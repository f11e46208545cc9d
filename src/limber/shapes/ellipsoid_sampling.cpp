// Samples of ellipsoids: rings of points between two poles, tested against another ellipsoid.

#include "limber/shapes/ellipsoid_sampling.h"

#include <cmath>
#include <limits>
#include <numbers>

#include "limber/math/portable.h"
#include "limber/shapes/ellipsoid_point.h"

namespace limber {

namespace {

bool is_inside(const Ellipsoid& e, const Vec3& x) {
  return (e.rotation.transpose() * (x - e.center)).cwiseQuotient(e.radii).squaredNorm() < 1.0;
}

// Calls visit(u) for every sample u of the unit sphere until it returns true.
template <class Visit>
bool visit_samples(const EllipsoidSampling& sampling, Visit&& visit) {
  if (visit(Vec3(Vec3::UnitZ())) || visit(Vec3(-Vec3::UnitZ()))) return true;
  constexpr double pi = std::numbers::pi;
  for (int i = 1; i <= sampling.latitudes; ++i) {
    const double polar = pi * i / (sampling.latitudes + 1);
    const double ring = portable::sin(polar), height = portable::cos(polar);
    for (int k = 0; k < sampling.longitudes; ++k) {
      const double azimuth = 2.0 * pi * k / sampling.longitudes;
      if (visit(Vec3(ring * portable::cos(azimuth), ring * portable::sin(azimuth), height))) return true;
    }
  }
  return false;
}

bool reaches_into(const Ellipsoid& sampled, const Ellipsoid& other, const EllipsoidSampling& sampling) {
  const auto is_hit = [&](const Vec3& u) {
    return is_inside(other, sampled.center + sampled.rotation * sampled.radii.cwiseProduct(u));
  };
  return is_inside(other, sampled.center) || visit_samples(sampling, is_hit);
}

// The distance of p from the ellipsoid to first order; negative inside.
double rough_distance(const Vec3& radii, const Vec3& p) {
  const Vec3 u = p.cwiseQuotient(radii);
  const double rho = u.norm(), slope = u.cwiseQuotient(radii).norm();
  return slope > 0.0 ? (rho - 1.0) * rho / slope : -radii.minCoeff();
}

// The sample of `sampled` nearest to `other`, and the point of `other` nearest to it: `on_a` is the sample.
Closest nearest_sample(const Solid& sampled, const Solid& other, const EllipsoidSampling& sampling) {
  const Mat3 turn = other.axes.transpose() * sampled.axes;
  const Vec3 offset = other.axes.transpose() * (sampled.center - other.center);
  double least = std::numeric_limits<double>::infinity();
  Vec3 nearest = offset;  // in the axes of `other`
  visit_samples(sampling, [&](const Vec3& u) {
    const Vec3 p = offset + turn * sampled.half.cwiseProduct(u);
    const double distance = rough_distance(other.half, p);
    if (distance < least) {
      least = distance;
      nearest = p;
    }
    return false;
  });
  const EllipsoidPoint found = nearest_on_ellipsoid(other.half, nearest);
  return {other.center + other.axes * nearest, other.center + other.axes * found.point,
          other.axes * found.normal, found.distance};
}

}  // namespace

bool overlap_by_sampling(const Ellipsoid& a, const Ellipsoid& b, const EllipsoidSampling& sampling) noexcept {
  const double reach = a.radii.maxCoeff() + b.radii.maxCoeff();
  if ((a.center - b.center).squaredNorm() > reach * reach) return false;
  return reaches_into(a, b, sampling) || reaches_into(b, a, sampling);
}

Closest closest_by_sampling(const Solid& a, const Solid& b, const EllipsoidSampling& sampling) noexcept {
  const Closest first = nearest_sample(a, b, sampling), second = nearest_sample(b, a, sampling);
  if (first.distance <= second.distance) return first;
  return {second.on_b, second.on_a, -second.normal, second.distance};
}

}  // namespace limber
