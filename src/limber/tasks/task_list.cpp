// The list of tasks: entries by id and by name, checks, structure, joint patterns.

#include "limber/tasks/task_list.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "limber/base/names.h"
#include "limber/figure/compiled.h"

namespace limber {

TaskId<> TaskList::insert(std::string name, Task task, TaskSettings settings) {
  if (!name.empty() && find(name)) throw std::invalid_argument("there is already a task " + quoted(name));
  entries_.push_back({TaskId<>{next_number_++}, std::move(name), std::move(settings), std::move(task)});
  return entries_.back().number;
}

void TaskList::remove(TaskId<> number) {
  entry(number);  // throws when it is not there
  std::erase_if(entries_, [&](const Entry& e) { return e.number == number; });
}

void TaskList::order(const std::vector<TaskId<>>& numbers) {
  if (numbers.size() != entries_.size()) {
    throw std::invalid_argument("an order of " + std::to_string(numbers.size()) +
                                " tasks cannot be one of all " + std::to_string(entries_.size()));
  }
  std::vector<Entry> ordered;
  for (const TaskId<> number : numbers) {
    if (std::count(numbers.begin(), numbers.end(), number) > 1) {
      throw std::invalid_argument("task " + std::to_string(number) + " is named twice in an order");
    }
    ordered.push_back(entry(number));
  }
  entries_ = std::move(ordered);
}

const TaskList::Entry& TaskList::entry(TaskId<> number) const {
  const auto found =
      std::find_if(entries_.begin(), entries_.end(), [&](const Entry& e) { return e.number == number; });
  if (found == entries_.end()) {
    throw std::invalid_argument("there is no task with id " + std::to_string(number) +
                                ": it was removed, or belongs to another list");
  }
  return *found;
}

TaskList::Entry& TaskList::entry(TaskId<> number) {
  return const_cast<Entry&>(std::as_const(*this).entry(number));
}

const TaskList::Entry* TaskList::find(std::string_view name) const {
  const auto found =
      std::find_if(entries_.begin(), entries_.end(), [&](const Entry& e) { return e.name == name; });
  return found == entries_.end() ? nullptr : &*found;
}

TaskList::Entry* TaskList::find(std::string_view name) {
  return const_cast<Entry*>(std::as_const(*this).find(name));
}

std::string title(const TaskList& tasks, const TaskList::Entry& entry) {
  if (!entry.name.empty()) return "task " + quoted(entry.name);
  const auto place = std::find_if(tasks.begin(), tasks.end(),
                                  [&](const TaskList::Entry& e) { return e.number == entry.number; });
  return "task number " + std::to_string(place - tasks.begin() + 1);
}

void check(const TaskSettings& settings, const Figure& figure) {
  if (settings.priority < 1) {
    throw std::invalid_argument("priority is " + std::to_string(settings.priority) + "; the first is 1");
  }
  if (!(settings.weight > 0.0) || !std::isfinite(settings.weight)) {
    throw std::invalid_argument("weight must be a positive number; to switch a task off, disable it");
  }
  if (!(settings.tolerance >= 0.0) || !std::isfinite(settings.tolerance)) {
    throw std::invalid_argument("tolerance must be zero or a positive number");
  }
  for (const JointId joint : settings.joints) {
    if (joint.is_valid() && joint < figure.segment_count()) continue;
    throw std::invalid_argument("joints: there is no joint number " + std::to_string(joint) + " in figure " +
                                quoted(figure.name()) + ", which has " +
                                std::to_string(figure.segment_count()) + ", counted from 0");
  }
  for (const JointCost& part : settings.costs) {
    joints_matching(figure, {part.joints});  // throws when there is none
    if (!(part.cost > 0.0) || !std::isfinite(part.cost))
      throw std::invalid_argument("costs: that of " + quoted(part.joints) + " must be a positive number");
  }
}

void check(const TaskList& tasks, const Figure& figure) {
  check(tasks.loads, figure);
  for (const TaskList::Entry& entry : tasks) {
    try {
      check(entry.settings, figure);
      check(entry.task, figure);
      check(entry.task, tasks.loads);
    } catch (const std::invalid_argument& problem) {
      throw std::invalid_argument(title(tasks, entry) + ": " + problem.what());
    }
  }
}

namespace {

// What the unit of a task depends on, beyond its type.
bool have_same_unit(const Task& a, const Task& b) noexcept {
  if (const auto* one = std::get_if<JointValue>(&a)) {
    const auto& other = std::get<JointValue>(b);
    return one->joint == other.joint && one->coordinate == other.coordinate;
  }
  if (const auto* one = std::get_if<Custom>(&a)) return one->unit == std::get<Custom>(b).unit;
  return true;
}

bool have_same_structure(const TaskList::Entry& a, const TaskList::Entry& b) noexcept {
  return a.number == b.number && a.task.index() == b.task.index() && row_count(a.task) == row_count(b.task) &&
         row_kind(a.task) == row_kind(b.task) && have_same_unit(a.task, b.task) &&
         a.settings.priority == b.settings.priority && a.settings.joints == b.settings.joints &&
         a.settings.costs == b.settings.costs;
}

}  // namespace

bool same_structure(const TaskList& a, const TaskList& b) noexcept {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), have_same_structure) && a.loads == b.loads;
}

std::vector<JointId> joints_matching(const Figure& figure, const std::vector<std::string>& patterns) {
  std::vector<bool> chosen(static_cast<std::size_t>(figure.segment_count()), false);
  for (const std::string& pattern : patterns) {
    bool any = false;
    for (const JointId j : figure.joints()) {
      if (!matches_pattern(figure.joint_name(j), pattern)) continue;
      at(chosen, j) = any = true;
    }
    if (!any) {
      throw std::invalid_argument("no joint of figure " + quoted(figure.name()) + " is called " +
                                  quoted(pattern) + did_you_mean(pattern, data_of(figure).joint_names));
    }
  }
  std::vector<JointId> joints;
  for (const JointId j : figure.joints()) {
    if (at(chosen, j)) joints.push_back(j);
  }
  return joints;
}

std::vector<std::pair<SegmentId, SegmentId>> segments_held_together(const Figure& figure,
                                                                    const TaskList& tasks) {
  const auto carrier = [&](const Place& place) {
    return place.frame.is_valid() ? figure.frame(place.frame).segment : place.segment;
  };
  std::vector<std::pair<SegmentId, SegmentId>> pairs;
  for (const TaskList::Entry& entry : tasks) {
    const auto* relative = std::get_if<RelativePosition>(&entry.task);
    if (relative) pairs.emplace_back(carrier(relative->first), carrier(relative->second));
  }
  return pairs;
}

}  // namespace limber
