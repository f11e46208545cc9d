#pragma once
// What is near the figure, and how near it may come. For every pair of solids nearer than `influence`, with
// clearance d,
//
//   above the margin    it must not come below it
//   below it            it must get back to the margin; once a step has started, it must only not come nearer
//
// ClearanceRows writes this as inequalities of a linear problem, which are right to first order; KeepClear
// takes away what curvature cost, and a step that still does not keep clear is not taken. Where flat sides
// face each other the inequality is one per corner of what they share (contact_patch.h).

#include <limits>

#include "limber/solver/options.h"
#include "limber/solver/step/safe_motion.h"
#include "limber/tasks/task_list.h"
#include "limber/world/proximity.h"
#include "limber/world/world.h"

namespace limber {

class Clearance {
 public:
  // `reach`: of the figure [m].
  Clearance(const Figure& figure, const ClearanceOptions& options, double reach);

  void surround(const World& world);      // allocates
  void let_touch(const TaskList& tasks);  // what tasks bring together: hands that hold each other
  void move_obstacle(ObstacleId obstacle, const Shape& shape, const Vec3& velocity) noexcept;

  // What helped to find contacts faster, and those found with its help: far ones may be bounds (Proximity).
  void forget() noexcept {
    if (!is_on()) return;
    proximity_.forget();
    must_look_ = true;
  }

  bool is_on() const { return is_surrounded_; }
  bool has_obstacles() const { return is_on() && has_solid_obstacles_; }
  bool comes_first() const { return is_on() && options_.priority == 0; }
  const ClearanceOptions& options() const { return options_; }
  double influence() const { return influence_; }  // [m]
  double skin() const {
    return skin_;
  }  // [m] what is aimed at above the margin, so that what
     // is missed by curvature is still above it

  // Finds what is near in the posture of `kinematics`.
  void look(const Kinematics& kinematics) noexcept;
  bool must_look() const { return must_look_; }  // the world has changed since
  std::span<const Contact> contacts() const { return contacts_; }
  // The one with the least clearance; nullptr: nothing is near.
  const Contact* nearest() const noexcept;

  // Where solids are near, for a linear model: the contacts, then the corners of patches.
  int witness_count() const noexcept { return static_cast<int>(contacts_.size() + corners_.size()); }
  const Contact& witness(int i) const noexcept {
    const int contacts = static_cast<int>(contacts_.size());
    return i < contacts ? at(contacts_, i) : at(corners_, i - contacts);
  }
  std::uint64_t name(int witness) const noexcept;  // the same from step to step; never 0

  // How the joints change its clearance (world.h). False, and all zero: a turn of a whole radian would not
  // do so noticeably, as when a wheel that is too near turns on its axis. What is left of a sum that cancels
  // must not ask for a step of 1e15.
  bool write_row(const Kinematics& kinematics, const Contact& contact,
                 Eigen::Ref<Eigen::RowVectorXd> row) const noexcept;

  // Nothing has started: every contact must have the margin.
  void forget_start() noexcept { start_below_.clear(); }
  // Where a step starts: everything is as look() last saw it. From here on a contact below the margin must
  // only not come nearer.
  void start_step(const Posture& posture, const Kinematics& kinematics) noexcept;
  double required(const Contact& contact) const noexcept;  // [m] clearance it must have after the step
  // [m] how much nearer than it must the worst contact is, as look() last saw it; 0: none is.
  double missing() const noexcept;
  // Nothing is nearer than it may be in the posture look() last saw, nor was on the way there from where the
  // step started.
  bool holds(const Posture& posture, const Kinematics& kinematics) noexcept;

  int most_witnesses() const noexcept { return most_contacts_ + most_corners; }

 private:
  static constexpr int most_corners = 512;
  void make_room();
  void find_corners() noexcept;
  void list(SafeMotion::Surroundings& surroundings) const noexcept;

  struct Pair {
    SegmentId segment;
    int shape;
    ObstacleId obstacle;
    SegmentId other_segment;
    int other_shape;
    double clearance;  // [m]
  };
  Figure figure_;
  ClearanceOptions options_;
  double influence_, skin_;
  double rounding_;   // [m] less does not count as too near
  double least_row_;  // [m] per radian: shorter rows are none
  int most_contacts_;
  std::vector<std::pair<SegmentId, SegmentId>> touching_;  // what may touch
  Proximity proximity_;
  SafeMotion motion_;
  std::span<const Contact> contacts_;
  std::vector<Contact> corners_;  // of patches
  std::vector<std::uint64_t> names_of_corners_;
  int obstacle_count_ = 0;
  bool has_solid_obstacles_ = false;  // others are only drawn
  bool is_surrounded_ = false, must_look_ = true;
  std::vector<Pair> start_below_;  // contacts that had less than the margin when the step started
};

}  // namespace limber
