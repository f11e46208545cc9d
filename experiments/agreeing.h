#pragma once
// The values that agree with a statement. Every such range leaves out some value that the measurement could
// have had: a statement that no number can contradict is not one, and cannot be written down here.

#include <cmath>
#include <limits>
#include <string>

namespace limber::experiments {

// The values a measurement can have, whatever the method under test does.
struct Possible {
  double least = 0.0;
  double most = std::numeric_limits<double>::infinity();
  bool whole = false;  // whole numbers only
};
inline constexpr Possible magnitude{};  // lengths, ratios, times, errors: never negative
inline constexpr Possible signed_number{-std::numeric_limits<double>::infinity()};  // clearances, exponents
inline constexpr Possible percentage{0.0, 100.0};
inline constexpr Possible degrees_of_bend{0.0, 180.0};  // [°] between two directions
inline constexpr Possible count_of(double all) {
  return {0.0, all, true};
}

class Agreeing {
 public:
  double least() const { return least_; }
  double most() const { return most_; }
  const Possible& possible() const { return possible_; }
  bool contains(double value) const { return value >= least_ && value <= most_; }  // never NaN
  bool is_empty() const { return least_ > most_; }

 private:
  // Throws std::logic_error if it contains every possible value, or if an end is NaN.
  Agreeing(double least, double most, const Possible& possible);
  friend Agreeing at_least(double, const Possible&);
  friend Agreeing at_most(double, const Possible&);
  friend Agreeing between(double, double, const Possible&);
  friend Agreeing nothing();

  double least_, most_;
  Possible possible_;
};

// Ends included.
Agreeing at_least(double value, const Possible& possible = magnitude);
Agreeing at_most(double value, const Possible& possible = magnitude);
Agreeing between(double least, double most, const Possible& possible = magnitude);
// No value agrees: for a statement known to be wrong, which then needs an explanation.
Agreeing nothing();

// Whether the two together contain every value that is possible for the first.
bool accept_everything(const Agreeing& agrees, const Agreeing& explained);

}  // namespace limber::experiments
