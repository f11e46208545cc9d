// Answers from the table what a technique follows.

#include "limber/avoidance/scope.h"

namespace limber {

namespace {

using Tasks = TechniqueScope::Tasks;
using Joints = TechniqueScope::Joints;

std::string_view tasks_in_words(Tasks tasks) {
  switch (tasks) {
    case Tasks::all:
      return "all";
    case Tasks::point:
      return "one point: the first reach or drag in the world";
    case Tasks::point_or_all:
      return "one point: the first reach or drag in the world; all where there is none";
  }
  return "";
}

std::string_view joints_in_words(Joints joints) {
  switch (joints) {
    case Joints::all:
      return "all types";
    case Joints::turning:
      return "all that turn; sliding joints and free roots stay";
    case Joints::two_bones:
      return "a hinge, and the ball joint or parallel hinge above it";
  }
  return "";
}

bool leads(const TaskList::Entry& entry) noexcept {
  if (!entry.settings.enabled) return false;
  if (const auto* reach = std::get_if<Reach>(&entry.task)) return reach->frame.moves() && !reach->in.moves();
  return std::holds_alternative<Drag>(entry.task);
}

// "right", "right and gaze", "right, gaze and balance"; more than four are counted.
std::string listed(const std::vector<std::string>& items) {
  constexpr std::size_t most = 4;
  const std::size_t shown = items.size() > most ? most - 1 : items.size();
  std::string text;
  for (std::size_t i = 0; i < shown; ++i) {
    if (i > 0) text += i + 1 == items.size() ? " and " : ", ";
    text += items[i];
  }
  if (shown < items.size()) text += " and " + std::to_string(items.size() - shown) + " more";
  return text;
}

std::string named(const TaskList::Entry& entry) {
  return entry.name.empty() ? "the drag" : entry.name;
}

}  // namespace

const TaskList::Entry* leading_task(const TaskList& tasks) noexcept {
  for (const TaskList::Entry& entry : tasks) {
    if (leads(entry)) return &entry;
  }
  return nullptr;
}

bool follows(Technique technique, const TaskList& tasks, const TaskList::Entry& entry) noexcept {
  const Tasks which = describe(technique).scope.tasks;
  if (which == Tasks::all) return true;
  const TaskList::Entry* leading = leading_task(tasks);
  if (leading == nullptr) return which == Tasks::point_or_all;
  return leading->number == entry.number;
}

std::vector<ScopeWords> in_words(const TechniqueScope& scope) {
  return {
      {"tasks", tasks_in_words(scope.tasks)},
      {"loops", scope.tasks == Tasks::all ? "yes" : "no"},
      {"priorities", scope.is_solver               ? "yes"
                     : scope.tasks == Tasks::point ? "no"
                                                   : "no: weights alone"},
      {"couplings and ties", scope.is_solver ? "kept" : "no"},
      {"criteria", scope.is_solver ? "yes" : "no"},
      {"limits", scope.is_solver ? "part of the problem" : "kept after each step"},
      {"joints", joints_in_words(scope.joints)},
  };
}

std::string not_followed_in_words(Technique technique, const TaskList& tasks, const Figure& figure) {
  const TechniqueDescription& description = describe(technique);
  if (description.scope.is_solver) return "";
  std::vector<std::string> left;
  std::string only;
  for (const TaskList::Entry& entry : tasks) {
    if (!entry.settings.enabled) continue;
    if (!follows(technique, tasks, entry)) {
      left.push_back(named(entry));
    } else if (description.scope.tasks != Tasks::all && leading_task(tasks) != nullptr) {
      only = named(entry);
    }
  }
  const bool has_tasks = !left.empty();
  if (!figure.couplings().empty()) left.emplace_back("the couplings");
  if (!figure.ties().empty()) left.emplace_back("the ties");
  if (left.empty()) return "";
  const std::string key(description.key);
  if (!has_tasks) return key + " does not follow " + listed(left) + " of the figure";
  if (only.empty()) return key + " follows no task here, as none leads a point to a place in the world";
  return key + " follows " + only + " alone, not " + listed(left);
}

}  // namespace limber
