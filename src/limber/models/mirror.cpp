// Reflects shapes, joints, limits, frames, couplings and ties in the plane y = 0 (mirror.h).

#include "limber/models/mirror.h"

#include <algorithm>
#include <type_traits>

#include "limber/base/ids.h"

namespace limber::models {

namespace {

Vec3 reflected(const Vec3& v) {
  return {v.x(), -v.y(), v.z()};
}
Vec3 reflected_axis(const Vec3& axis) {
  return {-axis.x(), axis.y(), -axis.z()};
}
Mat3 reflected(const Mat3& m) {
  Mat3 result = m;
  for (int i : {0, 2}) {
    result(i, 1) = -m(i, 1);
    result(1, i) = -m(1, i);
  }
  return result;
}
Transform reflected(const Transform& x) {
  return {reflected(x.rotation), reflected(x.translation)};
}
Range negated(const Range& range) {
  return {-range.max, -range.min};
}
// Negating a zero gives a negative zero: equal, but ugly in a file.
Vec3 without_negative_zeros(Vec3 v) {
  return v + Vec3::Zero();
}

SwingLimit reflected(const SwingLimit& limit) {
  const SwingPolygon* polygon = std::get_if<SwingPolygon>(&limit);
  if (!polygon) return limit;  // an ellipse is its own mirror image
  SwingPolygon result;
  for (const Vec3& vertex : polygon->vertices) result.vertices.push_back(reflected(vertex));
  result.starts = polygon->starts;
  // Each outline backwards keeps the interior on the left.
  auto first = result.vertices.begin();
  for (const int start : result.starts) {
    std::reverse(first, result.vertices.begin() + start);
    first = result.vertices.begin() + start;
  }
  std::reverse(first, result.vertices.end());
  return result;
}

// Azimuth alpha becomes pi - alpha: with an even number of columns, column k moves to azimuths/2 - k.
TwistTable reflected(const TwistTable& table) {
  TwistTable result = table;
  for (int row = 0; row < table.deviations; ++row) {
    for (int k = 0; k < table.azimuths; ++k) {
      const int from = (table.azimuths / 2 - k + table.azimuths) % table.azimuths;
      at(result.ranges, row * table.azimuths + k) = negated(at(table.ranges, row * table.azimuths + from));
    }
  }
  return result;
}

TwistLimit reflected(const TwistLimit& limit) {
  if (const Range* range = std::get_if<Range>(&limit)) return negated(*range);
  if (const TwistTable* table = std::get_if<TwistTable>(&limit)) return reflected(*table);
  return limit;
}

bool is_left(std::string_view name) {
  return name.ends_with(".l");
}

bool changes_sign(JointType type, int coordinate) {
  return (type == JointType::ball || type == JointType::swing) && coordinate != 1;
}

}  // namespace

std::string other_side(std::string_view name) {
  std::string result(name);
  if (name.ends_with(".l")) result.back() = 'r';
  if (name.ends_with(".r")) result.back() = 'l';
  return result;
}

Shape mirrored(const Shape& shape) {
  Shape result = shape;
  std::visit(
      [](auto& solid) {
        using Solid = std::decay_t<decltype(solid)>;
        if constexpr (requires { solid.center; }) solid.center = reflected(solid.center);
        if constexpr (requires { solid.rotation; }) solid.rotation = reflected(solid.rotation);
        if constexpr (requires { solid.a; }) solid.a = reflected(solid.a), solid.b = reflected(solid.b);
        if constexpr (std::is_same_v<Solid, Plane>) {
          solid.point = reflected(solid.point);
          solid.normal = reflected(solid.normal);
        }
        if constexpr (std::is_same_v<Solid, ConvexMesh>) {
          std::vector<Vec3> vertices;
          for (const Vec3& v : solid.hull->vertices) vertices.push_back(reflected(Vec3(solid.place * v)));
          solid = {std::make_shared<ConvexHull>(convex_hull(vertices).value()), {}};
        }
        if constexpr (std::is_same_v<Solid, MeshReference>) {
          solid.box.center = reflected(solid.box.center);
          solid.box.rotation = reflected(solid.box.rotation);
        }
      },
      result);
  return result;
}

Joint mirrored(const Joint& joint) {
  Joint result = joint;
  result.name = other_side(joint.name);
  const bool slides = joint.type == JointType::prismatic;
  result.axis = without_negative_zeros(slides ? reflected(joint.axis) : reflected_axis(joint.axis));
  result.twist_axis = without_negative_zeros(reflected_axis(joint.twist_axis));
  result.swing_limit = reflected(joint.swing_limit);
  result.twist_limit = reflected(joint.twist_limit);
  if (joint.type == JointType::swing) {
    result.ranges[0] = negated(joint.ranges[0]);
    if (!joint.rest.empty()) result.rest[0] = -joint.rest[0];
  }
  if (joint.type == JointType::ball && !joint.rest.empty()) {
    result.rest = {-joint.rest[0], joint.rest[1], -joint.rest[2]};
  }
  return result;
}

SegmentDescription mirrored(const SegmentDescription& segment) {
  SegmentDescription result = segment;
  result.name = other_side(segment.name);
  result.parent = other_side(segment.parent);
  result.before = reflected(segment.before);
  result.joint = mirrored(segment.joint);
  result.after = reflected(segment.after);
  for (BodyShape& body : result.shapes) body.shape = mirrored(body.shape);
  // S (R s x + t) = (S R S) (S s) x + S t  with S the reflection: a scale mirrors the mesh itself.
  for (VisualDescription& visual : result.visuals) {
    visual.place = reflected(visual.place);
    visual.scale.y() = -visual.scale.y();
  }
  if (result.mass) {
    result.mass->center = reflected(segment.mass->center);
    result.mass->inertia = reflected(segment.mass->inertia);
  }
  return result;
}

FrameDescription mirrored(const FrameDescription& frame) {
  return {other_side(frame.name), other_side(frame.segment), reflected(frame.pose)};
}

CouplingDescription mirrored(const CouplingDescription& coupling, const FigureDescription& figure) {
  CouplingDescription result = coupling;
  result.name = other_side(coupling.name);
  for (CouplingDescription::Term& term : result.terms) {
    const auto owner = std::find_if(figure.segments.begin(), figure.segments.end(), [&](const auto& s) {
      return (s.joint.name.empty() ? s.name : s.joint.name) == term.joint;
    });
    if (owner != figure.segments.end() && changes_sign(owner->joint.type, term.coordinate)) {
      term.coefficient = -term.coefficient;
    }
    term.joint = other_side(term.joint);
  }
  return result;
}

void add_other_side(FigureDescription& figure) {
  const FigureDescription left = figure;
  for (const SegmentDescription& s : left.segments) {
    if (is_left(s.name)) figure.segments.push_back(mirrored(s));
  }
  for (const FrameDescription& f : left.frames) {
    if (is_left(f.name)) figure.frames.push_back(mirrored(f));
  }
  for (const CouplingDescription& c : left.couplings) {
    if (is_left(c.name)) figure.couplings.push_back(mirrored(c, left));
  }
  for (TieDescription tie : left.ties) {
    if (!is_left(tie.name)) continue;
    for (std::string* name : {&tie.name, &tie.frame, &tie.to}) *name = other_side(*name);
    figure.ties.push_back(std::move(tie));
  }
}

}  // namespace limber::models
