#pragma once
// A figure as people write and edit it: plain values, names instead of numbers. Figure::build compiles it.
//
// A segment hangs from its parent by a joint between two fixed placements:
//
//   X_segment = X_parent * before * J(q) * after                       (inverted joints: J(q)^-1)
//
// `before` places the joint's base frame in the parent (its z axis is the zero direction of the limb for
// swing and ball joints), `after` places the segment in the joint's moving frame (usually the identity).

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "limber/figure/joint.h"
#include "limber/math/transform.h"
#include "limber/shapes/mass.h"
#include "limber/shapes/shape.h"

namespace limber {

using Color = std::array<double, 3>;  // linear steps of sRGB, each 0..1

struct BodyShape {
  Shape shape;
  std::optional<Color> color;
  bool operator==(const BodyShape&) const = default;
};

struct SegmentDescription {
  std::string name;
  std::string parent;  // empty: the root, of which there is one; its joint is fixed or free
  Transform before;
  Joint joint;
  Transform after;
  std::vector<BodyShape> shapes;       // in the segment's frame
  std::optional<MassProperties> mass;  // as given; otherwise from `density`; otherwise massless
  std::optional<double> density;       // [kg/m^3] of the shapes, overlaps counted twice
  bool operator==(const SegmentDescription&) const = default;
};

struct FrameDescription {  // a named place: hand centre, eyes, trunk tip
  std::string name;
  std::string segment;
  Transform pose;  // in the segment's frame
  bool operator==(const FrameDescription&) const = default;
};

// A linear relation between joints that always holds:  range.min <= sum of coefficient * value <= range.max.
struct CouplingDescription {
  struct Term {
    std::string joint;
    int coordinate = 0;  // which value of the joint; of a ball joint: 0, 1 swing s_x, s_y, 2 twist
    double coefficient = 1.0;
    bool operator==(const Term&) const = default;
  };
  std::string name;
  std::vector<Term> terms;
  Range range;  // min == max: an equality
  bool operator==(const CouplingDescription&) const = default;
};

// A run of equal links (a trunk, a snake, a tail) written once. Link k of n becomes one segment per joint,
// named
// "<name>.<k>.<j>", the last one, "<name>.<k>", carrying the shape; links count from 1. A frame "<name>.tip"
// marks the end. A segment or frame whose parent is "<name>.end" hangs from the last link, however many there
// are.
struct ChainDescription {
  std::string name;
  std::string parent;  // segment it grows from
  Transform before;    // where and in which direction: links grow along the x axis of this frame
  int links = 0;
  double length = 0.0;        // [m] of the whole chain; each link is length/links
  double first_radius = 0.0;  // [m] tapering to last_radius
  double last_radius = 0.0;
  enum class LinkShape { sphere, capsule } shape = LinkShape::sphere;
  std::vector<Joint> joints;  // of one link, in order from the parent; their names are made, not given
  std::optional<double>
      mass;  // [kg] of the whole chain, spread over the links by their volume; none: massless
  std::optional<Color> color;
  bool operator==(const ChainDescription&) const = default;
};

struct FigureDescription {
  std::string name;
  std::vector<SegmentDescription> segments;  // in any order
  std::vector<ChainDescription> chains;
  std::vector<FrameDescription> frames;
  std::vector<CouplingDescription> couplings;
  bool operator==(const FigureDescription&) const = default;
};

// The chains written out as segments and frames; `chains` is empty in the result.
FigureDescription expanded(const FigureDescription& description);

}  // namespace limber
