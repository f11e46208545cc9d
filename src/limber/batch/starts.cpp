// Where attempts start: a table by number, the same for every problem of a figure.

#include "limber/batch/starts.h"

#include <algorithm>
#include <numbers>

#include "limber/math/random.h"
#include "limber/math/rotation.h"

namespace limber::batch {

namespace {

void write_quaternion(const Quat& q, double* to) {
  to[0] = q.w();
  for (int k = 0; k < 3; ++k) to[1 + k] = q.coeffs()[k];
}

std::vector<double> states_of(const Problem& problem, const Posture& posture) {
  std::vector<double> states(static_cast<std::size_t>(problem.model->states), 0.0);
  std::vector<bool> is_set(states.size(), false);
  for (const Output& output : problem.outputs) {
    const std::size_t s = static_cast<std::size_t>(output.state);
    if (is_set[s]) continue;  // the joint that leads comes first
    is_set[s] = true;
    const auto value = [&](int k) { return posture.values[output.value + k]; };
    if (output.kind == ball) {
      const Quat q = Quat(value(3), value(0), value(1), value(2)).normalized();
      write_quaternion(nearest_allowed(output.swing, output.twist, q), states.data() + s);
    } else {
      states[s] = (value(0) - output.offset) / output.scale;
    }
  }
  return states;
}

// start * exp(turn), with a turn short enough to stay inside the limits.
Quat turned_inside(const Output& output, const Quat& start, Vec3 turn) {
  constexpr int most_halvings = 6;
  for (int i = 0; i < most_halvings; ++i, turn *= 0.5) {
    const Quat q = Quat(start * exp_quaternion(turn)).normalized();
    if (is_inside(output.swing, output.twist, q)) return q;
  }
  return start;
}

constexpr int first_wide = 8;  // attempt

const Output& ball_at(const Problem& problem, int state) {
  return *std::find_if(problem.outputs.begin(), problem.outputs.end(),
                       [&](const Output& output) { return output.kind == ball && output.state == state; });
}

}  // namespace

// Starts after the first: in the middle 70 % of the ranges, where most poses have an answer nearby; from the
// fourth on, every second one anywhere. Balls turn from the start by up to a right angle about each axis.
// Late ones reach for the limits, where the answers to what is still left are: hinges and slides end on one
// in a third of the cases, balls turn as far as they like and are brought back.
std::vector<double> make_starts(const Problem& problem, const Posture& posture,
                                const ProblemOptions& options) {
  const Model& model = *problem.model;
  const std::vector<double> first = states_of(problem, posture);
  std::vector<double> starts(static_cast<std::size_t>(problem.attempts) * first.size(), 0.0);
  Random random(options.seed);
  for (int attempt = 0; attempt < problem.attempts; ++attempt) {
    double* const row = starts.data() + attempt * model.states;
    const bool is_wide = attempt >= first_wide && attempt % 2 == 0;
    const double share = is_wide ? 1.5 : attempt > 3 && attempt % 2 == 1 ? 1.0 : 0.7;
    for (int c = 0; c < model.coordinates; ++c) {
      const Coordinate& coordinate = model.coordinate[c];
      const double* const around = first.data() + coordinate.state;
      if (coordinate.kind == ball) {
        Vec3 turn;
        const double width = (is_wide ? 2.0 : share) * std::numbers::pi;
        for (int k = 0; k < 3; ++k) turn[k] = width * (random.uniform() - 0.5);
        const Quat start(around[0], around[1], around[2], around[3]);
        const Output& output = ball_at(problem, coordinate.state);
        const Quat chosen = attempt == 0 ? start
                            : is_wide    ? nearest_allowed(output.swing, output.twist,
                                                           Quat(start * exp_quaternion(turn)).normalized())
                                         : turned_inside(output, start, turn);
        write_quaternion(chosen, row + coordinate.state);
        continue;
      }
      const double width = coordinate.kind == slide ? 1.0 : std::numbers::pi;
      const double low = coordinate.low > -no_limit ? coordinate.low : *around - width;
      const double high = coordinate.high < no_limit ? coordinate.high : *around + width;
      const double at = 0.5 + share * (random.uniform() - 0.5);
      const double value = attempt == 0 ? *around : low + (high - low) * at;
      row[coordinate.state] = std::clamp(value, coordinate.low, coordinate.high);
    }
  }
  return starts;
}

}  // namespace limber::batch
