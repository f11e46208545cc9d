// Measures a motion frame by frame: clearances, bends and reversals of the links, errors and times
// (measures.h).

#include "limber/avoidance/measures.h"

#include <algorithm>
#include <cmath>

#include "limber/figure/joint_chain.h"
#include "limber/math/swing_twist.h"
#include "limber/world/overlap.h"

namespace limber {

namespace {

constexpr double counted_share = 1e-3;  // of the mean link: shorter moves are ignored

// Where the links of segments without children end: the frame farthest from the segment's origin.
std::vector<FrameId> end_frames(const Figure& figure) {
  std::vector<FrameId> farthest(static_cast<std::size_t>(figure.segment_count()));
  for (FrameId f{0}; f < static_cast<int>(figure.frames().size()); ++f) {
    const Frame& frame = figure.frame(f);
    if (figure.branch_end(frame.segment) != frame.segment + 1) continue;
    const double length = frame.pose.translation.norm();
    FrameId& best = at(farthest, frame.segment);
    if (length > 0.0 && (!best.is_valid() || length > figure.frame(best).pose.translation.norm())) best = f;
  }
  std::erase_if(farthest, [](FrameId f) { return !f.is_valid(); });
  return farthest;
}

}  // namespace

MotionMeter::MotionMeter(const Figure& figure, const World& world, const Posture& start, double farthest,
                         const TaskList& tasks)
    : figure_(figure),
      kinematics_(figure),
      chain_(figure),
      whole_(tasks.empty()),
      contacts_(figure, ContactOptions{.most_obstacles = 1}),
      farthest_(farthest),
      reach_(longest_reach(figure)),
      shortest_move_(counted_share * mean_link_length(figure)),
      leaf_frames_(end_frames(figure)),
      start_(start),
      before_(start),
      step_(VecX::Zero(figure.dof_count())) {
  contacts_.surround(world);
  if (!whole_) {
    chain_.follow(tasks);
    contacts_.follow(chain_);
    shortest_move_ = counted_share * chain_.mean_link();
  }
  const int segments = figure.segment_count(), points = segments + static_cast<int>(leaf_frames_.size());
  for (std::vector<Vec3>* list : {&points_, &last_, &last_but_one_})
    list->resize(static_cast<std::size_t>(points));
  for (const SegmentId s : figure.segments()) counts_.push_back(whole_ || chain_.has(s) ? 1 : 0);
  for (const FrameId f : leaf_frames_) counts_.push_back(at(counts_, figure.frame(f).segment));
  place_points(figure.rest_posture(), points_);
  // The link that ends at a point starts at the parent segment; if both are in one place, it is the parent's
  // link.
  std::vector<int> link_to(static_cast<std::size_t>(points), -1);
  for (int point = 1; point < points; ++point) {
    const int above = point < segments ? figure.parent(SegmentId{point})
                                       : figure.frame(at(leaf_frames_, point - segments)).segment;
    if ((at(points_, point) - at(points_, above)).norm() <= shortest_move_) {
      at(link_to, point) = at(link_to, above);
      continue;
    }
    links_.push_back({above, point, at(link_to, above), at(counts_, point) != 0, 0.0});
    at(link_to, point) = static_cast<int>(links_.size()) - 1;
  }
  for (Link& link : links_) link.rest_bend = bend_at(link);
  place_points(start, points_);
  last_ = last_but_one_ = points_;
}

void MotionMeter::place_points(const Posture& posture, std::vector<Vec3>& points) noexcept {
  kinematics_.update(posture);
  std::size_t point = 0;
  for (const SegmentId s : figure_.segments()) points[point++] = kinematics_.segment_pose(s).translation;
  for (const FrameId frame : leaf_frames_) points[point++] = kinematics_.frame_position(frame);
}

double MotionMeter::bend_at(const Link& link) const noexcept {
  if (link.parent < 0) return 0.0;
  const Link& parent = at(links_, link.parent);
  return angle_between((at(points_, parent.to) - at(points_, parent.from)).normalized(),
                       (at(points_, link.to) - at(points_, link.from)).normalized());
}

bool MotionMeter::turned_back() const noexcept {
  for (std::size_t i = 0; i < points_.size(); ++i) {
    if (counts_[i] == 0) continue;
    const Vec3 now = points_[i] - last_[i], before = last_[i] - last_but_one_[i];
    if (now.dot(before) < 0.0 && now.norm() > shortest_move_ && before.norm() > shortest_move_) return true;
  }
  return false;
}

// Searches farther and farther until something is found: cheap while something is near.
double MotionMeter::least_clearance() noexcept {
  for (double distance = std::min(shortest_move_ / counted_share, farthest_);; distance *= 4.0) {
    contacts_.find(kinematics_, std::min(distance, farthest_));
    if (contacts_.worst()) return contacts_.worst()->clearance;
    if (distance >= farthest_) return std::numeric_limits<double>::infinity();
  }
}

void MotionMeter::add_turns(const Posture& posture) noexcept {
  Measures& m = measures_;
  difference(figure_, before_, posture, step_);
  before_.values = posture.values;
  if (step_.size() > 0) m.largest_turn = std::max(m.largest_turn, step_.lpNorm<Eigen::Infinity>());
  if (whole_) return;
  difference(figure_, start_, posture, step_);
  for (const ChainColumn& column : chain_.columns()) step_[column.dof] = 0.0;
  if (step_.size() > 0) m.moved_outside = std::max(m.moved_outside, step_.lpNorm<Eigen::Infinity>());
}

void MotionMeter::add(const Posture& posture, const StepReport& report, double seconds, int steps) noexcept {
  Measures& m = measures_;
  ++m.frames;
  std::swap(last_but_one_, last_);
  std::swap(last_, points_);
  place_points(posture, points_);

  clearance_ = least_clearance();
  m.least_clearance = std::min(m.least_clearance, clearance_);
  if (is_overlap(clearance_, reach_)) ++m.penetrations;

  double error = 0.0;
  for (const TaskReport& task : report.tasks) error = std::max(error, task.error);
  error_sum_ += error;
  m.final_error = error;
  m.mean_error = error_sum_ / m.frames;
  m.largest_error = std::max(m.largest_error, error);

  bend_ = 0.0;
  for (const Link& link : links_) {
    if (link.counts) bend_ = std::max(bend_, std::abs(bend_at(link) - link.rest_bend));
  }
  m.largest_bend = std::max(m.largest_bend, bend_);
  if (m.frames > 1 && turned_back()) ++m.reversals;

  add_turns(posture);
  steps_ += steps;
  seconds_ += seconds;
  m.mean_seconds = steps_ > 0 ? seconds_ / steps_ : 0.0;
  m.largest_seconds = std::max(m.largest_seconds, seconds / std::max(steps, 1));
}

}  // namespace limber
