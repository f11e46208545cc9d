// The rows of the tasks, those of the highest priority first, and which degree of freedom moves which.

#include <algorithm>

#include "limber/batch/gatherer.h"

namespace limber::batch {

namespace {

// The tolerance is met with room for the rotation error's approximation (3e-6) and for rounding.
constexpr double within = 0.9999;

}  // namespace

void Gatherer::add_groups() {
  Model& m = model();
  std::vector<int> priorities;
  for (const FrameTask& task : tasks_) priorities.push_back(task.priority);
  std::sort(priorities.begin(), priorities.end());
  priorities.erase(std::unique(priorities.begin(), priorities.end()), priorities.end());
  m.levels = static_cast<int>(priorities.size());
  const double near = within * options_.position_tolerance / unit_,
               straight = within * options_.orientation_tolerance;
  for (int level = 0; level < m.levels; ++level) {
    int goal = 0;
    for (const FrameTask& task : tasks_) {
      const bool counts = task.priority == priorities[static_cast<std::size_t>(level)];
      if (asks_place(task) && counts)
        add_group(task, task.gaze ? to_face : to_place, level, goal, task.gaze ? straight : near);
      if (asks_place(task)) goal += 3;
      if (asks_orientation(task) && counts) add_group(task, to_orientation, level, goal, straight);
      if (asks_orientation(task)) goal += 4;
    }
    m.goal_size = goal;
  }
}

void Gatherer::add_group(const FrameTask& task, int kind, int level, int goal, double tolerance) {
  const Placed at = frame_place(task.frame);
  Group& group = model().group[model().groups++];
  group.kind = kind;
  group.element = element_at(at);
  group.level = level;
  group.goal = goal;
  group.weight = task.weight;
  group.limit = tolerance * tolerance;
  double numbers[12];
  write(at.offset, numbers);
  for (int k = 0; k < 9; ++k)
    group.local[k] = kind == to_orientation ? numbers[k] : k < 3 ? numbers[9 + k] : 0.0;
  if (kind == to_face) {
    const Vec3 axis = at.offset.rotation * task.gaze->normalized();
    for (int k = 0; k < 3; ++k) group.local[3 + k] = axis[k];
  }
  group.in = -2;
  if (!task.in.is_valid()) return;
  const Placed in = frame_place(task.in);
  group.in = element_at(in);
  write(in.offset, group.frame);
}

std::optional<Error> Gatherer::add_columns() {
  Model& m = model();
  int sources = 0, shared = 0;
  std::vector<std::vector<int>> of_group(static_cast<std::size_t>(m.groups));  // dof to column, or -1
  for (int g = 0; g < m.groups; ++g) {
    std::map<int, std::vector<Source>> by_dof;
    // Elements that carry both what is moved and the goal change nothing about how far off it is.
    std::vector<bool> carries_goal(static_cast<std::size_t>(m.elements), false);
    for (int i = m.group[g].in; i >= 0; i = m.element[i].parent)
      carries_goal[static_cast<std::size_t>(i)] = true;
    const auto add = [&](int i, int side) {
      const int dof = single_of(i).dof;
      const int kind = m.element[i].kind, dofs = dofs_of(kind);
      for (int k = 0; k < dofs; ++k) by_dof[dof + k].push_back({i, dofs == 1 ? 2 : k, side});
    };
    for (int i = m.group[g].element; i >= 0; i = m.element[i].parent) {
      if (!carries_goal[static_cast<std::size_t>(i)]) add(i, 1);
      carries_goal[static_cast<std::size_t>(i)] = false;
    }
    for (int i = m.group[g].in; i >= 0; i = m.element[i].parent) {
      if (carries_goal[static_cast<std::size_t>(i)]) add(i, -1);
    }
    std::vector<int>& columns = of_group[static_cast<std::size_t>(g)];
    columns.assign(static_cast<std::size_t>(m.dofs), -1);
    for (const auto& [dof, list] : by_dof) {
      columns[static_cast<std::size_t>(dof)] = m.columns;
      m.column[m.columns++] = {g, dof, sources, static_cast<int>(list.size())};
      if (sources + static_cast<int>(list.size()) > most::sources) {
        return too_large("coupled joints", sources, most::sources);
      }
      for (const Source& source : list) m.source[sources++] = source;
    }
  }
  int listed = 0;
  for (int d = 0; d < m.dofs; ++d) {
    m.first_of_dof[d] = listed;
    for (const std::vector<int>& columns : of_group) {
      const int column = columns[static_cast<std::size_t>(d)];
      if (column >= 0) m.column_of_dof[listed++] = column;
    }
  }
  m.first_of_dof[m.dofs] = listed;
  int pair = 0;
  for (int g = 0; g < m.groups; ++g) {
    for (int h = 0; h <= g; ++h) {
      m.first_of_pair[pair++] = shared;
      for (std::size_t d = 0; d < static_cast<std::size_t>(m.dofs); ++d) {
        const int of_g = of_group[static_cast<std::size_t>(g)][d],
                  of_h = of_group[static_cast<std::size_t>(h)][d];
        if (of_g < 0 || of_h < 0) continue;
        m.shared[shared][0] = of_g;
        m.shared[shared++][1] = of_h;
      }
    }
  }
  m.first_of_pair[pair] = shared;
  return std::nullopt;
}

}  // namespace limber::batch
