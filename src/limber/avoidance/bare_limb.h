#pragma once
// The limb without the rest of the figure: what a technique of the documents may see of a body is its chain,
// so on the limb alone it must do the same, to the last bit.

#include "limber/avoidance/course.h"

namespace limber {

// The same course on the segments between the figure's root and what the leading task (a Drag) moves, with
// that task alone. A task that has joints of its own keeps those.
Course bare_limb(const Course& course);

}  // namespace limber
