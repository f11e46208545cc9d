#pragma once
// Tasks that nothing can move: they ask for a place in the world of a segment that no joint carries there.

#include "limber/figure/figure.h"
#include "limber/tasks/task.h"

namespace limber {

// The segment such a task is about: the root, which is fixed, or one that is rigidly attached to it. None:
// some joint moves it, or the task is about more than one segment and the world.
SegmentId immovable_segment(const Task& task, const Figure& figure) noexcept;

}  // namespace limber
