// Polygons by Andrew's monotone chain; everything else is written out.

#include "limber/retargeting/support.h"

#include <algorithm>
#include <cmath>

#include "limber/kinematics/kinematics.h"
#include "limber/kinematics/mass_distribution.h"
#include "limber/shapes/shape.h"

namespace limber {

namespace {

constexpr double plenty = 1e6;     // [m] the room of an edge that is not there
constexpr double too_thin = 1e-9;  // [m^2]

double turn(const Vec2& a, const Vec2& b, const Vec2& c) {
  return (b.x() - a.x()) * (c.y() - a.y()) - (b.y() - a.y()) * (c.x() - a.x());
}

// Counter-clockwise, no corner on a straight line.
std::vector<Vec2> hull_of_points(std::vector<Vec2> points) {
  std::sort(points.begin(), points.end(),
            [](const Vec2& a, const Vec2& b) { return a.x() != b.x() ? a.x() < b.x() : a.y() < b.y(); });
  std::vector<Vec2> hull;
  const auto add_side = [&](auto begin, auto end) {
    const std::size_t first = hull.size();
    for (auto p = begin; p != end; ++p) {
      while (hull.size() >= first + 2 && turn(hull[hull.size() - 2], hull.back(), *p) <= too_thin)
        hull.pop_back();
      hull.push_back(*p);
    }
    hull.pop_back();  // the first of the other side
  };
  add_side(points.begin(), points.end());
  add_side(points.rbegin(), points.rend());
  return hull;
}

}  // namespace

double SupportPolygon::room(const Vec2& point) const {
  double least = plenty;
  for (int k = 0; k < count; ++k) least = std::min(least, at(offsets, k) - at(normals, k).dot(point));
  return least;
}

SupportPolygon polygon_around(std::span<const Vec2> points, double margin) {
  SupportPolygon polygon;
  if (points.empty()) return polygon;
  const auto add = [&](const Vec2& normal, double offset) {
    if (polygon.count == SupportPolygon::most) return;
    at(polygon.normals, polygon.count) = normal;
    at(polygon.offsets, polygon.count++) = offset - margin;
  };
  const std::vector<Vec2> hull = hull_of_points({points.begin(), points.end()});
  if (hull.size() < 3) {
    Vec2 low = points[0], high = low;
    for (const Vec2& p : points) low = low.cwiseMin(p), high = high.cwiseMax(p);
    for (int axis = 0; axis < 2; ++axis) {
      add(Vec2::Unit(axis), high[axis]);
      add(-Vec2::Unit(axis), -low[axis]);
    }
    return polygon;
  }
  for (std::size_t k = 0; k < hull.size(); ++k) {
    const Vec2 side = hull[(k + 1) % hull.size()] - hull[k];
    const Vec2 normal = Vec2(side.y(), -side.x()).normalized();
    add(normal, normal.dot(hull[k]));
  }
  return polygon;
}

std::span<const MassOnBone> masses_on_bones() {
  static constexpr MassOnBone masses[] = {{BodyPart::pelvis, BodyPart::chest, false, 0.281},
                                          {BodyPart::chest, BodyPart::neck, false, 0.216},
                                          {BodyPart::neck, BodyPart::head, false, 0.081},
                                          {BodyPart::upper_arm, BodyPart::forearm, true, 0.028},
                                          {BodyPart::forearm, BodyPart::hand, true, 0.022},
                                          {BodyPart::thigh, BodyPart::shank, true, 0.100},
                                          {BodyPart::shank, BodyPart::foot, true, 0.061}};
  return masses;
}

std::array<Vec2, 4> footprint(const Figure& figure, const std::vector<SegmentId>& segments, const Vec3& joint,
                              double otherwise) {
  Kinematics kinematics(figure);
  kinematics.update(figure.rest_posture());
  Vec2 low = Vec2::Constant(plenty), high = -low;
  for (const SegmentId segment : segments) {
    for (const BodyShape& body : figure.shapes(segment)) {
      const std::optional<Bounds> box = bounds(transformed(kinematics.segment_pose(segment), body.shape));
      if (!box) continue;
      low = low.cwiseMin(box->min.head<2>());
      high = high.cwiseMax(box->max.head<2>());
    }
  }
  low -= joint.head<2>(), high -= joint.head<2>();
  if (!(low.x() < high.x() && low.y() < high.y())) {
    low = Vec2::Constant(-otherwise);
    high = -low;
  }
  return {low, Vec2(high.x(), low.y()), high, Vec2(low.x(), high.y())};
}

Task center_inside(std::shared_ptr<const SupportPolygon> polygon) {
  const auto evaluate = [polygon](const TaskContext& context, TaskRows& rows) {
    const Vec2 center = context.masses.center().head<2>();
    RowMatrixRef moving = context.scratch.topRows(3);
    context.masses.center_jacobian(context.kinematics, moving);
    for (int k = 0; k < SupportPolygon::most; ++k) {
      rows.error[k] = plenty;
      if (k >= polygon->count) continue;
      const Vec2& normal = at(polygon->normals, k);
      rows.error[k] = at(polygon->offsets, k) - normal.dot(center);
      rows.jacobian.row(k) = normal.x() * context.scratch.row(0) + normal.y() * context.scratch.row(1);
    }
  };
  return Custom{SupportPolygon::most, evaluate, TaskUnit::metre, RowKind::at_most};
}

}  // namespace limber
