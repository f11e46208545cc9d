#pragma once
// What may change from one step to the next, and what may not. Targets, weights, tolerances, places and
// `enabled` may; the structure may not: memory and units were laid out for it.

#include "limber/tasks/criterion.h"
#include "limber/tasks/task_list.h"

namespace limber {

// The same tasks in the same order, each of the same type, rows, unit, priority and joints: what was prepared
// for one list serves the other. Allocates nothing.
bool same_structure(const TaskList& a, const TaskList& b) noexcept;

// Every frame, segment, joint and coordinate they name is there, and weights and tolerances are usable:
// evaluating them reads no memory that is not theirs. The same as `check` in this respect, but without a
// sentence, so that it allocates nothing and can be asked before every step.
bool can_evaluate(const TaskList& tasks, const Figure& figure) noexcept;
bool can_evaluate(const CriterionList& criteria, const Figure& figure) noexcept;

}  // namespace limber
