// Tasks, their order, criteria and the solver's options.

#include "limber/files/format/task_json.h"

#include "limber/base/names.h"
#include "limber/files/format/criterion_json.h"
#include "limber/session/commands/reading.h"
#include "limber/session/commands/verbs.h"
#include "limber/session/edits/task_names.h"
#include "limber/session/forms/solver_form.h"
#include "limber/session/workspace.h"

namespace limber {

namespace {

using json::Value;

std::string called(const std::string& name) {
  return name.empty() ? "a drag" : limber::quoted(name);
}

void require_free_name(const Value& task, const TaskList& tasks, const std::string& name) {
  if (!name.empty() && tasks.find(name))
    task.at("name").fail("there is already a task " + limber::quoted(name));
}

void add_task(Workspace& workspace, const Value& command, Answer& answer) {
  State next = workspace.draft();
  TaskList& tasks = next.scene.tasks;
  const Value object = command.at("task");
  json::NamedTask task = json::read_task(object, next.scene.figure, json::TaskName::optional);
  require_free_name(object, tasks, task.name);
  check(task.task, tasks.loads);
  if (task.name.empty()) task.name = free_name(tasks, made_up_name(task.task, next.scene.figure));
  const TaskId<> number = tasks.insert(task.name, std::move(task.task), std::move(task.settings));
  if (task.path) next.scene.paths.set(number, std::move(task.path));
  workspace.commit(std::move(next), {.words = "add " + limber::quoted(task.name)});
  answer.result = "{\"number\": " + std::to_string(int{number}) + "}";
}

// The same task with the goal of another of its type.
Task with_goal_of(const Task& other, Task task) {
  std::visit(
      [&](auto& own) {
        if constexpr (requires { own.target; })
          own.target = std::get<std::decay_t<decltype(own)>>(other).target;
      },
      task);
  return task;
}

bool moves_only_the_goal(TaskList::Entry before, const TaskList::Entry& after, const Figure& figure) {
  const auto form = [&](const TaskList::Entry& entry) {
    return json::write_task({}, entry, figure).to_string();
  };
  if (before.task.index() != after.task.index() || form(before) == form(after)) return false;
  before.task = with_goal_of(after.task, std::move(before.task));
  return form(before) == form(after);
}

// What an edit of a task is called, by what it changed.
std::string change_in_words(const TaskList::Entry& before, const TaskList::Entry& after,
                            const Figure& figure) {
  const std::string name = called(before.name);
  if (before.name != after.name) return "rename " + name;
  if (before.settings.enabled != after.settings.enabled) {
    return (after.settings.enabled ? "switch on " : "switch off ") + name;
  }
  if (before.settings.priority != after.settings.priority) return "change priority of " + name;
  if (before.settings.weight != after.settings.weight) return "change weight of " + name;
  if (before.settings.joints != after.settings.joints) return "change joints of " + name;
  return (moves_only_the_goal(before, after, figure) ? "move goal of " : "change ") + name;
}

void set_task(Workspace& workspace, const Value& command, Answer&) {
  State next = workspace.draft();
  TaskList& tasks = next.scene.tasks;
  TaskList::Entry& entry = read_task_number(command.at("number"), tasks);
  const TaskList::Entry before = entry;
  const Value object = command.at("task");
  json::NamedTask task = json::read_task(object, next.scene.figure, json::TaskName::optional);
  if (task.name.empty()) task.name = before.name;
  if (task.name != before.name) require_free_name(object, tasks, task.name);
  check(task.task, tasks.loads);
  entry.name = std::move(task.name);
  entry.settings = std::move(task.settings);
  entry.task = std::move(task.task);
  std::string words = change_in_words(before, entry, next.scene.figure);
  // A target set by hand no longer follows its path.
  if (task.path || moves_only_the_goal(before, entry, next.scene.figure))
    next.scene.paths.set(entry.number, std::move(task.path));
  workspace.commit(std::move(next), {.words = std::move(words), .gesture = gesture_of(command)});
}

void remove_task(Workspace& workspace, const Value& command, Answer&) {
  State next = workspace.draft();
  const TaskList::Entry& entry = read_task_number(command.at("number"), next.scene.tasks);
  std::string words = "remove " + called(entry.name);
  next.scene.paths.set(entry.number, std::nullopt);
  next.scene.tasks.remove(entry.number);
  workspace.commit(std::move(next), {.words = std::move(words)});
}

void order_tasks(Workspace& workspace, const Value& command, Answer&) {
  State next = workspace.draft();
  TaskList& tasks = next.scene.tasks;
  std::vector<TaskId<>> numbers;
  command.at("order");
  command.for_each("order", [&](const Value& item) {
    item.require_object({"place in the order", {"number", "priority"}});
    TaskList::Entry& entry = read_task_number(item.at("number"), tasks);
    entry.settings.priority = item.at("priority").integer(1, 1000);
    numbers.push_back(entry.number);
  });
  tasks.order(numbers);
  workspace.commit(std::move(next), {.words = "reorder tasks"});
}

void set_criteria(Workspace& workspace, const Value& command, Answer&) {
  State next = workspace.draft();
  next.scene.criteria.clear();
  command.at("criteria");
  command.for_each("criteria", [&](const Value& item) {
    next.scene.criteria.push_back(json::read_criterion(item, next.scene.figure));
  });
  workspace.commit(std::move(next), {.words = "change criteria", .gesture = gesture_of(command)});
}

// The posture shown becomes the reference of a posture criterion.
void set_criterion_posture(Workspace& workspace, const Value& command, Answer&) {
  State next = workspace.draft();
  CriterionList& criteria = next.scene.criteria;
  const Value number = command.at("number");
  if (criteria.empty()) number.fail("there are no criteria");
  WeightedCriterion& chosen =
      criteria[static_cast<std::size_t>(number.integer(0, static_cast<int>(criteria.size()) - 1))];
  ReferencePosture* reference = std::get_if<ReferencePosture>(&chosen.criterion);
  if (reference == nullptr) number.fail("this criterion has no posture");
  reference->reference = next.scene.posture;
  workspace.commit(std::move(next), {.words = "remember the posture"});
}

void set_solver(Workspace& workspace, const Value& command, Answer&) {
  State next = workspace.draft();
  read_solver_form(command.at("solver"), next.scene);
  workspace.commit(std::move(next), {.words = "change solver options", .gesture = gesture_of(command)});
}

void set_running(Workspace& workspace, const Value& command, Answer&) {
  workspace.set_running(command.at("running").truth());
}

}  // namespace

std::span<const Verb> task_verbs() {
  static const std::vector<Verb> verbs = {
      {"task-add", {"task"}, add_task},
      {"task-set", {"number", "task"}, set_task},
      {"task-remove", {"number"}, remove_task},
      {"tasks-order", {"order"}, order_tasks},
      {"criteria-set", {"criteria"}, set_criteria},
      {"criterion-posture", {"number"}, set_criterion_posture},
      {"solver-set", {"solver"}, set_solver},
      {"run-set", {"running"}, set_running},
  };
  return verbs;
}

}  // namespace limber
