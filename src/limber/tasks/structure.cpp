// Compares and checks tasks without allocating.

#include "limber/tasks/structure.h"

#include <algorithm>
#include <cmath>

#include "limber/base/overloaded.h"
#include "limber/figure/joint_coordinate.h"

namespace limber {

namespace {

// The unit of all other tasks follows from their type.
bool same_unit(const Task& a, const Task& b) {
  if (const auto* value = std::get_if<JointValue>(&a)) {
    const auto& other = std::get<JointValue>(b);
    return value->joint == other.joint && value->coordinate == other.coordinate;
  }
  if (const auto* custom = std::get_if<Custom>(&a)) return custom->unit == std::get<Custom>(b).unit;
  return true;
}

bool same_structure(const TaskList::Entry& a, const TaskList::Entry& b) {
  return a.number == b.number && a.task.index() == b.task.index() && row_count(a.task) == row_count(b.task) &&
         row_kind(a.task) == row_kind(b.task) && same_unit(a.task, b.task) &&
         a.settings.priority == b.settings.priority && a.settings.joints == b.settings.joints;
}

bool is_segment(int segment, const Figure& figure) {
  return segment >= 0 && segment < figure.segment_count();
}

bool exists(const Place& place, const Figure& figure) {
  if (place.frame >= 0) return static_cast<std::size_t>(place.frame) < figure.frames().size();
  return place.segment < figure.segment_count();  // below 0: fixed in the world
}

bool exists(int joint, int coordinate, const Figure& figure) {
  return is_segment(joint, figure) && coordinate >= 0 &&
         coordinate < coordinate_count(figure.joint(joint).type);
}

bool can_evaluate(const Task& task, const Figure& figure) {
  const auto both_exist = [&](const Place& a, const Place& b) {
    return exists(a, figure) && exists(b, figure);
  };
  return std::visit(overloaded{
                        [&](const RelativePosition& t) { return both_exist(t.first, t.second); },
                        [&](const RelativeOrientation& t) { return both_exist(t.first, t.second); },
                        [&](const OnEllipsoid& t) { return both_exist(t.frame, t.center); },
                        [&](const CenterOfMass& t) { return exists(t.in, figure); },
                        [&](const JointValue& t) { return exists(t.joint, t.coordinate, figure); },
                        [&](const Drag& t) { return is_segment(t.segment, figure); },
                        [](const Custom&) { return true; },
                        [&](const auto& t) { return both_exist(t.frame, t.in); },
                    },
                    task);
}

bool can_evaluate(const Criterion& criterion, const Figure& figure) {
  return std::visit(overloaded{
                        [&](const ReferencePosture& c) {
                          return c.reference.values.size() == 0 ||
                                 c.reference.values.size() == figure.value_count();
                        },
                        [&](const Manipulability& c) { return exists(c.frame, figure); },
                        [&](const Flexion& c) {
                          return std::all_of(c.terms.begin(), c.terms.end(), [&](const Flexion::Term& term) {
                            return exists(term.joint, term.coordinate, figure);
                          });
                        },
                        [](const auto&) { return true; },
                    },
                    criterion);
}

}  // namespace

bool same_structure(const TaskList& a, const TaskList& b) noexcept {
  return std::equal(
      a.begin(), a.end(), b.begin(), b.end(),
      [](const TaskList::Entry& one, const TaskList::Entry& other) { return same_structure(one, other); });
}

bool can_evaluate(const TaskList& tasks, const Figure& figure) noexcept {
  return std::all_of(tasks.begin(), tasks.end(), [&](const TaskList::Entry& entry) {
    const double weight = entry.settings.weight;
    return weight > 0.0 && std::isfinite(weight) && entry.settings.tolerance >= 0.0 &&
           can_evaluate(entry.task, figure);
  });
}

bool can_evaluate(const CriterionList& criteria, const Figure& figure) noexcept {
  return std::all_of(criteria.begin(), criteria.end(), [&](const WeightedCriterion& weighted) {
    return can_evaluate(weighted.criterion, figure);
  });
}

}  // namespace limber
