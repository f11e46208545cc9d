#include "limber/shapes/ellipsoid_sampling.h"

#include <cmath>
#include <numbers>

namespace limber {

namespace {

bool is_inside(const Ellipsoid& e, const Vec3& x) {
  return (e.rotation.transpose() * (x - e.center)).cwiseQuotient(e.radii).squaredNorm() < 1.0;
}

bool reaches_into(const Ellipsoid& sampled, const Ellipsoid& other, const EllipsoidSampling& sampling) {
  const auto is_hit = [&](const Vec3& u) {
    return is_inside(other, sampled.center + sampled.rotation * sampled.radii.cwiseProduct(u));
  };
  if (is_hit(Vec3::UnitZ()) || is_hit(-Vec3::UnitZ()) || is_inside(other, sampled.center)) return true;
  constexpr double pi = std::numbers::pi;
  for (int i = 1; i <= sampling.latitudes; ++i) {
    const double polar = pi * i / (sampling.latitudes + 1);
    for (int k = 0; k < sampling.longitudes; ++k) {
      const double azimuth = 2.0 * pi * k / sampling.longitudes;
      const double ring = std::sin(polar);
      if (is_hit({ring * std::cos(azimuth), ring * std::sin(azimuth), std::cos(polar)})) return true;
    }
  }
  return false;
}

}  // namespace

bool overlap_by_sampling(const Ellipsoid& a, const Ellipsoid& b, const EllipsoidSampling& sampling) noexcept {
  const double reach = a.radii.maxCoeff() + b.radii.maxCoeff();
  if ((a.center - b.center).squaredNorm() > reach * reach) return false;
  return reaches_into(a, b, sampling) || reaches_into(b, a, sampling);
}

}  // namespace limber
