// Names and sentences for reports.

#include "limber/solver/report.h"

#include <stdexcept>

#include "limber/base/ids.h"
#include "limber/figure/figure.h"
#include "limber/world/world.h"

namespace limber {

const TaskReport& StepReport::of(TaskId<> number) const {
  for (const TaskReport& report : tasks) {
    if (report.number == number) return report;
  }
  throw std::invalid_argument("there is no report of task number " + std::to_string(int{number}) +
                              ": it is not in the list, or switched off");
}

const char* blocker_name(Blocker blocker) {
  switch (blocker) {
    case Blocker::none:
      return "none";
    case Blocker::out_of_reach:
      return "out_of_reach";
    case Blocker::joint_limit:
      return "joint_limit";
    case Blocker::coupling:
      return "coupling";
    case Blocker::tie:
      return "tie";
    case Blocker::higher_task:
      return "higher_task";
    case Blocker::equal_task:
      return "equal_task";
    case Blocker::joint_subset:
      return "joint_subset";
    case Blocker::obstacle:
      return "obstacle";
    case Blocker::own_body:
      return "own_body";
    case Blocker::support:
      return "support";
    case Blocker::fixed_root:
      return "fixed_root";
    case Blocker::not_followed:
      return "not_followed";
    case Blocker::technique:
      return "technique";
  }
  return "none";
}

const char* light_name(Light light) {
  switch (light) {
    case Light::green:
      return "green";
    case Light::orange:
      return "orange";
    case Light::red:
      return "red";
  }
  return "red";
}

std::string reason_in_words(const Reason& reason, const Figure& figure, const TaskList& tasks,
                            const World& world) {
  const auto task_name = [&] {
    const std::string& name = tasks.entry(TaskId<>{reason.index}).name;
    return name.empty() ? std::string("a drag") : name;
  };
  switch (reason.blocker) {
    case Blocker::none:
      return "";
    case Blocker::out_of_reach:
      return "out of reach";
    case Blocker::joint_limit:
      return figure.dof_name(DofId{reason.index}) + " is at its limit";
    case Blocker::coupling:
      return "the coupling " + at(figure.couplings(), reason.index).name + " holds it back";
    case Blocker::tie:
      return "the tie " + at(figure.ties(), reason.index).name + " holds it back";
    case Blocker::higher_task:
      return task_name() + " comes first";
    case Blocker::equal_task:
      return "a compromise with " + task_name();
    case Blocker::joint_subset:
      return "it may not use " + figure.dof_name(DofId{reason.index});
    case Blocker::obstacle:
      return "obstacle " + std::string(spoken_name(world, ObstacleId{reason.index})) + " is in the way";
    case Blocker::own_body:
      return "its own " + figure.segment_name(SegmentId{reason.index}) + " is in the way";
    case Blocker::support:
      if (reason.index < 0) return "the supports leave less room than its margin";
      return "no posture helps: " + at(tasks.loads.supports, reason.index).name + " gives way";
    case Blocker::fixed_root: {
      const std::string& root = figure.segment_name(root_segment);
      const SegmentId segment{reason.index};
      return (segment == root_segment ? root
                                      : figure.segment_name(segment) + " is attached to " + root + ",") +
             (segment == root_segment ? " is the root, which is fixed" : " the root, which is fixed");
    }
    case Blocker::not_followed:
      return "not followed by " + std::string(reason.technique);
    case Blocker::technique:
      return std::string(reason.technique) + " rests here" +
             (reason.index > 0 ? ", the technique clearance gets nearer" : "");
  }
  return "";
}

}  // namespace limber
