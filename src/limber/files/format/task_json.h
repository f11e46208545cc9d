#pragma once
// Tasks in the scene format. A new type is one row in the table of task_json.cpp, its words in
// docs/scene.schema.json, and its row in docs/json.md. For files/ and session/.

#include <vector>

#include "limber/figure/figure.h"
#include "limber/files/json/reader.h"
#include "limber/files/json/writer.h"
#include "limber/tasks/task_list.h"

namespace limber::json {

struct NamedTask {
  std::string name;  // empty: none; only a drag may have none in a file
  TaskSettings settings;
  Task task;
};

// Checked against the figure: places must exist, joint patterns must match something.
enum class TaskName { needed, optional };
NamedTask read_task(const Value& object, const Figure& figure, TaskName name = TaskName::needed);
// Throws std::invalid_argument for a custom task: no file can hold a function.
Output write_task(const TaskList& tasks, const TaskList::Entry& entry, const Figure& figure);
std::vector<ObjectKeys> task_formats();  // the keys of each type, and of what they are made of

}  // namespace limber::json
