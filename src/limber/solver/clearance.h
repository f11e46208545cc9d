#pragma once
// Keeping clear of the world and of oneself, as inequalities of the linear problem and as a check on what
// they came to. For every pair of solids nearer than `influence`, with clearance d and its row (contact.h),
//
//   row . dq >= -damping (d - margin)        above the margin: a part of the room may be used up by a step
//   row . dq >= margin - d                   below it: back to the margin at once
//
// The rows are right to first order; Solver::Parts::clear_candidate() takes away what curvature cost, and a
// step that still does not keep clear is not taken. So that nothing is jumped over, no part moves farther in
// one step than it has room, or than it is thick: to pass through even a sheet without thickness it would
// have to move twice its own radius.

#include <cstdint>
#include <limits>

#include "limber/solver/options.h"
#include "limber/tasks/task_list.h"
#include "limber/world/proximity.h"

namespace limber {

class Clearance {
 public:
  // `reach`: of the figure [m].
  Clearance(const Figure& figure, const ClearanceOptions& options, double reach);

  void surround(const World& world);      // allocates
  void let_touch(const TaskList& tasks);  // what tasks bring together: hands that hold each other
  void move_obstacle(int obstacle, const Shape& shape, const Vec3& velocity) noexcept;

  bool is_on() const { return is_surrounded_ && options_.enabled; }
  bool comes_first() const { return is_on() && options_.priority == 0; }
  int most_rows() const { return is_on() ? most_selected : 0; }

  // Finds what is near in the posture of `kinematics`.
  void look(const Kinematics& kinematics) noexcept;
  bool must_look() const { return must_look_; }  // the world has changed since
  std::span<const Contact> contacts() const { return contacts_; }
  // The one with the least clearance; nullptr: nothing is near.
  const Contact* nearest() const noexcept;
  double least() const noexcept;  // its clearance; infinite: nothing is near

  // Only contacts that hold a step back need rows, and those are few: the problem is solved with some, and
  // again with the ones its solution does not keep. `damping` as in the options; 1 for a step that is about
  // nothing else.
  void select_touching(double damping) noexcept;
  // Selects contacts that a displacement does not keep. False: there are none.
  bool select_broken(const Kinematics& kinematics, const VecX& displacement) noexcept;
  int row_count() const { return static_cast<int>(selected_.size()); }
  const Contact& of_row(int row) const {
    return contacts_[static_cast<std::size_t>(selected_[static_cast<std::size_t>(row)])];
  }
  // Adds a row for each selected contact to a problem in the unknowns y_i = dq_i / scale_i.
  template <class Problem>
  void add_to(Problem& problem, const Kinematics& kinematics, const VecX& scale) noexcept;
  double damping() const { return options_.damping; }
  // Which of the selected ones held the last step back: the next selection begins with them.
  void note_holding(int row) noexcept { holding_.push_back(name(of_row(row))); }
  void forget_holding() noexcept { holding_.clear(); }
  // The shortest displacement that makes up for what is missing and brings nothing else too near, to first
  // order, limits aside. False: nothing is missing, or too many contacts have a say.
  bool shortest_way_out(const Kinematics& kinematics, VecX& displacement) noexcept;

  // Which degrees of freedom could make up for what is missing: 1, the others 0.
  void find_movers(const Kinematics& kinematics, VecX& movers) noexcept;

  // Nothing has started: every contact must have the margin.
  void forget_start() noexcept { start_below_.clear(); }
  // Where a step starts: everything is as look() last saw it. From here on a contact below the margin must
  // only not come nearer.
  void start_step() noexcept;
  // [m] how much nearer than it must the worst contact is, as look() last saw it; 0: none is.
  double missing() const noexcept;
  // The largest part of a displacement, 0..1, that moves no part farther than it may, to first order.
  double safe_fraction(const Kinematics& kinematics, const VecX& displacement) noexcept;
  // Nothing is nearer than it may be, and nothing has moved too far since start_step().
  bool holds() const noexcept { return missing() <= 0.0 && !moved_too_far(); }

  static constexpr int most_contacts = 256, most_selected = 96, most_in_way = 24;

 private:
  double room(const Contact& contact) const noexcept;         // [m] that a step may use up
  double required(const Contact& contact) const noexcept;     // [m] clearance it must have after the step
  std::uint64_t name(const Contact& contact) const noexcept;  // of its pair of solids; never 0
  void find_twists(const Kinematics& kinematics, const VecX& displacement) noexcept;
  double gain(const Contact& contact) const noexcept;  // [m] of clearance, by the twists
  bool moved_too_far() const noexcept;

  Figure figure_;
  ClearanceOptions options_;
  double influence_;  // [m]
  double skin_;       // [m] what rows aim at above the margin, so that what they miss by is above it, too
  double rounding_;   // [m] less does not count as too near
  Proximity proximity_;
  std::span<const Contact> contacts_;
  bool is_surrounded_ = false, must_look_ = true;
  struct Pair {
    int segment, shape, obstacle, other_segment, other_shape;
    double clearance;  // [m]
  };
  std::vector<Pair> start_below_;  // contacts that had less than the margin when the step started

  struct Part {
    double reach = 0.0;      // [m] of the farthest point of its core, from the centre
    double thickness = 0.0;  // [m] of the largest ball inside, across
    Vec3 center = Vec3::Zero();
    Mat3 axes = Mat3::Identity();
    double room = 0.0;  // [m] it may move in this step
  };
  std::vector<Part> parts_;                          // where the step started
  std::vector<int> first_part_;                      // of a segment
  std::vector<Eigen::Matrix<double, 6, 1>> twists_;  // of the segments, by a displacement
  std::vector<int> selected_;                        // contacts
  std::vector<std::uint8_t> is_selected_;
  std::vector<std::uint64_t> holding_;  // names
  double row_damping_ = 1.0;
  // Of shortest_way_out: contacts in the way, their rows, what each lacks, the products of the rows.
  std::vector<int> in_way_;
  RowMatrix way_rows_;
  VecX way_gaps_, way_forces_;
  Eigen::MatrixXd way_products_, way_factor_;
};

}  // namespace limber
