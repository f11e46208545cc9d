#pragma once
// Numbers and tasks in words.

#include <span>
#include <string>

#include "limber/session/messages/snapshot.h"

namespace limber {

// "7 cm", "0.4 mm", "12 degrees": the unit and the digits a person would choose.
std::string amount_in_words(double amount, TaskUnit unit);

// "7 cm short", "12 degrees off", "3 cm outside": how far a task is from what it asks.
std::string shortfall_in_words(const Task& task, const TaskValue& now);

// "hand 1.2 cm clear of table", "hand touches table", "hand 3 mm inside table".
std::string clearance_in_words(double clearance, const std::string& segment, const std::string& other);

// All tasks in one sentence: "2 of 5 tasks are not reached; all of priority 1 are."
std::string standing_in_words(const TaskList& list, std::span<const TaskValue> tasks);

}  // namespace limber
