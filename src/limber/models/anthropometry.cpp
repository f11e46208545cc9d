#include "limber/models/anthropometry.h"

namespace limber::models {

namespace {

Vec3 squared_radii(const SegmentInertia& segment, double length) {
  const Vec3 radii(segment.sagittal * length, segment.transverse * length, segment.longitudinal * length);
  return radii.cwiseAbs2();
}

}  // namespace

MassProperties inertia_along_z(const SegmentInertia& segment, double length, const Vec3& center) {
  const double mass = segment.mass * body_mass;
  const Vec3 moments = mass * squared_radii(segment, length);
  return {mass, center, moments.asDiagonal()};
}

MassProperties inertia_along_x(const SegmentInertia& segment, double length, const Vec3& center) {
  const double mass = segment.mass * body_mass;
  const Vec3 k = squared_radii(segment, length);
  const Vec3 moments(mass * k.z(), mass * k.y(), mass * k.x());
  return {mass, center, moments.asDiagonal()};
}

// Across its length the slice keeps the radius of the whole. Along it, k^2 = c^2 + l^2/12 with c^2 the spread
// within a cross-section: the slice has l/2 for l, and moving it l/4 from the centre restores the whole,
// (l/2)^2/12 + (l/4)^2 = l^2/12.
MassProperties half_along_z(const SegmentInertia& segment, double length, const Vec3& center, int side) {
  const double mass = 0.5 * segment.mass * body_mass;
  const double quarter = length / 4.0;
  const Vec3 spread(quarter * quarter, quarter * quarter, 0.0);
  const Vec3 moments = mass * (squared_radii(segment, length) - spread);
  return {mass, center + Vec3(0, 0, side * quarter), moments.asDiagonal()};
}

}  // namespace limber::models
