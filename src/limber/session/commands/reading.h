#pragma once
// Reading what several commands have in common.

#include <optional>

#include "limber/files/json/reader.h"
#include "limber/tasks/task_list.h"

namespace limber {

// "gesture": edits of one gesture are one step of undo.
std::optional<double> gesture_of(const json::Value& command);

// The task of this number; the error lists the numbers there are.
TaskList::Entry& read_task_number(const json::Value& number, TaskList& tasks);

}  // namespace limber
