// What the rows of the linear problem leave to be done about obstacles: pushing a posture out of what it
// overlaps, and refusing steps that do not keep clear.

#include "limber/figure/joint_coordinate.h"
#include "limber/figure/posture.h"
#include "limber/math/random.h"
#include "limber/solver/solver_internal.h"

namespace limber {

namespace {

constexpr int most_rounds_from_overlap = 60;  // an obstacle may have moved deep into the figure
constexpr int most_rounds_of_a_step = 4;      // only curvature to make up for
constexpr int simple_rounds = 2;
constexpr int steps_between_tries = 20;  // to leave an overlap that could not be left, while nothing moves
constexpr int most_stalls = 5;           // rounds without coming nearer
constexpr int most_nudges = 8;           // where no least move leads out
constexpr int most_rounds_after_nudge = 20;
constexpr double nudge_size = 0.06;  // [rad] of the first; each of the next is larger by as much

}  // namespace

void Solver::Parts::clear_candidate(int most_rounds) noexcept {
  look_at(candidate);
  double missing = clearance.missing();
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
    integrate(figure, contribution, candidate);
    if (options.limits == LimitMethod::active_set) constraints.repair(candidate);
    look_at(candidate);
    stalls = clearance.missing() < 0.95 * missing ? 0 : stalls + 1;
    missing = clearance.missing();
  }
}

double Solver::Parts::leave_overlap() noexcept {
  if (clearance.must_look()) steps_to_next_try = 0;
  look_at(candidate);
  clearance.forget_start();
  const double before = clearance.missing();
  if (before <= 0.0) steps_to_next_nudge = 0;
  if (before <= 0.0 || --steps_to_next_try > 0) return 0.0;
  overlapping.values = candidate.values;
  clearance.find_movers(kinematics, nudged);
  clear_candidate(most_rounds_from_overlap);
  double after = clearance.missing();
  if (after > 0.0 && --steps_to_next_nudge <= 0) {
    after = leave_by_nudges(after);
    steps_to_next_nudge = after > 0.0 ? steps_between_tries : 0;
  }
  steps_to_next_try = after > 0.0 ? steps_between_tries : 0;
  if (!(after < before)) candidate.values = overlapping.values;
  difference(figure, overlapping, candidate, contribution);
  return contribution.cwiseAbs().maxCoeff();
}

// Least moves lead to a place where what is in the way pushes back from all sides; from a little elsewhere
// there may be a way out. Farther and farther away, and the same places every time; what has no part in it
// stays.
double Solver::Parts::leave_by_nudges(double missing) noexcept {
  nearest_out.values = candidate.values;
  Random random(1);
  for (int nudge = 1; nudge <= most_nudges && missing > 0.0; ++nudge) {
    candidate.values = overlapping.values;
    for (int j = 0; j < figure.segment_count(); ++j) {
      const JointType type = figure.joint(j).type;
      for (int i = 0; i < dof_count(type); ++i) {
        const double size = nudge * nudge_size * (is_length(type, i) ? metres_per_radian : 1.0);
        const int dof = figure.first_dof(j) + i;
        contribution[dof] = nudged[dof] * random.between(-size, size);
      }
    }
    integrate(figure, contribution, candidate);
    if (options.limits == LimitMethod::active_set) constraints.repair(candidate);
    clear_candidate(most_rounds_after_nudge);
    if (clearance.missing() >= missing) continue;
    missing = clearance.missing();
    nearest_out.values = candidate.values;
  }
  candidate.values = nearest_out.values;
  return missing;
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
