// Rounds of least moves: the few contacts that are too near alone first, then all of them with the limits.
// Where that leads nowhere, the same again from postures a little away.

#include "limber/solver/step/keep_clear.h"

#include "limber/figure/joint_coordinate.h"
#include "limber/figure/posture.h"
#include "limber/math/random.h"

namespace limber {

namespace {

constexpr int most_rounds_from_overlap = 60;  // an obstacle may have moved deep into the figure
constexpr int most_rounds_of_a_step = 4;      // only curvature to make up for
constexpr int simple_rounds = 2;              // mostly enough, and much cheaper than the linear problem
constexpr int steps_between_tries = 20;  // to leave an overlap that could not be left, while nothing moves
constexpr int most_stalls = 5;           // rounds without coming nearer
constexpr double stalled_share = 0.95;   // a round that leaves more than this of what is missing
constexpr int most_nudges = 8;           // where no least move leads out
constexpr int most_rounds_after_nudge = 20;
constexpr double nudge_size = 0.06;  // [rad] of the first; each of the next is larger by as much

}  // namespace

KeepClear::KeepClear(const SolverSetup& setup, HardConstraints& constraints, Clearance& clearance,
                     ClearanceRows& rows, Observation& observation)
    : setup_(setup),
      constraints_(constraints),
      clearance_(clearance),
      rows_(rows),
      observation_(observation),
      problem_(0, 0, 0),
      escape_(setup.figure, clearance),
      ones_(VecX::Ones(setup.figure.dof_count())),
      move_(VecX::Zero(setup.figure.dof_count())),
      movers_(VecX::Zero(setup.figure.dof_count())),
      overlapping_(setup.figure.rest_posture()),
      nearest_out_(overlapping_),
      before_(overlapping_) {}

void KeepClear::make_room() {
  problem_ = Lexicographic(LevelRoom::lean(clearance_.is_on() ? setup_.figure.dof_count() : 0,
                                           constraints_.most_rows() + rows_.most(),
                                           HardConstraints::level_count + 1));
}

void KeepClear::forget() noexcept {
  problem_.forget();
  steps_to_next_try_ = steps_to_next_nudge_ = 0;
}

// The least move that leaves nothing too near, with as many contacts in the problem as it takes.
void KeepClear::find_move() noexcept {
  rows_.select_touching(1.0);
  do {
    problem_.clear(setup_.figure.dof_count());
    if (setup_.limits_are_rows()) {
      constraints_.add_to(problem_, observation_.posture(), ones_);
    } else {
      for (int level = 0; level < HardConstraints::level_count; ++level) problem_.begin_level();
    }
    problem_.begin_level();
    rows_.add_to(problem_, observation_.kinematics(), ones_);
    problem_.solve();
    move_ = problem_.solution();
  } while (rows_.select_broken(observation_.kinematics(), move_));
}

void KeepClear::clear(Posture& posture, int most_rounds) noexcept {
  observation_.look_at(posture);
  double missing = clearance_.missing();
  int stalls = 0;
  for (int round = 0; round < most_rounds && missing > 0.0 && stalls < most_stalls; ++round) {
    // Mostly a few contacts are a little too near and nothing else is in the way.
    const bool simply = round < simple_rounds && escape_.find(observation_.kinematics(), move_);
    if (!simply) find_move();
    const double longest = move_.cwiseAbs().maxCoeff();
    if (longest > setup_.options.largest_turn) move_ *= setup_.options.largest_turn / longest;
    before_.values = posture.values;
    constraints_.move(before_, move_, posture);
    observation_.look_at(posture);
    stalls = clearance_.missing() < stalled_share * missing ? 0 : stalls + 1;
    missing = clearance_.missing();
  }
}

double KeepClear::leave_overlap(Posture& posture) noexcept {
  if (clearance_.must_look()) steps_to_next_try_ = 0;
  observation_.look_at(posture);
  clearance_.forget_start();
  const double before = clearance_.missing();
  if (before <= 0.0) steps_to_next_nudge_ = 0;
  if (before <= 0.0 || --steps_to_next_try_ > 0) return 0.0;
  overlapping_.values = posture.values;
  escape_.find_movers(observation_.kinematics(), movers_);
  clear(posture, most_rounds_from_overlap);
  double after = clearance_.missing();
  if (after > 0.0 && --steps_to_next_nudge_ <= 0) {
    after = leave_by_nudges(posture, after);
    steps_to_next_nudge_ = after > 0.0 ? steps_between_tries : 0;
  }
  steps_to_next_try_ = after > 0.0 ? steps_between_tries : 0;
  if (!(after < before)) posture.values = overlapping_.values;
  difference(setup_.figure, overlapping_, posture, move_);
  return move_.cwiseAbs().maxCoeff();
}

// Least moves may lead to a place where obstacles push back from all sides, though there is an exit a little
// elsewhere. Each nudge starts farther away, from the same places every time; joints that cannot help stay.
double KeepClear::leave_by_nudges(Posture& posture, double missing) noexcept {
  nearest_out_.values = posture.values;
  Random random(1);
  for (int nudge = 1; nudge <= most_nudges && missing > 0.0; ++nudge) {
    for (const JointId j : setup_.figure.joints()) {
      const JointType type = setup_.figure.joint(j).type;
      for (int i = 0; i < dof_count(type); ++i) {
        const double size = nudge * nudge_size * (is_length(type, i) ? setup_.metres_per_radian : 1.0);
        const DofId dof{setup_.figure.first_dof(j) + i};
        move_[dof] = movers_[dof] * random.between(-size, size);
      }
    }
    constraints_.move(overlapping_, move_, posture);
    clear(posture, most_rounds_after_nudge);
    if (clearance_.missing() >= missing) continue;
    missing = clearance_.missing();
    nearest_out_.values = posture.values;
  }
  posture.values = nearest_out_.values;
  return missing;
}

bool KeepClear::clear_step(Posture& posture) noexcept {
  if (!clearance_.comes_first()) return true;
  clear(posture, most_rounds_of_a_step);
  return clearance_.holds(posture, observation_.kinematics());
}

bool KeepClear::is_clear() noexcept {
  clearance_.forget_start();  // what was too near before a step is too near all the same
  return !clearance_.comes_first() || clearance_.missing() <= 0.0;
}

}  // namespace limber
