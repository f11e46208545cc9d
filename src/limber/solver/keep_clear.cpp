// What the rows of the linear problem leave to be done about obstacles: pushing a posture out of what it
// overlaps, and refusing steps that do not keep clear.

#include "limber/figure/posture.h"
#include "limber/solver/solver_internal.h"

namespace limber {

namespace {

constexpr int most_rounds_from_overlap = 60;  // an obstacle may have moved deep into the figure
constexpr int most_rounds_of_a_step = 4;      // only curvature to make up for
constexpr int simple_rounds = 2;
constexpr int steps_between_tries = 20;  // to leave an overlap that could not be left, while nothing moves
constexpr int most_stalls = 5;           // rounds without coming nearer

}  // namespace

double Solver::Parts::clear_candidate(int most_rounds) noexcept {
  look_at(candidate);
  double moved = 0.0, missing = clearance.missing();
  int stalls = 0;
  for (int round = 0; round < most_rounds && missing > 0.0 && stalls < most_stalls; ++round) {
    // Mostly a few contacts are a little too near and nothing else is in the way.
    const bool simply = round < simple_rounds && clearance.shortest_way_out(kinematics, contribution);
    if (!simply) clearance.select_touching(1.0);
    while (!simply) {
      clearing.clear(figure.dof_count());
      if (options.limits == LimitMethod::active_set) {
        constraints.add_to(clearing, seen, ones);
      } else {
        for (int level = 0; level < HardConstraints::level_count; ++level) clearing.begin_level();
      }
      clearing.begin_level();
      clearance.add_to(clearing, kinematics, ones);
      clearing.solve();
      contribution = clearing.solution();
      if (!clearance.select_broken(kinematics, contribution)) break;
    }
    const double longest = contribution.cwiseAbs().maxCoeff();
    if (longest > options.largest_turn) contribution *= options.largest_turn / longest;
    moved = std::max(moved, contribution.cwiseAbs().maxCoeff());
    integrate(figure, contribution, candidate);
    if (options.limits == LimitMethod::active_set) constraints.repair(candidate);
    look_at(candidate);
    stalls = clearance.missing() < 0.95 * missing ? 0 : stalls + 1;
    missing = clearance.missing();
  }
  return moved;
}

double Solver::Parts::leave_overlap() noexcept {
  if (clearance.must_look()) steps_to_next_try = 0;
  look_at(candidate);
  clearance.forget_start();
  const double before = clearance.missing();
  if (before <= 0.0 || --steps_to_next_try > 0) return 0.0;
  overlapping.values = candidate.values;
  const double moved = clear_candidate(most_rounds_from_overlap);
  const double after = clearance.missing();
  steps_to_next_try = after > 0.0 ? steps_between_tries : 0;
  if (after < before) return moved;
  candidate.values = overlapping.values;
  return 0.0;
}

bool Solver::Parts::is_clear() const noexcept {
  return !clearance.comes_first() || clearance.missing() <= 0.0;
}

bool Solver::Parts::candidate_keeps_clear() noexcept {
  if (!clearance.comes_first()) return true;
  clear_candidate(most_rounds_of_a_step);
  return clearance.holds();
}

void Solver::Parts::report_clearance(const Posture& posture, StepReport& report) noexcept {
  if (!clearance.is_on()) return;
  look_at(posture);
  const Contact* nearest = clearance.nearest();
  if (nearest == nullptr) return;
  report.clearance = nearest->clearance;
  report.nearest_segment = nearest->segment;
  report.nearest_obstacle = nearest->obstacle;
  report.nearest_other_segment = nearest->other_segment;
}

}  // namespace limber
