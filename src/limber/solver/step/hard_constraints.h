#pragma once
// What always holds: joint limits, swing and twist limits, couplings.
//
//   bounds of a step     min - q <= dq <= max - q           revolute, prismatic, elbow, swing coordinates
//   orientation limits   row . dq <= room                   linearised where a limb is near its limit
//   couplings            min <= sum c_k value_k <= max      linear; through their rates for ball joints
//
// The linear problem keeps bounds exactly and the rest to first order; `repair` takes away what curvature
// left. Should they contradict each other, they give way in the order above, the last one first.

#include <optional>

#include "limber/base/ids.h"
#include "limber/figure/figure.h"
#include "limber/solver/least_squares/lexicographic.h"
#include "limber/solver/least_squares/projector_hierarchy.h"
#include "limber/solver/options.h"
#include "limber/solver/step/scalar_limits.h"

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

  static constexpr int level_count = 2;  // orientation limits, couplings
  int most_rows() const { return most_rows_; }

  // Adds bounds and the first two levels to a problem in the unknowns y_i = dq_i / scale_i. For Lexicographic
  // and ProjectorConstraints.
  template <class Problem>
  void add_to(Problem& problem, const Posture& posture, const VecX& scale) noexcept;

  // What the rows added last belong to.
  struct RowSource {
    DofId dof = {};            // of an orientation limit: the first degree of freedom of its joint
    CouplingId coupling = {};  // or a coupling
  };
  int row_count() const { return static_cast<int>(sources_.size()); }
  const RowSource& source(int row) const { return at(sources_, row); }

  // Brings a posture inside: each joint to its nearest allowed values, then couplings by least moves inside
  // the limits. Returns the largest move of a degree of freedom, [rad] or [m].
  double repair(Posture& posture) noexcept;

  // The same, if limits are part of the linear problem (LimitMethod::active_set); otherwise nothing, and 0.
  double bring_inside(Posture& posture) noexcept;
  // to <- from moved by a displacement, within the limits by the method chosen; clipping shortens the
  // displacement.
  void move(const Posture& from, VecX& displacement, Posture& to) noexcept;

  // Each joint to its nearest allowed values, couplings aside. Returns the largest change.
  double project_onto_limits(Posture& posture) const noexcept;

  // The largest part of a step, 0..1, that no joint leaves its limits on (Ge's clipping): 0 as soon as one
  // joint sits on its limit and is to go on.
  double clipped_fraction(const Posture& from, const VecX& step) noexcept;

  // The largest violation of a coupling in a posture.
  struct Excess {
    double amount = 0.0;
    CouplingId coupling = {};
  };
  Excess coupling_excess(const Posture& posture) const noexcept;

 private:
  template <class Problem>
  void add_bounds(Problem& problem, const Posture& posture, const VecX& scale) const noexcept;
  template <class Problem>
  void add_couplings(Problem& problem, const Posture& posture, const VecX& scale) noexcept;
  double coupling_value(const Coupling& coupling, const Posture& posture) const noexcept;

  Figure figure_;
  LimitMethod method_;
  int most_rows_ = 0;
  std::vector<std::uint8_t> ignored_;  // per joint
  ScalarLimits scalar_limits_;
  std::vector<CouplingId> couplings_;        // that count
  std::vector<JointId> orientation_joints_;  // swing and ball joints with a limit
  std::vector<RowSource> sources_;
  std::optional<Lexicographic> repairing_;  // the couplings alone; nothing where there are none
  VecX ones_, moved_;
  Posture before_;
};

}  // namespace limber
