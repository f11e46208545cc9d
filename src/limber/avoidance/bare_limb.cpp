#include "limber/avoidance/bare_limb.h"

#include "limber/figure/edit.h"
#include "limber/figure/joint_chain.h"

namespace limber {

Course bare_limb(const Course& course) {
  const Figure& figure = course.figure;
  const TaskList::Entry& entry = course.tasks.entry(course.leading_task);
  Drag drag = std::get<Drag>(entry.task);
  FigureDescription whole = expanded(figure.description()), chain;
  chain.name = whole.name + " " + figure.segment_name(drag.segment);
  for (const SegmentDescription& segment : whole.segments) {
    if (is_ancestor_or_same(figure, figure.segment(segment.name), drag.segment))
      chain.segments.push_back(segment);
  }
  Course result = course;
  result.figure = Figure::build(chain).value();
  result.start = mapped_posture(figure, course.start, result.figure);
  drag.segment = result.figure.segment(figure.segment_name(drag.segment));
  TaskSettings settings;
  for (const JointId joint : entry.settings.joints)
    settings.joints.push_back(result.figure.joint(figure.joint_name(joint)));
  result.tasks = {};
  result.leading_task = result.tasks.add(entry.name, drag, settings);
  result.criteria = {};
  return result;
}

}  // namespace limber
