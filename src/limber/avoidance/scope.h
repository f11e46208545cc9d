#pragma once
// Which parts of a scene each technique follows, in words and for a given scene. The facts are in the table
// of techniques (avoidance/parameters.h); docs/obstacles.md, the studio, `limber check` and the reports read
// them from here.
//
// A technique leaves to chance what it does not follow: a task may hold all the same, and where it does not,
// its report says "not followed by virtual-arms".

#include <string>
#include <vector>

#include "limber/avoidance/parameters.h"
#include "limber/tasks/task_list.h"

namespace limber {

// The task that techniques of a single point follow: the first enabled reach or drag whose target is in the
// world. Null: there is none.
const TaskList::Entry* leading_task(const TaskList& tasks) noexcept;

bool follows(Technique technique, const TaskList& tasks, const TaskList::Entry& entry) noexcept;

// One cell of the table: {"tasks", "all"}, {"priorities", "no: weights alone"}, ...
struct ScopeWords {
  std::string_view about, words;
};
std::vector<ScopeWords> in_words(const TechniqueScope& scope);

// "virtual-arms follows left alone: right, gaze and the couplings are not followed"; empty: it follows
// everything.
std::string not_followed_in_words(Technique technique, const TaskList& tasks, const Figure& figure);

}  // namespace limber
