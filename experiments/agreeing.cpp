// Ranges that agree with a statement, and the check that each of them leaves something out (agreeing.h).

#include "experiments/agreeing.h"

#include <algorithm>
#include <stdexcept>

namespace limber::experiments {

namespace {

constexpr double open_end = std::numeric_limits<double>::infinity();

// Whether a possible value lies beyond `from` (outside) and before `to` (outside).
bool is_possible_between(const Possible& possible, double from, double to) {
  if (!possible.whole) return from < to;
  const double next = std::isfinite(from) ? std::floor(from) + 1.0 : possible.least;
  return next < to;
}

// Whether some possible value lies below both ranges, between them, or above.
bool leaves_something(const Possible& possible, double low_from, double low_to, double high_from,
                      double high_to) {
  if (low_from > possible.least) return true;
  if (std::max(low_to, high_to) < possible.most) return true;
  return high_from > low_to && is_possible_between(possible, low_to, high_from);
}

}  // namespace

Agreeing::Agreeing(double least, double most, const Possible& possible)
    : least_(least), most_(most), possible_(possible) {
  if (std::isnan(least) || std::isnan(most)) throw std::logic_error("an end of a range is not a number");
  if (least <= possible.least && most >= possible.most)
    throw std::logic_error("this range contains every possible value: no measurement could contradict it");
}

Agreeing at_least(double value, const Possible& possible) {
  return {value, open_end, possible};
}
Agreeing at_most(double value, const Possible& possible) {
  return {-open_end, value, possible};
}
Agreeing between(double least, double most, const Possible& possible) {
  return {least, most, possible};
}
Agreeing nothing() {
  return {1.0, 0.0, signed_number};
}

bool accept_everything(const Agreeing& agrees, const Agreeing& explained) {
  if (agrees.is_empty() || explained.is_empty()) return false;
  const bool agrees_is_lower = agrees.least() <= explained.least();
  const Agreeing& low = agrees_is_lower ? agrees : explained;
  const Agreeing& high = agrees_is_lower ? explained : agrees;
  return !leaves_something(agrees.possible(), low.least(), low.most(), high.least(), high.most());
}

}  // namespace limber::experiments
