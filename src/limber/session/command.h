#pragma once
// What commands have in common when they are read. For session/ only.

#include <optional>

#include "limber/files/json/reader.h"
#include "limber/tasks/task_list.h"

namespace limber {

// "gesture": edits of one gesture are one step of undo.
std::optional<double> gesture_of(const json::Value& command);

// The task of this number; which ones there are is said when there is none.
TaskList::Entry& read_task_number(const json::Value& number, TaskList& tasks);

}  // namespace limber
