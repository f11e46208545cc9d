#pragma once
// What acts on a figure and what it stands on, as it is written in a scene: plain values, names instead of
// numbers.
//
//   weight     of every segment, by `gravity`
//   force      what the environment does to the figure at a frame: a force, a torque, a carried mass
//   support    a place that can carry: it pushes along its normal, and sideways up to friction times that
//   strength   the largest torque of a joint; the figure's own holds where the scene gives none
//
// A Statics (statics/statics.h) computes from them what each support carries and what each joint bears.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "limber/figure/joint.h"
#include "limber/math/types.h"

namespace limber {

class Figure;

enum class ForceAxes : std::uint8_t { world, body };

struct ForceDescription {
  std::string frame;                // it acts at this frame's origin
  Vec3 force = Vec3::Zero();        // [N]
  Vec3 torque = Vec3::Zero();       // [N m]
  ForceAxes in = ForceAxes::world;  // body: force and torque turn with the frame
  double mass = 0.0;                // [kg] >= 0: carried here, its weight is added
  std::string against = {};         // a frame on the part that is pushed the opposite way (a hand on a knee);
                                    // the two cancel in the balance and load the joints between them
  bool operator==(const ForceDescription&) const = default;
};

// A place that can carry, at a frame of the figure. The surface pushes along its normal: the frame's z axis,
// or `normal` for a slope, a wall or a ceiling that does not turn with the frame.
//
// In a world it carries only where it is on something: each corner that touches the ground (the level plane
// through the world's origin) or the surface of an obstacle, to a thousandth of the figure's size. A grip,
// and a support that is `anywhere`, carry wherever they are.
struct SupportDescription {
  std::string name;
  std::string frame;
  std::vector<Vec2> patch = {};      // [m] corners in the frame's xy plane; none: the origin; two: an edge
  double friction = 0.6;             // >= 0: |tangential| <= friction * normal, at every corner
  std::optional<double> share = {};  // 0..1 of the load to carry; none: whatever suits
  std::optional<Vec3> normal = {};   // unit, world; none: the frame's z axis
  bool grip = false;      // a handle: carries in every direction, friction and normal are not asked
  bool anywhere = false;  // what it stands on is not in the world
  bool operator==(const SupportDescription&) const = default;
};

// The strength of joints in this scene, in place of that of the figure's file.
struct StrengthDescription {
  std::string joints;  // a pattern ("spine*"); where several match, the last holds
  Strength strength = {};
  bool operator==(const StrengthDescription&) const = default;
};

// Which of the forces that balance the figure are taken.
enum class Distribution : std::uint8_t {
  even,             // the load is spread over the supports
  least_tangential  // first as little sideways force as possible
};

struct Loads {
  Vec3 gravity = Vec3(0, 0, -9.81);  // [m/s^2] world
  std::vector<ForceDescription> forces = {};
  std::vector<SupportDescription> supports = {};
  std::vector<StrengthDescription> strengths = {};
  Distribution distribution = Distribution::even;
  bool empty() const { return forces.empty() && supports.empty() && strengths.empty(); }
  bool operator==(const Loads&) const = default;
};

inline constexpr double largest_force = largest_strength;  // [N], [N m]: more is a slip of the pen

// Throw std::invalid_argument with a sentence that begins with the name of the field.
void check(const ForceDescription& force, const Figure& figure);
void check(const SupportDescription& support, const Figure& figure);
void check(const StrengthDescription& strength, const Figure& figure);
void check_shares(const std::vector<SupportDescription>& supports);
void check(const Loads& loads, const Figure& figure);  // all of it; names which force or support

}  // namespace limber
