// Translates the ids of tasks and criteria from one figure to another, by name.

#include "limber/tasks/rebound.h"

#include <algorithm>
#include <stdexcept>

#include "limber/base/names.h"
#include "limber/base/overloaded.h"
#include "limber/figure/joint_motion.h"

namespace limber {

namespace {

// Why something cannot be translated, as the end of a sentence.
struct Gone : std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

struct Renumbering {
  const Figure& from;
  const Figure& to;

  SegmentId segment(SegmentId old) const {
    const std::string& name = from.segment_name(old);
    if (const auto found = to.find_segment(name)) return *found;
    throw Gone("segment " + quoted(name) + " is gone");
  }
  JointId joint(JointId old) const {
    const std::string& name = from.joint_name(old);
    if (const auto found = to.find_joint(name)) return *found;
    throw Gone("joint " + quoted(name) + " is gone");
  }
  Place place(Place place) const {
    if (place.frame.is_valid()) {
      const std::string& name = from.frame(place.frame).name;
      const auto found = to.find_frame(name);
      if (!found) throw Gone("frame " + quoted(name) + " is gone");
      place.frame = *found;
    } else if (place.segment.is_valid()) {
      place.segment = segment(place.segment);
    }
    return place;
  }

  // The joints of a list that still exist. If none does, the task is dropped: an empty list would mean all
  // joints.
  std::vector<JointId> joints(const std::vector<JointId>& old) const {
    std::vector<JointId> left;
    for (const JointId j : old) {
      if (const auto found = to.find_joint(from.joint_name(j))) left.push_back(*found);
    }
    if (left.empty() && !old.empty()) throw Gone("none of the joints it may use is left");
    std::sort(left.begin(), left.end());
    return left;
  }

  // One number per degree of freedom, the same for all of a joint.
  std::vector<double> joint_numbers(const std::vector<double>& old, double of_new_joints) const {
    if (old.empty()) return {};
    std::vector<double> numbers(static_cast<std::size_t>(to.dof_count()), of_new_joints);
    for (const DofId dof : to.dofs()) {
      const auto before = from.find_joint(to.joint_name(to.joint_of_dof(dof)));
      if (before && dof_count(from.joint(*before).type) > 0)
        at(numbers, dof) = at(old, from.first_dof(*before));
    }
    return numbers;
  }

  TaskSettings settings(TaskSettings settings) const {
    // Patterns may match new joints too ("spine*" after a vertebra was added); one that matches nothing is
    // dropped.
    const auto matches_nothing = [&](const std::string& pattern) {
      for (const JointId j : to.joints()) {
        if (matches_pattern(to.joint_name(j), pattern)) return false;
      }
      return true;
    };
    std::erase_if(settings.joint_patterns, matches_nothing);
    std::erase_if(settings.costs, [&](const JointCost& part) { return matches_nothing(part.joints); });
    settings.joints = settings.joint_patterns.empty() ? joints(settings.joints)
                                                      : joints_matching(to, settings.joint_patterns);
    return settings;
  }

  // The values of joints that still exist with the same type; the others are at rest.
  Posture posture(const Posture& old) const {
    if (old.values.size() != from.value_count()) return {};
    Posture result = to.rest_posture();
    for (const JointId j : to.joints()) {
      const auto before = from.find_joint(to.joint_name(j));
      if (!before || from.joint(*before).type != to.joint(j).type) continue;
      const std::span<const double> values = values_of(from, old, *before);
      std::copy(values.begin(), values.end(), result.values.data() + to.first_value(j));
    }
    return result;
  }
};

void renumber(Reach& t, const Renumbering& to) {
  t.frame = to.place(t.frame);
  t.in = to.place(t.in);
}
void renumber(Orient& t, const Renumbering& to) {
  t.frame = to.place(t.frame);
  t.in = to.place(t.in);
}
void renumber(LookAt& t, const Renumbering& to) {
  t.frame = to.place(t.frame);
  t.in = to.place(t.in);
}
void renumber(RelativePosition& t, const Renumbering& to) {
  t.first = to.place(t.first);
  t.second = to.place(t.second);
}
void renumber(RelativeOrientation& t, const Renumbering& to) {
  t.first = to.place(t.first);
  t.second = to.place(t.second);
}
void renumber(CenterOfMass& t, const Renumbering& to) {
  t.in = to.place(t.in);
}
void renumber(OnEllipsoid& t, const Renumbering& to) {
  t.frame = to.place(t.frame);
  t.center = to.place(t.center);
}
void renumber(JointValue& t, const Renumbering& to) {
  t.joint = to.joint(t.joint);
}
void renumber(Region& t, const Renumbering& to) {
  t.frame = to.place(t.frame);
  t.in = to.place(t.in);
}
void renumber(Drag& t, const Renumbering& to) {
  t.segment = to.segment(t.segment);
}
void renumber(Custom&, const Renumbering&) {}
void renumber(Equilibrium&, const Renumbering&) {}
void renumber(CenterOverSupports&, const Renumbering&) {}
void renumber(Balance&, const Renumbering&) {}
void renumber(Inertia&, const Renumbering&) {}
void renumber(SupportShare&, const Renumbering&) {}
void renumber(JointStrength& t, const Renumbering& to) {
  t.joint = to.joint(t.joint);
}

void renumber(ReferencePosture& c, const Renumbering& to) {
  c.reference = to.posture(c.reference);
  c.weights = to.joint_numbers(c.weights, 1.0);
  c.stiffens_at = to.joint_numbers(c.stiffens_at, unlimited);
}
void renumber(MidRange&, const Renumbering&) {}
void renumber(Manipulability& c, const Renumbering& to) {
  c.frame = to.place(c.frame);
}
void renumber(Flexion& c, const Renumbering& to) {
  for (Flexion::Term& term : c.terms) term.joint = to.joint(term.joint);
}
void renumber(CustomCriterion&, const Renumbering&) {}
void renumber(Effort&, const Renumbering&) {}

}  // namespace

ReboundTasks rebound(const TaskList& tasks, const Figure& from, const Figure& to) {
  ReboundTasks result{tasks, {}};
  const Renumbering renumbering{from, to};
  for (const TaskList::Entry& old : tasks) {
    TaskList::Entry& entry = result.tasks.entry(old.number);
    try {
      std::visit([&](auto& t) { renumber(t, renumbering); }, entry.task);
      entry.settings = renumbering.settings(entry.settings);
      check(entry.task, to);  // a joint may have changed its type, the figure lost its mass
      check(entry.task, tasks.loads);
    } catch (const std::invalid_argument& why) {
      result.dropped.push_back(title(tasks, old) + ": " + why.what());
      result.tasks.remove(old.number);
    }
  }
  return result;
}

ReboundCriteria rebound(const CriterionList& criteria, const Figure& from, const Figure& to) {
  ReboundCriteria result;
  const Renumbering renumbering{from, to};
  for (WeightedCriterion entry : criteria) {
    try {
      std::visit([&](auto& c) { renumber(c, renumbering); }, entry.criterion);
      check(entry.criterion, to);
      result.criteria.push_back(std::move(entry));
    } catch (const std::invalid_argument& why) {
      const std::string called = entry.name.empty() ? std::string(type_name(entry.criterion)) : entry.name;
      result.dropped.push_back("criterion " + quoted(called) + ": " + why.what());
    }
  }
  return result;
}

}  // namespace limber
