#pragma once
// Whether tasks and criteria may be evaluated: asked before every step, so it allocates nothing and throws
// nothing. `check` says the same at set-up, in a sentence.

#include "limber/tasks/criterion.h"
#include "limber/tasks/task_list.h"

namespace limber {

// Every frame, segment, joint and coordinate they name is there, and weights and tolerances are usable:
// evaluating them reads no memory that is not theirs.
bool can_evaluate(const TaskList& tasks, const Figure& figure) noexcept;
bool can_evaluate(const CriterionList& criteria, const Figure& figure) noexcept;

}  // namespace limber
