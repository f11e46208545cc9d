// Scaling and renaming, on the description of a figure.

#include "limber/session/edits/figure_edits.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "limber/base/overloaded.h"

namespace limber {

namespace {

bool has_segment(const FigureDescription& description, const std::string& name) {
  return std::any_of(description.segments.begin(), description.segments.end(),
                     [&](const SegmentDescription& s) { return s.name == name; });
}

Shape scaled(const Shape& shape, double f) {
  return std::visit(overloaded{
                        [&](Sphere s) -> Shape {
                          return Sphere{f * s.center, f * s.radius};
                        },
                        [&](Ellipsoid e) -> Shape {
                          return Ellipsoid{f * e.center, f * e.radii, e.rotation};
                        },
                        [&](Capsule c) -> Shape {
                          return Capsule{f * c.a, f * c.b, f * c.radius};
                        },
                        [&](Cylinder c) -> Shape {
                          return Cylinder{f * c.a, f * c.b, f * c.radius};
                        },
                        [&](Box b) -> Shape {
                          return Box{f * b.center, f * b.size, b.rotation};
                        },
                        [&](Plane p) -> Shape {
                          return Plane{f * p.point, p.normal};
                        },
                        [&](MeshReference m) -> Shape {
                          m.scale *= f;
                          m.place.translation *= f;
                          m.box.center *= f;
                          m.box.size *= f;
                          return m;
                        },
                        [&](ConvexMesh m) -> Shape {
                          std::vector<Vec3> vertices = m.hull->vertices;
                          for (Vec3& v : vertices) v *= f;
                          m.hull = std::make_shared<const ConvexHull>(convex_hull(vertices).value());
                          m.place.translation *= f;
                          return m;
                        },
                        [&](Rectangle r) -> Shape {
                          return Rectangle{f * r.center, f * r.size, r.rotation};
                        },
                    },
                    shape);
}

void scale_body(SegmentDescription& segment, double f) {
  for (BodyShape& body : segment.shapes) body.shape = scaled(body.shape, f);
  for (VisualDescription& visual : segment.visuals) {
    visual.scale *= f;
    visual.place.translation *= f;
  }
  if (segment.mass) {
    segment.mass->mass *= f * f * f;
    segment.mass->center *= f;
    segment.mass->inertia *= f * f * f * f * f;
  }
  segment.after.translation *= f;
}

// Slides along a joint are lengths like others.
void scale_slides(Joint& joint, double f) {
  if (joint.type != JointType::prismatic) return;
  joint.ranges[0] = {f * joint.ranges[0].min, f * joint.ranges[0].max};
  for (double& value : joint.rest) value *= f;
}

}  // namespace

FigureDescription with_own_segment(const Figure& figure, const std::string& segment) {
  const FigureDescription& description = figure.description();
  return has_segment(description, segment) ? description : expanded(description);
}

SegmentDescription& segment_of(FigureDescription& description, const std::string& name) {
  return *std::find_if(description.segments.begin(), description.segments.end(),
                       [&](const SegmentDescription& s) { return s.name == name; });
}

void rename_segment(FigureDescription& description, const std::string& from, const std::string& to) {
  SegmentDescription& renamed = segment_of(description, from);
  const bool names_its_joint = renamed.joint.name.empty();
  renamed.name = to;
  const auto follow = [&](std::string& name) {
    if (name == from) name = to;
  };
  for (SegmentDescription& segment : description.segments) follow(segment.parent);
  for (ChainDescription& chain : description.chains) follow(chain.parent);
  for (FrameDescription& frame : description.frames) follow(frame.segment);
  for (UncheckedPair& pair : description.unchecked_pairs) follow(pair.one), follow(pair.other);
  SkinDescription& skin = description.skin;
  if (skin.skin && skin.segments.empty()) {
    for (const Skin::Bone& bone : skin.skin->bones) skin.segments.push_back(bone.segment);
  }
  for (std::string& segment : skin.segments) follow(segment);
  if (!names_its_joint) return;
  for (CouplingDescription& coupling : description.couplings) {
    for (CouplingDescription::Term& term : coupling.terms) follow(term.joint);
  }
}

FigureDescription scaled(const Figure& figure, const std::string& segment, double factor, bool branch) {
  FigureDescription description = with_own_segment(figure, segment);
  const SegmentId first = figure.segment(segment);
  const SegmentId end = branch ? figure.branch_end(first) : SegmentId{first + 1};
  std::unordered_set<std::string> grown;  // and the ends of the chains among them
  for (SegmentId s = first; s < end; ++s) grown.insert(figure.segment_name(s));
  for (ChainDescription& chain : description.chains) {
    if (!grown.contains(chain.parent)) continue;
    chain.before.translation *= factor;
    if (!branch) continue;
    grown.insert(chain.name + ".end");
    chain.length *= factor;
    chain.first_radius *= factor;
    chain.last_radius *= factor;
    if (chain.mass) *chain.mass *= factor * factor * factor;
    for (Joint& joint : chain.joints) scale_slides(joint, factor);
  }
  for (SegmentDescription& each : description.segments) {
    if (grown.contains(each.parent)) each.before.translation *= factor;
    if (!grown.contains(each.name)) continue;
    scale_body(each, factor);
    if (branch && each.name != segment) scale_slides(each.joint, factor);
  }
  for (FrameDescription& frame : description.frames) {
    if (grown.contains(frame.segment)) frame.pose.translation *= factor;
  }
  return description;
}

}  // namespace limber
