#pragma once
// Dragging: a point of the body that follows the hand as the least important task of all (Ge 2000, A.5.2). It
// is not part of the scene; the task list the solver works on has it as its last entry, and only this file
// knows that.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "limber/session/state/state.h"

namespace limber {

// The point in hand.
struct HeldPoint {
  std::string segment;
  Vec3 point, target;        // [m] in the segment's frame, in the world
  std::uint32_t window = 0;  // whose hand it is
  State before;              // the drag, for undo
  bool recorded = false;     // as a step of undo: only once something has moved
  // If the figure is held at the chain's root for this drag: there, and where it was held before.
  std::string held_at = {}, home = {};
};

// A drag, and the task it leaves behind, are one step of undo.
inline constexpr std::string_view drag_verb = "drag";
inline constexpr double drag_gesture = -1.0;
std::string drag_words(const HeldPoint& held);  // what would be undone

// The joints a drag of `segment` may move when the chain is held at `root`.
std::vector<JointId> drag_joints(const Figure& figure, const std::string& root, SegmentId segment);
// The segment exists and, if a chain is chosen, something between its root and the segment can move.
bool can_drag(const State& state, const std::string& segment);

// The scene's tasks and the held point. The held segment must exist.
TaskList tasks_with_drag(const State& state, const HeldPoint& held);
// The entry for the held point, in a list made by tasks_with_drag.
TaskList::Entry& drag_task(TaskList& tasks);
const TaskList::Entry& drag_task(const TaskList& tasks);

// Where the hand led the figure in the last drag, step by step: techniques are compared on it.
struct LastDrag {
  static constexpr std::size_t most_steps = 6000;  // later ones are not kept
  int number = 0;                                  // counts drags
  std::optional<State> start;                      // none: nothing was dragged yet
  TaskList tasks = {};                             // with the drag
  std::vector<Vec3> targets = {};

  void add(const Vec3& target) {
    if (targets.size() < most_steps) targets.push_back(target);
  }
};

}  // namespace limber
