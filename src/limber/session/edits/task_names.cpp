#include "limber/session/edits/task_names.h"

#include <algorithm>

#include "limber/base/overloaded.h"
#include "limber/figure/figure.h"
#include "limber/tasks/place_name.h"

namespace limber {

std::string made_up_name(const Task& task, const Figure& figure) {
  const auto at = [&](const Place& place) { return place_name(place, figure); };
  return std::visit(overloaded{
                        [&](const Reach& t) { return "reach " + at(t.frame); },
                        [&](const Orient& t) { return "orient " + at(t.frame); },
                        [&](const LookAt& t) { return "look with " + at(t.frame); },
                        [&](const RelativePosition& t) { return at(t.first) + " at " + at(t.second); },
                        [&](const RelativeOrientation& t) { return at(t.first) + " like " + at(t.second); },
                        [&](const CenterOfMass&) { return std::string("balance"); },
                        [&](const OnEllipsoid& t) { return at(t.frame) + " on ellipsoid"; },
                        [&](const JointValue& t) { return "bend " + figure.joint_name(t.joint); },
                        [&](const Region& t) { return "keep " + at(t.frame) + " inside"; },
                        [&](const Drag& t) { return "drag " + figure.segment_name(t.segment); },
                        [&](const Equilibrium&) { return std::string("equilibrium"); },
                        [&](const CenterOverSupports&) { return std::string("over the supports"); },
                        [&](const Balance&) { return std::string("keep balance"); },
                        [&](const Inertia&) { return std::string("inertia"); },
                        [&](const SupportShare& t) { return "weight on " + t.support; },
                        [&](const JointStrength& t) { return "spare " + figure.joint_name(t.joint); },
                        [&](const Custom&) { return std::string("custom"); },
                    },
                    task);
}

std::string free_name(const TaskList& tasks, const std::string& wanted) {
  std::string name = wanted;
  for (int number = 2; tasks.find(name); ++number) name = wanted + " " + std::to_string(number);
  return name;
}

int last_priority(const TaskList& tasks) {
  int last = 0;
  for (const TaskList::Entry& entry : tasks) last = std::max(last, entry.settings.priority);
  return last + 1;
}

}  // namespace limber
