#pragma once
// Places in words.

#include <string>

#include "limber/tasks/task.h"

namespace limber {

// "hand.r", "forearm.r" for a point of it, "the world".
std::string place_name(const Place& place, const Figure& figure);

}  // namespace limber
