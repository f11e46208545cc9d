// Points moved along the links from the tip and back, and the joints turned after them.

#include "limber/avoidance/classics/fabrik.h"

#include "limber/avoidance/classics/turn_joint.h"

namespace limber::classics {

namespace {

constexpr int most_passes = 16;        // of one step; ten reach most goals to rounding
constexpr int most_goal_halvings = 4;  // of the way to the goal
constexpr double near_enough = 1e-10;  // of the chain's length
constexpr double same_place = 1e-9;    // [m] joints nearer together are one point

}  // namespace

Fabrik::Fabrik(const Figure& figure, const AvoidanceOptions& options) : PointTechnique(figure, options) {
  const auto most = static_cast<std::size_t>(figure.segment_count()) + 1;
  points_.reserve(most);
  lengths_.reserve(most);
  first_.reserve(most);
}

void Fabrik::gather(const Kinematics& kinematics, const Goal& goal) noexcept {
  points_.clear();
  lengths_.clear();
  first_.clear();
  for (const JointId joint : joints()) {
    const Vec3 place = base_of(joint, kinematics).translation;
    if (points_.empty() || (place - points_.back()).norm() > same_place) points_.push_back(place);
    first_.push_back(points_.size() - 1);
  }
  points_.push_back(goal.point);
  for (std::size_t i = 0; i + 1 < points_.size(); ++i)
    lengths_.push_back((points_[i + 1] - points_[i]).norm());
}

void Fabrik::reach(const Vec3& target) noexcept {
  const std::size_t last = points_.size() - 1;
  const Vec3 root = points_[0];
  double whole = 0.0;
  for (const double length : lengths_) whole += length;
  // `from` stays; `moved` is brought to its length from there.
  const auto pull = [&](const Vec3& from, Vec3& moved, double length) {
    const Vec3 apart = moved - from;
    const double distance = apart.norm();
    if (distance > 0.0) moved = from + apart * (length / distance);
  };
  for (int pass = 0; pass < most_passes && (points_[last] - target).norm() > near_enough * whole; ++pass) {
    points_[last] = target;
    for (std::size_t i = last; i-- > 0;) pull(points_[i + 1], points_[i], lengths_[i]);
    points_[0] = root;
    for (std::size_t i = 0; i < last; ++i) pull(points_[i], points_[i + 1], lengths_[i]);
  }
}

Vec3 Fabrik::place_of(std::size_t joint, const Kinematics& kinematics, const Goal& goal) const noexcept {
  return joint < joints().size() ? base_of(joints()[joint], kinematics).translation : goal.point;
}

// Turns the joints [begin, end), which are in one place, so that the next point comes to where it should be.
// Of several hinges the outer ones do most; a ball joint also turns about the link, for the point after the
// next.
Transform Fabrik::place_group(std::size_t begin, std::size_t end, const Transform& moved,
                              const Kinematics& kinematics, const Goal& goal) noexcept {
  const Vec3 next = place_of(end, kinematics, goal);
  const Vec3& wanted = points_[first_[begin] + 1];
  Transform total = moved;
  for (std::size_t k = end; k-- > begin;) {
    const Joint& joint = figure_.joint(joints()[k]);
    if (joint.type == JointType::prismatic || joint.type == JointType::free) continue;
    const Transform base = moved * base_of(joints()[k], kinematics);
    total = turn_joint(joint, base, total * next, wanted, values_of(joints()[k])) * total;
    if (joint.type != JointType::ball || end >= joints().size()) continue;
    std::size_t after = end;
    while (after < joints().size() && first_[after] == first_[end]) ++after;
    const Vec3 link = total * next - base.translation;
    if (!(link.norm() > same_place)) continue;
    const Vec3 axis = link.normalized();
    const double angle = best_angle(axis, base.translation, total * place_of(after, kinematics, goal),
                                    points_[first_[end] + 1]);
    total = twist_ball(joint, base, axis, angle, values_of(joints()[k])) * total;
  }
  return total;
}

// Where hinges or limits lead the joints astray, a nearer goal is tried.
bool Fabrik::lead(const AvoidanceQuestion& question, const Goal& goal) noexcept {
  if (joints().empty()) return false;
  const double before = (goal.target - goal.point).norm();
  double part = 1.0;
  for (int halving = 0; halving <= most_goal_halvings; ++halving, part *= 0.5) {
    posture_.values = question.posture.values;
    gather(question.kinematics, goal);
    reach(goal.point + part * (goal.target - goal.point));
    Transform moved;  // what the joints turned so far have done to everything beyond
    for (std::size_t begin = 0, end = 0; begin < joints().size(); begin = end) {
      while (end < joints().size() && first_[end] == first_[begin]) ++end;
      moved = place_group(begin, end, moved, question.kinematics, goal);
    }
    if ((goal.target - moved * goal.point).norm() < before) return true;
  }
  return false;
}

}  // namespace limber::classics
