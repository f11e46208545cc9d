// Natural cubic splines by weights: a tridiagonal system, factorised once.

#include "limber/math/spline.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "limber/math/rotation.h"

namespace limber {

// The spline has the second derivatives M_i at the keys, M = 0 at both ends, and between them (h_i = t_(i+1)
// - t_i)
//
//   h_(i-1) M_(i-1) + 2 (h_(i-1) + h_i) M_i + h_i M_(i+1) = 6 ((y_(i+1) - y_i)/h_i - (y_i -
//   y_(i-1))/h_(i-1)),
//
// or A M = D y. Between two keys s is linear in y and M: s(t) = a.y + c.M, so that the weights of the keys
// are a + D^T A^-1 c: one solution for all values there are.

SplineTimes::SplineTimes(std::vector<double> times) : times_(std::move(times)) {
  if (times_.empty()) throw std::invalid_argument("a spline needs at least one key");
  const std::size_t count = times_.size();
  for (std::size_t i = 0; i < count; ++i) {
    if (!std::isfinite(times_[i])) throw std::invalid_argument("the time of a key is not a number");
    if (i > 0 && !(times_[i] > times_[i - 1]))
      throw std::invalid_argument("each key must be later than the one before");
  }
  for (std::size_t i = 0; i + 1 < count; ++i) steps_.push_back(times_[i + 1] - times_[i]);
  for (std::size_t i = 1; i + 1 < count;
       ++i) {  // elimination; A is diagonally dominant, so no pivots are needed
    double pivot = 2.0 * (steps_[i - 1] + steps_[i]);
    if (i > 1) pivot -= steps_[i - 1] * steps_[i - 1] / diagonal_.back();
    diagonal_.push_back(pivot);
  }
}

// A x = b in place; b belongs to keys 1 .. count - 2.
void SplineTimes::solve(std::span<double> b) const {
  const std::size_t size = diagonal_.size();
  for (std::size_t i = 1; i < size; ++i) b[i] -= steps_[i] / diagonal_[i - 1] * b[i - 1];
  for (std::size_t i = size; i-- > 0;) {
    if (i + 1 < size) b[i] -= steps_[i + 1] * b[i + 1];
    b[i] /= diagonal_[i];
  }
}

// weights += D^T A^-1 c, where c holds two numbers, those of the keys around the time.
void SplineTimes::spread(std::size_t left, double at_left, double at_right, std::vector<double>& weights,
                         std::vector<double>& scratch) const {
  if (diagonal_.empty()) return;
  scratch.assign(diagonal_.size(), 0.0);
  if (left >= 1) scratch[left - 1] = at_left;
  if (left < scratch.size()) scratch[left] = at_right;
  solve(scratch);
  for (std::size_t i = 1; i + 1 < times_.size(); ++i) {
    const double before = 6.0 * scratch[i - 1] / steps_[i - 1], after = 6.0 * scratch[i - 1] / steps_[i];
    weights[i - 1] += before;
    weights[i] -= before + after;
    weights[i + 1] += after;
  }
}

SplineWeights SplineTimes::weights(double time) const {
  SplineWeights result;
  weights(time, result);
  return result;
}

void SplineTimes::weights(double time, SplineWeights& weights) const {
  const std::size_t count = times_.size();
  for (auto* list : {&weights.value, &weights.rate, &weights.curvature}) list->assign(count, 0.0);
  if (count == 1 || !(time > times_.front())) {  // NaN stands at the first key as well
    weights.value.front() = 1.0;
    return;
  }
  if (time >= times_.back()) {
    weights.value.back() = 1.0;
    return;
  }
  const auto after = std::upper_bound(times_.begin(), times_.end(), time);
  const std::size_t left = static_cast<std::size_t>(after - times_.begin()) - 1, right = left + 1;
  const double h = steps_[left];
  const double u = (time - times_[left]) / h, v = (times_[right] - time) / h;
  std::vector<double> scratch;
  spread(left, h * h / 6.0 * (v * v * v - v), h * h / 6.0 * (u * u * u - u), weights.value, scratch);
  spread(left, h / 6.0 * (1.0 - 3.0 * v * v), h / 6.0 * (3.0 * u * u - 1.0), weights.rate, scratch);
  spread(left, v, u, weights.curvature, scratch);
  weights.value[left] += v;
  weights.value[right] += u;
  weights.rate[left] -= 1.0 / h;
  weights.rate[right] += 1.0 / h;
}

double spline_value(const SplineWeights& weights, std::span<const double> values) {
  double sum = 0.0;
  for (std::size_t k = 0; k < values.size(); ++k) sum += weights.value[k] * values[k];
  return sum;
}

std::vector<Vec3> turns_between(std::span<const Quat> keys) {
  std::vector<Vec3> turns;
  for (std::size_t k = 1; k < keys.size(); ++k)
    turns.push_back(log_rotation(Quat(keys[k - 1].conjugate() * keys[k])));
  return turns;
}

namespace {

// F_1, F_2, ...: sums from the far end, so that a share that is over or has not begun is 1 or 0 exactly.
std::vector<double> shares(std::span<const double> weights) {
  std::vector<double> result(weights.begin() + 1, weights.end());
  for (std::size_t k = result.size(); k-- > 1;) result[k - 1] += result[k];
  return result;
}

}  // namespace

Quat spline_orientation(const SplineWeights& weights, const Quat& first, std::span<const Vec3> turns) {
  const std::vector<double> share = shares(weights.value);
  Quat orientation = first;
  for (std::size_t k = 0; k < turns.size(); ++k)
    orientation = orientation * exp_quaternion(share[k] * turns[k]);
  return orientation.normalized();
}

Turning spline_turning(const SplineWeights& weights, const Quat& first, std::span<const Vec3> turns) {
  const std::vector<double> value = shares(weights.value), rate = shares(weights.rate),
                            curvature = shares(weights.curvature);
  Turning result{.orientation = first};
  for (std::size_t k = 0; k < turns.size(); ++k) {
    const Quat turn = exp_quaternion(value[k] * turns[k]);
    // In the frame after this turn, which itself turns at `own`: d/dt (E^T w) = E^T w' - own x E^T w.
    const Quat back = turn.conjugate();
    const Vec3 own = rate[k] * turns[k], carried = back * result.velocity;
    result.acceleration = back * result.acceleration - own.cross(carried) + curvature[k] * turns[k];
    result.velocity = carried + own;
    result.orientation = result.orientation * turn;
  }
  result.orientation.normalize();
  return result;
}

}  // namespace limber
