#pragma once
// Tasks in words, for reports.

#include <string>
#include <string_view>
#include <vector>

#include "limber/figure/figure.h"
#include "limber/tasks/task.h"

namespace limber::cli {

std::string_view unit_text(TaskUnit unit);  // "m", "rad" or nothing

// "hand.r" for a frame, "a point of forearm", "the world".
std::string place_in_words(const Place& place, const Figure& figure);

// "reach hand.r", "relative-position hand.l to hand.r".
std::string task_in_words(const Task& task, const Figure& figure);

// The place a task moves, by the name of its frame or segment; empty for tasks that have none.
std::string task_frame(const Task& task, const Figure& figure);

// "xy": the axes that count; empty for tasks that have none.
std::string task_axes(const Task& task);

// The name of each row: the axis, the wall, the joint.
std::vector<std::string> row_names(const Task& task, const Figure& figure);

}  // namespace limber::cli
