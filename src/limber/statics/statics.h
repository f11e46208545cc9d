#pragma once
// What holds a figure up: the weight and the forces on it, and the forces at its supports that balance them.
//
//   sum F + sum f = 0,     sum (P - O) x F + T  +  sum (E - O) x f = 0,     every f inside its friction cone
//
//   F, T, P    known: the weight at the centre of mass, forces and torques at frames, the weight of what is
//              carried
//   f, E       sought: the force at every corner of every support (cone_problem.h says which are taken)
//
// Where no such forces exist, the forces come as near as they can, the rest is `unmet`, and `motion` is how
// the figure begins to move: a small motion that the load drives and no support resists. It is also the proof
// that none exist.
//
// Two models of the supports are kept:
//   corners   every corner of every patch carries: what is physically possible
//   middles   every support carries its share in the middle of its patch: what a posture in balance needs no
//             more than. The level part of their moment is not asked for: the posture is to bring it to zero
//
// The constructor allocates; update() does not, and is warm-started: forget() makes the next one depend on
// its arguments alone.

#include <memory>
#include <span>
#include <vector>

#include "limber/kinematics/kinematics.h"
#include "limber/kinematics/mass_distribution.h"
#include "limber/statics/branch_rates.h"
#include "limber/statics/cone_problem.h"
#include "limber/statics/loads.h"
#include "limber/world/surfaces.h"

namespace limber {

// A force and its moment about the world's origin.
struct Wrench {
  Vec3 force = Vec3::Zero(), moment = Vec3::Zero();
  void add(const Vec3& at, const Vec3& f) {
    force += f;
    moment += at.cross(f);
  }
};

namespace statics {

// A force, or a moment by the size of the supports, that is smaller than this part of the load is not
// missing. The forces are found to 1e-7 of the load at the edge of what is possible (round cones, cost_falls
// in cone_problem.cpp); a millionth of a person's weight is 75 milligrams.
inline constexpr double missing_tolerance = 1e-6;

// A corner that is nearer to a surface than this part of the figure's size (from its centre of mass to the
// farthest corner) touches it: a millimetre of a person, less than the skin gives and more than a solver
// leaves.
inline constexpr double touching = 1e-3;

// The contacts of one model, where they are and what they carry.
struct SupportModel {
  struct Spot {  // fixed
    int support = 0;
    SegmentId segment;
    Vec3 point, normal;        // in the segment's frame; the normal in the world if it does not turn
    bool normal_turns = true;  // with the segment
  };
  std::vector<Spot> spots;
  std::vector<Vec3> places;              // [m] in the world
  ConeProblem problem;                   // in units of load and length
  ConeProblem nearest;                   // where no forces balance: the nearest that can be had
  Mat3 moment_asked = Mat3::Identity();  // of the moment M of the balance, this part: moment_asked M
  bool is_balanced = false;
  bool is_warm = false;

  // Forces balance, to the tolerance.
  bool holds() const {
    return is_balanced || (!spots.empty() && nearest.multipliers.norm() <= missing_tolerance);
  }
  const ConeProblem& answer() const { return is_balanced ? problem : nearest; }
};

}  // namespace statics

class Statics {
 public:
  // Throws std::invalid_argument for loads that do not fit the figure.
  Statics(Figure figure, Loads loads);

  const Figure& figure() const { return figure_; }
  const Loads& loads() const { return loads_; }

  // From now on supports carry only where they touch these; none: wherever they are.
  void stand_on(std::shared_ptr<const Surfaces> surfaces) noexcept { surfaces_ = std::move(surfaces); }

  // After kinematics and masses were updated.
  void update(const Kinematics& kinematics, const MassDistribution& masses) noexcept;
  void forget() noexcept;

  // All below: for the posture of the last update.
  bool is_balanced() const { return corners_.holds(); }
  // The length of what is missing of force, by the load, and moment, by load and length; 0 where nothing is.
  double missing() const { return is_balanced() ? 0.0 : corners_.nearest.multipliers.norm(); }
  int contact_count() const { return static_cast<int>(corners_.spots.size()); }
  int support_of(int contact) const { return at(corners_.spots, contact).support; }
  bool touches(int support) const noexcept;  // with one of its corners at least
  SegmentId segment_of(int contact) const { return at(corners_.spots, contact).segment; }
  const Vec3& place(int contact) const { return at(corners_.places, contact); }  // [m]
  const Vec3& normal(int contact) const { return at(corners_.answer().contacts, contact).normal; }
  Vec3 force(int contact) const { return load_size_ * at(corners_.answer().contacts, contact).force; }  // [N]
  Vec3 up() const { return up_; }
  const Vec3& center() const { return center_; }  // [m] what moments are taken about in the equations
  double load_size() const {
    return load_size_;
  }  // [N] weight and forces together: what errors are relative to
  double length_size() const { return length_size_; }  // [m]
  double carried_load() const {
    return carried_load_;
  }  // [N] of which a share is a part: downwards, all of it

  Wrench load() const { return load_; }  // of weight and forces
  Wrench supported() const;              // of the supports
  Wrench unmet() const;                  // what is missing: zero in equilibrium
  // How it begins to move where no forces balance: velocity of a point P is move + turn x P.
  struct Motion {
    Vec3 move = Vec3::Zero(), turn = Vec3::Zero();
  };
  Motion motion() const;

  // Adds the wrench of everything on each segment: weight, forces, supports.
  void add_wrenches(std::span<Wrench> on_segment) const noexcept;

  const Vec3& mass_place(SegmentId segment) const { return at(mass_places_, segment); }

  // rates += the derivative of  sum l_i . f_i  over the contacts [N], the forces distributed anew in every
  // posture. Where nothing balances, the forces are taken as they are: their derivative is not needed by what
  // is asked then.
  void add_force_rates(std::span<const Vec3> l, statics::BranchRates& rates) noexcept;
  // The same for  axis . left_to_posture().
  void add_left_to_posture_rates(const Vec3& axis, statics::BranchRates& rates) noexcept;

  const statics::SupportModel& corners() const { return corners_; }
  const statics::SupportModel& middles() const { return middles_; }
  // Only the middles' horizontal moments are left to the posture; [N m] about two level axes.
  Vec3 left_to_posture() const;

  struct Applied {  // a force of the scene, compiled
    SegmentId segment, against;
    Vec3 point;                 // in the segment's frame
    Mat3 axes;                  // of the frame, in the segment
    Vec3 place, force, torque;  // now, in the world; with the weight of a carried mass
    Vec3 turning;               // the part of the force that turns with the frame
    Vec3 turning_torque;
  };
  std::span<const Applied> applied() const { return applied_; }

 private:
  // See statics.cpp; l may be null.
  void add_rates(const statics::SupportModel& model, const statics::Rows& g, const Vec3* l, double factor,
                 statics::BranchRates& rates) const noexcept;
  void gather(const Kinematics& kinematics, const MassDistribution& masses) noexcept;
  void place(statics::SupportModel& model, const Kinematics& kinematics) noexcept;
  void find_what_touches() noexcept;
  void solve(statics::SupportModel& model) noexcept;
  static bool solve_warm(statics::ConeProblem& problem) noexcept;
  static bool solve_cold(statics::ConeProblem& problem) noexcept;
  void find_nearest(statics::SupportModel& model) noexcept;
  void approach_from_nearest(statics::SupportModel& model) noexcept;

  Figure figure_;
  Loads loads_;
  std::shared_ptr<const Surfaces> surfaces_;
  std::vector<Applied> applied_;
  std::vector<Vec3> mass_places_;  // [m] centre of every segment's own mass
  std::vector<double> shares_;     // per row above 6
  statics::SupportModel corners_, middles_;
  Vec3 up_, center_ = Vec3::Zero();
  Wrench load_;
  double load_size_ = 1.0, length_size_ = 1.0, carried_load_ = 0.0;
};

}  // namespace limber
