// The least common multiple of periods, by continued fractions of their ratios.

#include "limber/motion/common_period.h"

#include <algorithm>
#include <cmath>

namespace limber {

namespace {

constexpr double same_phase = 1e-9;       // of each period
constexpr double longest_cycle = 3600.0;  // [s]
constexpr int most_terms = 40;            // of a continued fraction

// The least  q a = p b,  p and q whole: p/q is a convergent of a/b.
double common_of_two(double a, double b) {
  const double slack = same_phase * std::min(a, b);
  double x = a / b, p = 1.0, q = 0.0, p_before = 0.0, q_before = 1.0;
  for (int k = 0; k < most_terms; ++k) {
    const double whole = std::floor(x);
    const double p_next = whole * p + p_before, q_next = whole * q + q_before;
    p_before = p;
    q_before = q;
    p = p_next;
    q = q_next;
    if (!(q * a <= longest_cycle)) return 0.0;
    if (p > 0.0 && std::abs(q * a - p * b) <= slack) return q * a;
    x = 1.0 / (x - whole);
  }
  return 0.0;
}

// It repeats after any time.
bool stands_still(const TargetPath& path) {
  const auto* sines = std::get_if<SineCurve>(&path.curve());
  return sines != nullptr && std::all_of(sines->terms.begin(), sines->terms.end(),
                                         [](const auto& term) { return term.amplitude == Vec3::Zero(); });
}

}  // namespace

double common_period(std::span<const double> periods) {
  double common = 0.0;
  for (const double period : periods) {
    if (!(period > 0.0)) return 0.0;
    common = common == 0.0 ? period : common_of_two(common, period);
    if (common == 0.0) return 0.0;
  }
  // The remainders of the pairs add up.
  for (const double period : periods) {
    const double rounds = common / period;
    if (std::abs(rounds - std::round(rounds)) > same_phase) return 0.0;
  }
  return common;
}

double common_period(const std::vector<const TargetPath*>& paths) {
  std::vector<double> periods;
  for (const TargetPath* path : paths) {
    if (!stands_still(*path)) periods.push_back(path->period());
  }
  return common_period(periods);
}

double shortest_wave(const TargetPath& path) {
  const auto* sines = std::get_if<SineCurve>(&path.curve());
  if (!sines) return path.period();
  double shortest = 0.0;
  for (const SineCurve::Term& term : sines->terms) {
    if (shortest == 0.0 || term.period < shortest) shortest = term.period;
  }
  return shortest;
}

}  // namespace limber
