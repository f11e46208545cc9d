// How long a path is, and the posture at a share of it.

#include "limber/session/path/walk.h"

#include <algorithm>
#include <cmath>

#include "limber/figure/joint_chain.h"
#include "limber/kinematics/kinematics.h"
#include "limber/session/solving/surroundings.h"

namespace limber {

namespace {

using Points = std::vector<Vec3>;

// The positions of joints and frames.
Points points_of(const Kinematics& kinematics) {
  const Figure& figure = kinematics.figure();
  Points points;
  for (int s = 0; s < figure.segment_count(); ++s) {
    points.push_back(kinematics.segment_pose(SegmentId{s}).translation);
  }
  for (int f = 0; f < static_cast<int>(figure.frames().size()); ++f) {
    points.push_back(kinematics.frame_position(FrameId{f}));
  }
  return points;
}

double farthest_move(const Points& from, const Points& to) {
  double farthest = 0.0;
  for (std::size_t i = 0; i < from.size(); ++i) farthest = std::max(farthest, (to[i] - from[i]).norm());
  return farthest;
}

// [m] l_k, in pieces small enough for arcs to be nearly straight. A turn about a segment's own axis moves
// none of the points but still takes a little time.
double length_between(Kinematics& kinematics, const Posture& from, const Posture& to, double reach) {
  constexpr double piece = 0.2;      // [rad], [m]
  constexpr double of_turns = 0.05;  // of the reach for a radian
  constexpr int most_pieces = 64;
  const Figure& figure = kinematics.figure();
  const VecX whole = difference(figure, from, to);
  const double largest = whole.size() > 0 ? whole.cwiseAbs().maxCoeff() : 0.0;
  const int pieces = std::clamp(static_cast<int>(std::ceil(std::min(largest, 1e3) / piece)), 1, most_pieces);
  kinematics.update(from);
  Points before = points_of(kinematics);
  double length = 0.0;
  for (int i = 1; i <= pieces; ++i) {
    Posture posture = from;
    integrate(figure, whole * (static_cast<double>(i) / pieces), posture);
    kinematics.update(posture);
    Points after = points_of(kinematics);
    length += farthest_move(before, after);
    before = std::move(after);
  }
  return std::max(length, of_turns * reach * largest);
}

}  // namespace

PathWalk::PathWalk(Figure figure, std::vector<Posture> postures)
    : figure_(std::move(figure)),
      postures_(std::move(postures)),
      lengths_(1, 0.0),
      turn_(VecX::Zero(figure_.dof_count())),
      next_(postures_.front()) {
  const double reach = longest_reach(figure_);
  Kinematics kinematics(figure_);
  for (std::size_t k = 1; k < postures_.size(); ++k) {
    lengths_.push_back(lengths_.back() + length_between(kinematics, postures_[k - 1], postures_[k], reach));
  }
  const double wanted = std::min(seconds_per_reach * length() / reach, longest);
  steps_ = std::max(1L, std::lround(wanted / step_seconds));
}

double PathWalk::seconds() const {
  return step_seconds * static_cast<double>(steps_);
}

void PathWalk::find(double share, VecX& turn, Posture& result) const noexcept {
  const double s = share * length();
  const auto after = std::upper_bound(lengths_.begin(), lengths_.end(), s);
  if (share >= 1.0 || after == lengths_.end()) {
    result.values = postures_.back().values;
    return;
  }
  const auto k = static_cast<std::size_t>(after - lengths_.begin());  // s_(k-1) <= s < s_k
  difference(figure_, postures_[k - 1], postures_[k], turn);
  turn *= (s - lengths_[k - 1]) / (lengths_[k] - lengths_[k - 1]);
  result.values = postures_[k - 1].values;
  integrate(figure_, turn, result);
}

Posture PathWalk::at(double share) const {
  VecX turn = turn_;
  Posture result = postures_.front();
  find(share, turn, result);
  return result;
}

const Posture& PathWalk::next() noexcept {
  find(static_cast<double>(step_ + 1) / static_cast<double>(steps_), turn_, next_);
  return next_;
}

}  // namespace limber
