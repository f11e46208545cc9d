// What the rows of the linear problem leave to be done about obstacles: pushing a posture out of what it
// overlaps, and refusing steps that do not keep clear.

#include "limber/figure/posture.h"
#include "limber/solver/solver_internal.h"

namespace limber {

namespace {

constexpr int most_rounds_from_overlap = 60;  // an obstacle may have moved deep into the figure
constexpr int most_rounds_of_a_step = 4;      // only curvature to make up for
constexpr int simple_rounds = 2;
constexpr int most_stalls = 5;  // rounds without coming nearer

}  // namespace

double Solver::Parts::clear_candidate(double target, int most_rounds) noexcept {
  look_at(candidate);
  double moved = 0.0, least = clearance.least();
  int stalls = 0;
  for (int round = 0; round < most_rounds && least < target && stalls < most_stalls; ++round) {
    // Mostly a few contacts are a little too near and nothing else is in the way.
    const bool simply = round < simple_rounds && clearance.shortest_way_out(kinematics, target, contribution);
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
    stalls = clearance.least() > least + 0.05 * (target - least) ? 0 : stalls + 1;
    least = clearance.least();
  }
  return moved;
}

double Solver::Parts::leave_overlap() noexcept {
  look_at(candidate);
  const double margin = options.clearance.margin, before = clearance.least();
  if (before >= margin) return 0.0;
  overlapping.values = candidate.values;
  const double moved = clear_candidate(margin, most_rounds_from_overlap);
  if (clearance.least() > before) return moved;
  candidate.values = overlapping.values;
  return 0.0;
}

bool Solver::Parts::is_clear() const noexcept {
  return !clearance.comes_first() || clearance.least() >= options.clearance.margin;
}

bool Solver::Parts::candidate_keeps_clear() noexcept {
  if (!clearance.comes_first()) return true;
  clear_candidate(clearance.allowed(), most_rounds_of_a_step);
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
