#pragma once
// Numbers and tasks as sentences say them. For session/ only.

#include <string>

#include "limber/session/tasks_now.h"

namespace limber {

// "7 cm", "0.4 mm", "12 degrees": the unit and the digits a person would choose.
std::string amount_in_words(double amount, TaskUnit unit);

// "7 cm short", "12 degrees off", "3 cm outside": how far a task is from what it asks.
std::string shortfall_in_words(const Task& task, const TaskNow& now);

// "hand 1.2 cm clear of table", "hand touches table", "hand 3 mm inside table".
std::string clearance_in_words(double clearance, const std::string& segment, const std::string& other);

// The whole in one sentence: "2 of 5 tasks are not satisfied; all of priority 1 are."
std::string standing_in_words(const TaskList& list, const TasksNow& now);

}  // namespace limber
