// Chooses the pairs of solids that need a closer look.

#include "limber/solver/step/safe_motion.h"

#include <algorithm>
#include <cmath>

namespace limber {

namespace {

// A step that brings more pairs so near to each other, or needs more looks on the way, is too long.
constexpr std::size_t least_pairs = 512, pairs_per_part = 8;
constexpr int most_samples = 64;

}  // namespace

SafeMotion::SafeMotion(const Figure& figure, const Body& body, bool self, double tolerance)
    : figure_(figure),
      body_(body),
      self_(self),
      tolerance_(tolerance),
      from_(figure.rest_posture()),
      middle_(from_),
      step_(VecX::Zero(figure.dof_count())),
      part_of_step_(step_),
      kinematics_(figure),
      before_(static_cast<std::size_t>(body.count())),
      poses_before_(static_cast<std::size_t>(figure.segment_count())),
      poses_middle_(poses_before_),
      poses_after_(poses_before_),
      motion_(static_cast<std::size_t>(body.count()), 0.0),
      sweep_(figure, body) {
  const std::size_t most_pairs = std::max(least_pairs, pairs_per_part * before_.size());
  pairs_.reserve(most_pairs);
  names_.reserve(most_pairs);
}

void SafeMotion::start_step(const Place& from, const Body& body) noexcept {
  from_.values = from.posture.values;
  for (const SegmentId s : figure_.segments()) at(poses_before_, s) = from.kinematics.segment_pose(s);
  for (int i = 0; i < body.count(); ++i) at(before_, i) = body.solid(i);
}

// By way of the middle: turns of several joints may cancel at the end, and not before.
double SafeMotion::measure_motions(const Place& to) noexcept {
  double longest = 0.0;
  look_at(0.5);
  for (const SegmentId s : figure_.segments()) {
    at(poses_middle_, s) = kinematics_.segment_pose(s);
    at(poses_after_, s) = to.kinematics.segment_pose(s);
  }
  for (int i = 0; i < body_.count(); ++i) {
    const Solid middle = placed(at(poses_middle_, body_.part(i).segment), body_.local(i));
    at(motion_, i) = way(at(before_, i), middle, body_.solid(i));
    longest = std::max(longest, at(motion_, i));
  }
  return longest;
}

double SafeMotion::way(const Solid& before, const Solid& middle, const Solid& after) noexcept {
  return PairSweep::longest_way * (PairSweep::chord(before, middle) + PairSweep::chord(middle, after));
}

void SafeMotion::look_at(double time) noexcept {
  part_of_step_ = time * step_;
  middle_.values = from_.values;
  integrate(figure_, part_of_step_, middle_);
  kinematics_.update(middle_);
}

// With B taken back to where it started, and A with it.
double SafeMotion::relative_motion(int part, int other) const noexcept {
  const SegmentId a = body_.part(part).segment, b = body_.part(other).segment;
  const auto seen = [&](const std::vector<Transform>& poses) {
    return placed(at(poses_before_, b) * (at(poses, b).inverse() * at(poses, a)), body_.local(part));
  };
  return way(at(before_, part), seen(poses_middle_), seen(poses_after_));
}

// False: there is no room for another. `clearances`: at both ends, together.
bool SafeMotion::consider(const Near& pair, double clearances, const ObstacleIndex& obstacles) noexcept {
  const double least = pair.required - tolerance_, room = clearances - 2.0 * least;
  const bool is_own = pair.other >= 0;
  if (at(motion_, pair.part) + (is_own ? at(motion_, pair.other) : 0.0) <= room) return true;
  if (is_own && relative_motion(pair.part, pair.other) <= room) return true;
  if (pairs_.size() == pairs_.capacity()) return false;
  pairs_.push_back({pair.part, pair.other, is_own ? nullptr : &obstacles.solid(pair.obstacle), least});
  names_.push_back(pair.name);
  return true;
}

bool SafeMotion::consider_listed(const ObstacleIndex& obstacles) noexcept {
  auto first = start_.near.begin(), second = end_.near.begin();
  while (first != start_.near.end() || second != end_.near.end()) {
    const bool in_first =
        first != start_.near.end() && (second == end_.near.end() || first->name <= second->name);
    const bool in_second = second != end_.near.end() && (!in_first || first->name == second->name);
    Near pair = in_first ? *first : *second;
    if (in_second) pair.required = std::min(pair.required, second->required);
    const double clearances =
        (in_first ? first->clearance : start_.farthest) + (in_second ? second->clearance : end_.farthest);
    if (!consider(pair, clearances, obstacles)) return false;
    if (in_first) ++first;
    if (in_second) ++second;
  }
  return true;
}

// Pairs that are near neither at the start nor at the end.
bool SafeMotion::consider_on_the_way(Proximity& proximity, double longest, double margin) noexcept {
  const double far = std::min(start_.farthest, end_.farthest);
  const double needed = std::ceil((self_ ? 2.0 : 1.0) * longest / (2.0 * far));
  if (!(needed <= most_samples)) return false;
  const int pieces = static_cast<int>(needed);
  const auto is_listed = [](const Surroundings& list, std::uint64_t name) {
    const auto found = std::lower_bound(list.near.begin(), list.near.end(), name,
                                        [](const Near& near, std::uint64_t n) { return near.name < n; });
    return found != list.near.end() && found->name == name;
  };
  bool has_room = true;
  for (int piece = 1; piece < pieces && has_room; ++piece) {
    look_at(static_cast<double>(piece) / pieces);
    proximity.visit_near(kinematics_, far, [&](const Contact& contact) {
      const int part = body_.number(contact.segment, contact.shape);
      const bool is_own = contact.other_segment.is_valid();
      const int other = is_own ? body_.number(contact.other_segment, contact.other_shape) : -1;
      const std::uint64_t name = pair_name(part, contact.obstacle, other);
      if (is_listed(start_, name) || is_listed(end_, name)) return;
      if (std::find(names_.begin(), names_.end(), name) != names_.end()) return;
      has_room &= consider({name, part, other, contact.obstacle, contact.clearance, margin},
                           start_.farthest + end_.farthest, proximity.obstacles());
    });
  }
  return has_room;
}

bool SafeMotion::is_clear(const Place& to, Proximity& proximity, double margin) noexcept {
  pairs_.clear();
  names_.clear();
  difference(figure_, from_, to.posture, step_);
  const double longest = measure_motions(to);
  if (longest <= tolerance_) return true;
  if (!consider_listed(proximity.obstacles())) return false;
  if (!consider_on_the_way(proximity, longest, margin)) return false;
  return pairs_.empty() || sweep_.is_clear(from_, step_, pairs_);
}

}  // namespace limber
