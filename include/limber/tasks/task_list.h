#pragma once
// The tasks of a scene, each with its priority, weight and tolerance, and the forces and supports that those
// about balance and strength refer to. An entry keeps its id until it is
// removed, and its place in the list until the list is reordered.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "limber/statics/loads.h"
#include "limber/tasks/task.h"

namespace limber {

// What it costs to move joints of these names: dear ones move when cheap ones do not suffice.
struct JointCost {
  std::string joints;  // a name or a pattern ("spine*")
  double cost = 1.0;   // > 0, finite
  bool operator==(const JointCost&) const = default;
};

struct TaskSettings {
  int priority = 1;             // 1 is the most important; larger numbers come later
  double weight = 1.0;          // > 0, relative to other tasks of the same priority
  double tolerance = 1e-4;      // [unit of the task] >= 0; satisfied when the error is not larger
  std::vector<JointId> joints;  // only these may move for it; empty: all
  bool enabled = true;
  // How `joints` was written ("spine*"); files write it back. Solving does not look at it.
  std::vector<std::string> joint_patterns = {};
  // Costs while this task is on, in place of SolverOptions::recruitment and Joint::cost; later entries
  // override earlier ones. Where several tasks name a joint, the one of the highest priority decides.
  std::vector<JointCost> costs = {};
};

// Identifies a task in its list. TaskId<Reach> knows the type: tasks[id] is a Reach&. TaskId<>: any task.
template <class T = void>
class TaskId;
template <>
class TaskId<void> : public Id<struct TaskTag> {
 public:
  using Id::Id;
};
template <class T>
class TaskId : public TaskId<> {
 public:
  constexpr TaskId() noexcept = default;
  explicit constexpr TaskId(TaskId<> any) noexcept : TaskId<>(any) {}
};

class TaskList {
 public:
  struct Entry {
    TaskId<> number;
    std::string name;
    TaskSettings settings;
    Task task;
  };

  Loads loads;  // what acts on the figure, and what it stands on

  // Throws std::invalid_argument when the name is taken (names may be empty: a drag has none).
  template <class T>
  TaskId<T> add(std::string name, T task, TaskSettings settings = {}) {
    return TaskId<T>(insert(std::move(name), Task(std::move(task)), std::move(settings)));
  }
  TaskId<> insert(std::string name, Task task, TaskSettings settings = {});
  void remove(TaskId<> number);
  // Reorders the tasks; throws std::invalid_argument unless every id is there exactly once.
  void order(const std::vector<TaskId<>>& numbers);

  template <class T>
  T& operator[](TaskId<T> id) {
    return std::get<T>(entry(id).task);
  }
  template <class T>
  const T& operator[](TaskId<T> id) const {
    return std::get<T>(entry(id).task);
  }
  // Throws std::invalid_argument when there is no such task.
  Entry& entry(TaskId<> number);
  const Entry& entry(TaskId<> number) const;
  const Entry* find(std::string_view name) const;
  Entry* find(std::string_view name);

  std::size_t size() const { return entries_.size(); }
  bool empty() const { return entries_.empty(); }
  auto begin() { return entries_.begin(); }
  auto end() { return entries_.end(); }
  auto begin() const { return entries_.begin(); }
  auto end() const { return entries_.end(); }

 private:
  std::vector<Entry> entries_;
  int next_number_ = 0;
};

// The task in a sentence: `task "hand"`, or `task number 3` for one without a name (counted from 1).
std::string title(const TaskList& tasks, const TaskList::Entry& entry);

// Throws std::invalid_argument, naming the task, for settings or a task that do not fit the figure.
void check(const TaskSettings& settings, const Figure& figure);
void check(const TaskList& tasks, const Figure& figure);

// True if a solver prepared for one list can step the other: the same tasks in the same order, each with the
// same type, rows, unit, priority, joints and costs, under the same loads. Targets, places, weights,
// tolerances and `enabled` may differ.
bool same_structure(const TaskList& a, const TaskList& b) noexcept;

// The joints of a figure whose names match any of the patterns ("spine*"), for TaskSettings::joints, in the
// figure's order. Throws std::invalid_argument for a pattern nothing matches.
std::vector<JointId> joints_matching(const Figure& figure, const std::vector<std::string>& patterns);

// Pairs of segments that tasks bring together, so that they may touch: those of every RelativePosition.
std::vector<std::pair<SegmentId, SegmentId>> segments_held_together(const Figure& figure,
                                                                    const TaskList& tasks);

}  // namespace limber
