#pragma once
// What holds a figure up in a posture, and what its joints bear: everything `limber statics` prints.

#include <string>
#include <vector>

#include "limber/base/ids.h"
#include "limber/statics/loads.h"

namespace limber {

class Figure;
struct Posture;
struct World;

struct StaticsReport {
  enum class Support : std::uint8_t { holds, slips, tips, lifts, off };  // off: it touches nothing
  struct Contact {
    Vec3 place, force;  // [m], [N] on the figure, world
  };
  struct SupportLoad {
    std::string name;
    Vec3 force = Vec3::Zero();               // [N] the sum over its corners
    Vec3 center_of_pressure = Vec3::Zero();  // [m] where it acts; of a support without force, the middle
    double normal = 0.0, tangential = 0.0;   // [N]
    double share = 0.0;                      // of the load
    double friction_used = 0.0;      // tangential/(friction * normal) at the worst corner, 0..1; 0 for a grip
    Support state = Support::holds;  // where nothing balances: how it gives way
    std::string side;                // of a patch that tips: the edge it turns over, "front", "left", ...
    std::vector<Contact> contacts;
  };
  struct JointLoad {
    JointId joint;
    std::vector<double> torques;  // [N m] or [N], one per degree of freedom: what the joint acts with
    Vec3 moment = Vec3::Zero();   // [N m] through the joint about its centre, on the outer part, world axes
    Vec3 force = Vec3::Zero();    // [N] through the joint
    // [N] The force between the two parts of the joint, along and across the limb beyond it, whichever way
    // the figure is held: of a hip the thigh. Muscles are left out: what they press the joint together with
    // comes on top, in a back that lifts many times this.
    double compression = 0.0;  // the axial force; negative: tension
    double shear = 0.0;
    double strength = 0.0;    // [N m]; 0: none given
    double load_ratio = 0.0;  // of its strength, or of usual_strength
    bool is_too_weak() const { return strength > 0.0 && load_ratio > 1.005; }
  };

  bool is_balanced = false;
  bool is_held = false;  // no supports: the root carries what is left
  Vec3 weight = Vec3::Zero(), center_of_mass = Vec3::Zero();
  Vec3 load_force = Vec3::Zero();    // [N] weight and forces
  Vec3 unmet_force = Vec3::Zero();   // [N] what the supports cannot give
  Vec3 unmet_moment = Vec3::Zero();  // [N m] about the centre of mass
  double margin = 0.0;  // [m] the centre of mass may move, the worst way; negative: is outside by that
  Vec3 worst_way = Vec3::Zero();  // unit, level
  bool has_margin = false;
  double friction_needed = 0.0;  // part of the friction with which it still stands, 0..1
  double effort = 0.0;           // sum of (torque/strength)^2
  std::vector<SupportLoad> supports;
  std::vector<JointLoad> joints;
  std::vector<Vec3> region;  // [m] where the centre of mass may be, in order, at its height

  // In words: "stands", "stands, but 2 joints are too weak", "slips: left foot", "tips over the front edge of
  // right foot".
  std::string verdict() const;
  int weak_joint_count() const;
};

// Throws std::invalid_argument for loads that do not fit the figure. In a world supports carry only where
// they touch something.
StaticsReport report_on_loads(const Figure& figure, const Posture& posture, const Loads& loads,
                              const World* world = nullptr);

}  // namespace limber
