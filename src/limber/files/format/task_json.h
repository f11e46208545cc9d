#pragma once
// Tasks in the scene format. A new type needs a row in the table of task_json.cpp, its definition in
// docs/scene.schema.json, and a row in docs/json.md.

#include <vector>

#include "limber/figure/figure.h"
#include "limber/files/format/path_json.h"
#include "limber/files/json/reader.h"
#include "limber/files/json/writer.h"
#include "limber/tasks/task_list.h"

namespace limber::json {

struct NamedTask {
  std::string name;  // empty: none; only a drag may have none in a file
  TaskSettings settings;
  Task task;
  std::optional<TargetPath> path = {};  // its target moves; the task has it at time 0
};

PathOf path_kind(const Task& task);  // of the path its target may follow

// Checked against the figure: places must exist, joint patterns must match something.
enum class TaskName { needed, optional };
NamedTask read_task(const Value& object, const Figure& figure, TaskName name = TaskName::needed,
                    const TextLoader& load = {});
// Throws std::invalid_argument for a custom task: a file cannot contain functions.
Output write_task(const TaskList& tasks, const TaskList::Entry& entry, const Figure& figure,
                  const TargetPath* path = nullptr, PathFiles files = PathFiles::named);
// {"spine*": 5, "knee.l": 0}: numbers of joints by name or pattern, such as what moving them costs. A
// pattern that no joint matches is refused; `read` also checks the numbers.
std::vector<JointCost> read_joint_numbers(const Value& object, const Figure& figure,
                                          double (Value::*read)() const);
Output write_joint_numbers(const std::vector<JointCost>& numbers);
// One number per degree of freedom: `otherwise`, unless a pattern matches its joint; later ones override.
std::vector<double> by_dof(const std::vector<JointCost>& numbers, const Figure& figure,
                           std::vector<double> otherwise);
std::vector<ObjectKeys> task_formats();  // of each type and of their parts

}  // namespace limber::json
