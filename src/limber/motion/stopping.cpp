// Groups of joints that share limits, and the longest step after which each of them can still stop.

#include "limber/motion/stopping.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "limber/figure/joint_coordinate.h"
#include "limber/figure/joint_motion.h"
#include "limber/figure/limit_rows.h"
#include "limber/math/rotation.h"

namespace limber {

namespace {

// [rad], or the unit of a coupling: a step planned now is computed anew when it is taken, and rounding must
// not lead it across a limit.
constexpr double margin = 1e-12;
constexpr int most_halvings_to_stop = 12;  // 1/4096 of a step is next to nothing

bool is_kept_by_straight_brakes(const Figure& figure, const Coupling& coupling) {
  return coupling.range.min < coupling.range.max ||
         std::none_of(coupling.terms.begin(), coupling.terms.end(), [&](const Coupling::Term& term) {
           const JointType type = figure.joint(term.joint).type;
           return type == JointType::ball || type == JointType::free;
         });
}

}  // namespace

Stopping::Stopping(const Figure& figure, const SolverOptions& options, const JointBounds& bounds)
    : figure_(figure), bounds_(bounds), trial_(figure.rest_posture()) {
  if (!bounds.has_acceleration_limits() || options.limits != LimitMethod::active_set) return;
  has_limits_.assign(static_cast<std::size_t>(figure.segment_count()), 1);
  for (const DofId dof : options.ignored_limits) at(has_limits_, figure.joint_of_dof(dof)) = 0;
  // Joints of one coupling carry one name, that of the first of them.
  std::vector<int> name(static_cast<std::size_t>(figure.segment_count()));
  std::iota(name.begin(), name.end(), 0);
  const auto group_of = [&](CouplingId coupling) {
    return at(name, at(figure.couplings(), coupling).terms.front().joint);
  };
  std::vector<CouplingId> couplings;
  for (const CouplingId c : IdRange(CouplingId{0}, CouplingId{figure.couplings().size()})) {
    const auto& ignored = options.ignored_couplings;
    const Coupling& coupling = at(figure.couplings(), c);
    if (std::find(ignored.begin(), ignored.end(), c) != ignored.end() ||
        !is_kept_by_straight_brakes(figure, coupling))
      continue;
    couplings.push_back(c);
    for (const Coupling::Term& term : coupling.terms)
      std::replace(name.begin(), name.end(), int{at(name, term.joint)}, int{group_of(c)});
  }
  for (const JointId first : figure.joints()) {
    Group group;
    for (const JointId j : figure.joints()) {
      if (at(name, j) == int{first}) group.joints.push_back(j);
    }
    for (const CouplingId c : couplings) {
      if (group_of(c) == int{first}) group.couplings.push_back(c);
    }
    const bool curved =
        group.joints.size() == 1 && at(has_limits_, first) != 0 && has_orientation_limit(figure.joint(first));
    if (curved || !group.couplings.empty()) groups_.push_back(std::move(group));
  }
  wanted_ = travel_ = VecX::Zero(figure.dof_count());
}

double Stopping::steps_to_stop(const Group& group, const VecX& displacement) const noexcept {
  double steps = 0.0;
  for (const JointId j : group.joints) {
    for (int i = figure_.first_dof(j); i < figure_.first_dof(j) + dof_count(figure_.joint(j).type); ++i)
      steps = std::max(steps, std::abs(displacement[i]) / bounds_.slowing(i));
  }
  return steps;
}

void Stopping::brake(const VecX& last, VecX& displacement) const noexcept {
  for (const Group& group : groups_) {
    const double steps = steps_to_stop(group, last), left = steps > 1.0 ? (steps - 1.0) / steps : 0.0;
    for (const JointId j : group.joints) {
      const int count = dof_count(figure_.joint(j).type);
      displacement.segment(figure_.first_dof(j), count) = left * last.segment(figure_.first_dof(j), count);
    }
  }
}

void Stopping::move(const Group& group, const Posture& from, const VecX& displacement,
                    double times) noexcept {
  const auto turn = [&](int value, int dof) {
    Eigen::Map<Eigen::Vector4d>(trial_.values.data() + value) =
        (exp_quaternion(times * displacement.segment<3>(dof)) * quaternion_at(from.values.data() + value))
            .normalized()
            .coeffs();
  };
  for (const JointId j : group.joints) {
    const int value = figure_.first_value(j), dof = figure_.first_dof(j);
    const JointType type = figure_.joint(j).type;
    const int lengths = type == JointType::ball ? 0 : type == JointType::free ? 3 : dof_count(type);
    for (int k = 0; k < lengths; ++k)
      trial_.values[value + k] = from.values[value + k] + times * displacement[dof + k];
    if (type == JointType::ball || type == JointType::free) turn(value + lengths, dof + lengths);
  }
}

bool Stopping::is_inside(const Group& group) const noexcept {
  for (const JointId j : group.joints) {
    if (at(has_limits_, j) == 0) continue;
    const Joint& joint = figure_.joint(j);
    const std::span<const double> values(trial_.values.data() + figure_.first_value(j),
                                         static_cast<std::size_t>(value_count(joint.type)));
    if (has_orientation_limit(joint) && orientation_limit_rows(joint, values, margin).count > 0) return false;
    if (joint.type == JointType::ball || joint.type == JointType::free) continue;
    for (int k = 0; k < dof_count(joint.type); ++k) {
      const Range& range = at(joint.ranges, k);
      if (values[static_cast<std::size_t>(k)] < range.min || values[static_cast<std::size_t>(k)] > range.max)
        return false;
    }
  }
  return std::all_of(group.couplings.begin(), group.couplings.end(), [&](CouplingId c) {
    const Coupling& coupling = at(figure_.couplings(), c);
    const double value = coupling_value(figure_, trial_, coupling);
    return coupling.range.min == coupling.range.max ||
           (value >= coupling.range.min + margin && value <= coupling.range.max - margin);
  });
}

// Far from its limits nothing need be tried: a turn shorter than the room to all of them meets none.
bool Stopping::may_meet_a_limit(const Group& group, const Posture& posture,
                                const VecX& travel) const noexcept {
  if (group.joints.size() > 1) return true;
  const JointId j = group.joints.front();
  const Joint& joint = figure_.joint(j);
  const double farthest = travel.segment(figure_.first_dof(j), dof_count(joint.type)).norm();
  const std::span<const double> values(posture.values.data() + figure_.first_value(j),
                                       static_cast<std::size_t>(value_count(joint.type)));
  return farthest > 0.3 || orientation_limit_rows(joint, values, 3.0 * farthest + margin).count > 0;
}

bool Stopping::can_stop(const Group& group, const Posture& posture, const VecX& displacement) noexcept {
  const double steps = steps_to_stop(group, displacement);
  const double brakes = std::floor(steps);
  // 1 + (r - 1)/r + (r - 2)/r + ...
  const double all = 1.0 + (steps > 0.0 ? brakes - 0.5 * brakes * (brakes + 1.0) / steps : 0.0);
  travel_ = all * displacement;
  if (!may_meet_a_limit(group, posture, travel_)) return true;
  double times = 1.0;
  for (double k = 1.0;; k += 1.0) {
    move(group, posture, displacement, times);
    if (!is_inside(group)) return false;
    if (k > brakes) return true;
    times += (steps - k) / steps;
  }
}

void Stopping::keep_room(const Posture& posture, const VecX& brake, VecX& displacement) noexcept {
  for (const Group& group : groups_) {
    if (can_stop(group, posture, displacement)) continue;
    const auto draw = [&](double share) {
      for (const JointId j : group.joints) {
        const int first = figure_.first_dof(j);
        for (int i = first; i < first + dof_count(figure_.joint(j).type); ++i)
          wanted_[i] = brake[i] + share * (displacement[i] - brake[i]);
      }
    };
    double longest = 0.0, too_long = 1.0;
    for (int k = 0; k < most_halvings_to_stop; ++k) {
      const double share = 0.5 * (longest + too_long);
      draw(share);
      (can_stop(group, posture, wanted_) ? longest : too_long) = share;
    }
    draw(longest);
    for (const JointId j : group.joints) {
      const int first = figure_.first_dof(j), count = dof_count(figure_.joint(j).type);
      displacement.segment(first, count) = wanted_.segment(first, count);
    }
  }
}

}  // namespace limber
