#pragma once
// A figure as it is written and edited: plain values, names instead of numbers. Figure::build compiles it.
//
// A segment hangs from its parent by a joint between two fixed placements:
//
//   X_segment = X_parent * before * J(q) * after                       (inverted joints: J(q)^-1)
//
// `before` places the joint's base frame in the parent; for swing and ball joints its z axis is the zero
// direction of the limb. `after` places the segment in the joint's moving frame (usually the identity).

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "limber/figure/joint.h"
#include "limber/math/transform.h"
#include "limber/shapes/shape.h"

namespace limber {

struct BodyShape {
  Shape shape;
  std::optional<Color> color;
  bool operator==(const BodyShape&) const = default;
};

// How a segment looks: a mesh of a file. What is seen is not what collides: that is its shapes.
struct VisualDescription {
  std::string file;            // as in the source file: "package://...", or a path beside the figure's file
  Vec3 scale = Vec3::Ones();   // a negative one mirrors
  Transform place;             // of the mesh's own frame, in the segment's
  std::optional<Color> color;  // in place of the mesh's own
  std::shared_ptr<const Mesh> mesh = nullptr;  // null: not read, and the shapes are drawn
  // An image laid over the mesh in place of its own colours and textures, found like `file`; empty: none.
  std::string texture = {};
  bool operator==(const VisualDescription& other) const {
    return file == other.file && scale == other.scale && place == other.place && color == other.color &&
           texture == other.texture;
  }
};

struct SegmentDescription {
  std::string name;
  std::string parent;  // empty only for the root, whose joint is fixed or free
  Transform before;
  Joint joint;
  Transform after;
  std::vector<BodyShape> shapes;                // in the segment's frame
  std::optional<MassProperties> mass;           // none: from `density`; without that, massless
  std::optional<double> density;                // [kg/m^3] of the shapes; overlaps count twice
  std::vector<VisualDescription> visuals = {};  // drawn in place of the shapes where all were read
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

// A relation between two frames of a figure that always holds: one glides on an ellipsoid that moves with the
// other (a scapula on the thorax), or both are in one place (a loop).
struct TieDescription {
  enum class Kind : std::uint8_t { on_ellipsoid, same_point, same_pose };
  std::string name;
  Kind kind = Kind::same_point;
  std::string frame;          // on another segment than `to`
  std::string to;             // its origin and axes are those of the ellipsoid
  Vec3 radii = Vec3::Zero();  // [m] > 0; on_ellipsoid only
  bool operator==(const TieDescription&) const = default;
};

// A run of equal links (a trunk, a snake, a tail) written once. Links count from 1. Link k becomes one
// segment per joint: "<name>.<k>.<j>" for joint j, except the last, which is "<name>.<k>" and carries the
// shape. A frame "<name>.tip" marks the end. "<name>.end" as a parent means the last link.
struct ChainDescription {
  std::string name;
  std::string parent;  // segment it grows from
  Transform before;    // where and in which direction: links grow along the x axis of this frame
  int links = 0;
  double length = 0.0;        // [m] of the whole chain; each link is length/links
  double first_radius = 0.0;  // [m] tapering to last_radius
  double last_radius = 0.0;
  enum class LinkShape { sphere, capsule } shape = LinkShape::sphere;
  std::vector<Joint> joints;   // of one link, in order from the parent; their names are generated
  std::optional<double> mass;  // [kg] of the whole chain, spread over the links by volume; none: massless
  std::optional<Color> color;
  bool operator==(const ChainDescription&) const = default;
};

// Two segments that are not kept apart.
struct UncheckedPair {
  // Said by the file; overlap in nearly every posture, or at rest, as convex pieces of meshes may; the pieces
  // overlap, and the meshes did in none of the postures looked at.
  enum class Why : std::uint8_t { given, always, at_rest, never };
  std::string one, other;
  Why why = Why::given;
  bool operator==(const UncheckedPair&) const = default;
};

// The skin of a character: drawn in place of the shapes of the segments that carry it.
struct SkinDescription {
  std::string file;                            // a glTF file, as VisualDescription::file; empty: no skin
  std::vector<std::string> segments = {};      // one for each bone; empty: those that the bones name
  std::shared_ptr<const Skin> skin = nullptr;  // null: not read, and the shapes are drawn
  bool operator==(const SkinDescription& other) const {
    return file == other.file && segments == other.segments;
  }
};

struct FigureDescription {
  std::string name;
  std::vector<SegmentDescription> segments;  // in any order
  std::vector<ChainDescription> chains;
  std::vector<FrameDescription> frames;
  std::vector<CouplingDescription> couplings;
  std::vector<TieDescription> ties = {};
  std::vector<UncheckedPair> unchecked_pairs = {};
  SkinDescription skin = {};
  // Whether parts that are merely near each other at rest are kept apart, however they are joined. Of a robot
  // read with its meshes they are: its shapes are true, and what may overlap is in unchecked_pairs. Otherwise
  // shapes stand for flesh, and those that nearly touch at rest and belong together (an upper arm and the
  // chest) may overlap.
  bool keeps_gaps = false;
  bool operator==(const FigureDescription&) const = default;
};

// The same description with its chains written out as segments and frames.
FigureDescription expanded(const FigureDescription& description);

}  // namespace limber
