// Halves the motion of the pairs that are not shown to stay apart, looking at each middle.

#include "limber/solver/step/pair_sweep.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "limber/shapes/closest.h"

namespace limber {

namespace {

constexpr double rough = 1.1;        // times the sag as measured: the way is not quite a parabola
constexpr double sag_of_half = 0.3;  // of the sag of the whole: a quarter for a parabola
constexpr double sqrt_half = 0.5 * std::numbers::sqrt2;

// [m] How far the tips of a solid are apart whose axes differ by this.
double apart(const Solid& solid, const Mat3& axes) {
  switch (solid.core) {
    case Core::point:
      return 0.0;
    case Core::segment:
    case Core::cylinder:
      return reach(solid) * axes.col(2).norm();
    default:  // |R - R'| of a turn by an angle a is 2 sqrt(2) sin(a / 2)
      return reach(solid) * sqrt_half * axes.norm();
  }
}

// [m] How far points of `middle` are from the middle between `begin` and `end`.
double sag(const Solid& begin, const Solid& middle, const Solid& end) {
  return (middle.center - 0.5 * (begin.center + end.center)).norm() +
         apart(middle, middle.axes - 0.5 * (begin.axes + end.axes));
}

}  // namespace

double PairSweep::chord(const Solid& from, const Solid& to) noexcept {
  return (to.center - from.center).norm() + apart(to, to.axes - from.axes);
}

PairSweep::PairSweep(const Figure& figure, const Body& body)
    : figure_(figure),
      body_(body),
      kinematics_(figure),
      posture_(figure.rest_posture()),
      part_of_step_(VecX::Zero(figure.dof_count())),
      resting_(most_pairs),
      other_start_(most_pairs),
      samples_(static_cast<std::size_t>((2 + most_halvings) * most_pairs)) {}

bool PairSweep::is_clear(const Posture& from, const VecX& displacement,
                         std::span<const Pair> pairs) noexcept {
  from_ = &from;
  displacement_ = &displacement;
  while (!pairs.empty()) {
    const std::size_t count = std::min<std::size_t>(pairs.size(), most_pairs);
    if (!is_batch_clear(pairs.first(count))) return false;
    pairs = pairs.subspan(count);
  }
  return true;
}

void PairSweep::look_at(double time) noexcept {
  part_of_step_ = time * *displacement_;
  posture_.values = from_->values;
  integrate(figure_, part_of_step_, posture_);
  kinematics_.update(posture_);
}

Solid PairSweep::place(int i) const noexcept {
  const Pair& pair = at(pairs_, i);
  const Transform pose = kinematics_.segment_pose(body_.part(pair.part).segment);
  if (pair.other < 0) return placed(pose, body_.local(pair.part));
  const Transform other = kinematics_.segment_pose(body_.part(pair.other).segment);
  return placed(at(other_start_, i) * (other.inverse() * pose), body_.local(pair.part));
}

void PairSweep::measure(int pair, Sample& sample) const noexcept {
  const Closest found = closest(sample.a, rests(pair));
  sample.normal = found.normal;
  sample.distance = found.distance;
}

bool PairSweep::is_batch_clear(std::span<const Pair> pairs) noexcept {
  pairs_ = pairs;
  const int count = static_cast<int>(pairs.size());
  look_at(0.0);
  for (int i = 0; i < count; ++i) {
    const Pair& pair = at(pairs, i);
    if (pair.other >= 0) at(other_start_, i) = kinematics_.segment_pose(body_.part(pair.other).segment);
    at(resting_, i) = pair.other >= 0 ? placed(at(other_start_, i), body_.local(pair.other)) : *pair.obstacle;
  }
  for (const int slot : {0, 1}) {
    if (slot == 1) look_at(1.0);
    for (int i = 0; i < count; ++i) {
      sample(slot, i).a = place(i);
      measure(i, sample(slot, i));
    }
  }
  std::uint32_t all = 0;
  for (int i = 0; i < count; ++i) all |= std::uint32_t{1} << i;
  return is_clear_between(0.0, 1.0, 0, 1, 0, all);
}

bool PairSweep::is_shown(int pair, const Sample& begin, const Sample& end,
                         double sag_between) const noexcept {
  const double least = at(pairs_, pair).least;
  // Nothing comes nearer than what both ends of the way leave over.
  const double way = longest_way * chord(begin.a, end.a) + 2.0 * sag_between;
  if (way <= begin.distance + end.distance - 2.0 * least) return true;
  const auto parts = [&](const Sample& near, const Sample& far) {
    return near.distance - sag_between >= least &&
           separation(far.a, rests(pair), near.normal) - sag_between >= least;
  };
  return parts(begin, end) || parts(end, begin);
}

bool PairSweep::is_clear_between(double begin, double end, int begin_slot, int end_slot, int depth,
                                 std::uint32_t pairs) noexcept {
  const double middle = 0.5 * (begin + end);
  const int slot = 2 + depth;
  std::uint32_t before = 0, after = 0;  // pairs not shown to stay apart in the two halves
  look_at(middle);
  for (int i = 0; i < static_cast<int>(pairs_.size()); ++i) {
    const std::uint32_t bit = std::uint32_t{1} << i;
    if ((pairs & bit) == 0) continue;
    const Sample &first = sample(begin_slot, i), &last = sample(end_slot, i);
    Sample& here = sample(slot, i);
    here.a = place(i);
    const double off = sag(first.a, here.a, last.a);
    if (is_shown(i, first, last, rough * off)) continue;
    measure(i, here);
    if (!(here.distance >= at(pairs_, i).least)) return false;
    if (!is_shown(i, first, here, sag_of_half * off)) before |= bit;
    if (!is_shown(i, here, last, sag_of_half * off)) after |= bit;
  }
  if (depth + 1 == most_halvings) return true;
  return (before == 0 || is_clear_between(begin, middle, begin_slot, slot, depth + 1, before)) &&
         (after == 0 || is_clear_between(middle, end, slot, end_slot, depth + 1, after));
}

}  // namespace limber
