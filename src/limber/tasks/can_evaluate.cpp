// Looks at every number a task or criterion names.

#include "limber/tasks/can_evaluate.h"

#include <algorithm>
#include <cmath>

#include "limber/base/overloaded.h"
#include "limber/figure/figure.h"
#include "limber/figure/joint_coordinate.h"

namespace limber {

namespace {

bool exists(SegmentId segment, const Figure& figure) {
  return segment.is_valid() && segment < figure.segment_count();
}

bool exists(const Place& place, const Figure& figure) {
  if (place.frame.is_valid()) return place.frame < static_cast<int>(figure.frames().size());
  return place.segment < figure.segment_count();  // none: fixed in the world
}

bool exists(JointId joint, int coordinate, const Figure& figure) {
  return joint.is_valid() && joint < figure.segment_count() && coordinate >= 0 &&
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
                        [&](const Drag& t) { return exists(t.segment, figure); },
                        [&](const JointStrength& t) { return exists(t.joint, t.coordinate, figure); },
                        [](const Equilibrium&) { return true; },
                        [](const CenterOverSupports&) { return true; },
                        [](const Balance&) { return true; },
                        [](const Inertia&) { return true; },
                        [](const SupportShare&) { return true; },
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
