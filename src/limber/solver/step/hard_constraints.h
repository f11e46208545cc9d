#pragma once
// What always holds: joint limits, swing and twist limits, couplings, ties.
//
//   bounds of a step     min - q <= dq <= max - q           revolute, prismatic, elbow, swing coordinates
//   orientation limits   row . dq <= room                   linearised where a limb is near its limit
//   couplings            min <= sum c_k value_k <= max      linear; of ball joints through their rates, with
//                                                           their coordinates within half a turn
//   ties                 J dq = error                       linearised: a place on an ellipsoid, a loop
//
// The linear problem keeps bounds exactly and the rest to first order; `repair` takes away what curvature
// left. Should they contradict each other, they give way in the order above, the last ones first:
// couplings and ties are one level.

#include <optional>

#include "limber/base/ids.h"
#include "limber/figure/figure.h"
#include "limber/figure/limit_rows.h"
#include "limber/solver/least_squares/lexicographic.h"
#include "limber/solver/least_squares/projector_hierarchy.h"
#include "limber/solver/options.h"
#include "limber/solver/step/scalar_limits.h"
#include "limber/tasks/ties.h"

namespace limber {

// ProjectorHierarchy seen as add_to wants it: bounds are inequalities like others there, and levels of hard
// constraints are unknown to it.
struct ProjectorConstraints {
  ProjectorHierarchy& hierarchy;
  void set_bounds(int unknown, double lower, double upper) noexcept;
  void begin_level() noexcept {}
  double* add_equality(double rhs) noexcept { return hierarchy.add_equality(rhs); }
  double* add_at_most(double rhs) noexcept { return hierarchy.add_at_most(rhs); }
  void name_last_row(std::uint64_t) noexcept {}
};

class HardConstraints {
 public:
  HardConstraints(const Figure& figure, const SolverOptions& options);

  static constexpr int level_count = 2;  // orientation limits; couplings and ties
  int most_rows() const { return most_rows_; }
  bool has_ties() const { return ties_.has_value(); }

  // Adds bounds and the first two levels to a problem in the unknowns y_i = dq_i / scale_i. For Lexicographic
  // and ProjectorConstraints.
  template <class Problem>
  void add_to(Problem& problem, const Posture& posture, const VecX& scale) noexcept;

  // The walls of a concave swing limit are half-spaces as rows, and these reach beyond the ends of their
  // walls, where the limb may pass. So a problem starts without them, but for a wall that the limb touches,
  // and gets those of the joints that its solution would lead across one. In between, add_to leaves the
  // others out.
  void leave_out_walls(const Posture& posture) noexcept;
  // Does this displacement lead a limb across a wall that was left out? Its walls are rows now.
  bool meets_walls(const Posture& posture, const VecX& displacement) noexcept;
  void count_all_walls() noexcept;

  // What the rows added last belong to.
  struct RowSource {
    DofId dof = {};            // of an orientation limit: the first degree of freedom of its joint
    CouplingId coupling = {};  // or a coupling
    TieId tie = {};            // or a tie
  };
  int row_count() const { return static_cast<int>(sources_.size()); }
  const RowSource& source(int row) const { return at(sources_, row); }

  // Brings a posture inside: each joint to its nearest allowed values, then couplings and ties by least moves
  // inside the limits. Returns the largest move of a degree of freedom, [rad] or [m].
  double repair(Posture& posture) noexcept;

  // The same for a start, which has nothing to fall back on. LimitMethod::off: nothing, and 0.
  double bring_inside(Posture& posture) noexcept;
  // The one gate that every posture passes which the solver may keep: to <- from moved by a displacement,
  // inside whatever the method of limits. Where a swing limit is concave, the limb goes round its notches,
  // not across. The displacement is shortened until no coupling or tie that holds at `from` is lost: to
  // clipping's fraction first, then by halves, at last to nothing.
  void move(const Posture& from, VecX& displacement, Posture& to) noexcept;

  // Each joint to its nearest allowed values, couplings and ties aside. Returns the largest change.
  double project_onto_limits(Posture& posture) const noexcept;
  // The same where only the joints marked, one number each, matter: swing and twist limits of the others are
  // left alone.
  double project_onto_limits(Posture& posture, std::span<const std::uint8_t> joints) const noexcept;

  // The largest part of a step, 0..1, that no joint leaves its limits on (Ge's clipping): 0 as soon as one
  // joint sits on its limit and is to go on.
  double clipped_fraction(const Posture& from, const VecX& step) noexcept;

  // The largest violation of a coupling, or of a tie, in a posture.
  struct Excess {
    double amount = 0.0;
    CouplingId coupling = {};
    TieId tie = {};
  };
  Excess coupling_excess(const Posture& posture) const noexcept;
  Excess tie_excess(const Posture& posture) noexcept;

 private:
  // Swings and twists of ball joints in a coupling: these jump by a whole turn at half a turn.
  struct CoupledTurn {
    JointId joint;
    int first, count;  // coordinates: the length of these angles stays within half a turn
    CouplingId coupling;
  };
  template <class Problem>
  void add_bounds(Problem& problem, const Posture& posture, const VecX& scale) const noexcept;
  template <class Problem>
  void add_couplings(Problem& problem, const Posture& posture, const VecX& scale) noexcept;
  bool is_left_out(JointId joint, const LimitRow& row) const noexcept;
  Vec2 swing_at(const Posture& posture, JointId joint) const noexcept;
  template <class Problem>
  void add_half_turns(Problem& problem, const Posture& posture, const VecX& scale) noexcept;
  Vec2 angles_of(const Posture& posture, const CoupledTurn& turn) const noexcept;
  bool passes_half_turn(const Posture& from, const Posture& to) const noexcept;
  bool keeps_what_held(const Posture& from, const Posture& to) noexcept;
  // A limb that crossed a notch on its way goes along its edge instead.
  void go_round_notches(const Posture& from, Posture& to) const noexcept;
  template <class Problem>
  void add_ties(Problem& problem, const Posture& posture, const VecX& scale) noexcept;

  Figure figure_;
  LimitMethod method_;
  int most_rows_ = 0;
  double largest_turn_;                // [rad] of a step
  std::vector<std::uint8_t> ignored_;  // per joint
  ScalarLimits scalar_limits_;
  std::vector<CouplingId> couplings_;        // that count
  std::vector<CoupledTurn> turns_;           // of these
  std::vector<JointId> orientation_joints_;  // swing and ball joints with a limit
  std::vector<JointId> notched_joints_;      // of these, those whose swing polygon is concave
  enum class Walls : std::uint8_t { all, touched, none };
  std::vector<Walls> walls_;  // per joint: which ones are rows
  std::vector<RowSource> sources_;
  std::optional<Ties> ties_;                // nothing where there are none
  std::optional<Lexicographic> repairing_;  // couplings and ties alone; nothing where there are none
  VecX ones_, moved_;
  Posture before_;
};

}  // namespace limber
