#pragma once
// What is asked of a figure that says it is at rest.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "limber/avoidance/mover.h"
#include "limber/figure/joint_chain.h"
#include "limber/figure/posture.h"
#include "limber/files/files.h"
#include "limber/math/random.h"
#include "limber/scene/scene.h"

namespace limber::test {

inline Scene scene_at(const std::string& path) {
  return load_scene(std::string(LIMBER_SOURCE_DIR) + "/" + path).value();
}

inline std::vector<std::string> shipped_scenes() {
  std::vector<std::string> paths;
  for (const auto& file : std::filesystem::directory_iterator(std::string(LIMBER_SOURCE_DIR) + "/scenes")) {
    if (file.path().extension() == ".json") paths.push_back("scenes/" + file.path().filename().string());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

inline bool uses_solver(const Scene& scene) {
  return scene.avoidance.technique == Technique::clearance || scene.avoidance.technique == Technique::off;
}

inline SolveReport solve(Scene& scene, const SolveOptions& options = {}) {
  Mover mover(scene.figure, scene.solver, scene.avoidance);
  mover.surround(scene.world);
  return mover.solve(scene.tasks, scene.criteria, scene.posture, options);
}

inline void expect_reasons(const SolveReport& report, const std::string& name) {
  for (const TaskReport& task : report.tasks) {
    if (!task.satisfied) {
      EXPECT_NE(task.blocked_by, Blocker::none) << name << ", error " << task.error;
    }
  }
}

// Where tasks may use some joints only, and in large figures, what is below the first level that is not
// satisfied is measured to first order, and then it may be more than there is to gain.
inline bool is_measured_to_first_order(const Scene& scene) {
  return scene.figure.dof_count() > 64 ||
         std::any_of(scene.tasks.begin(), scene.tasks.end(),
                     [](const TaskList::Entry& entry) { return !entry.settings.joints.empty(); });
}

// At rest no error can fall faster than by a hundredth of the reach per radian: what there is to gain is
// about the square of it. Returns the first level that could fall faster, if any.
inline const LevelReport* steep_level(const Scene& scene, const SolveReport& report) {
  for (const LevelReport& level : report.levels) {
    if (level.optimality > 1e-2 * longest_reach(scene.figure)) return &level;
    if (is_measured_to_first_order(scene) && level.error > level.tolerance) break;
  }
  return nullptr;
}
inline void expect_optimal(const Scene& scene, const SolveReport& report, const std::string& name) {
  const LevelReport* steep = steep_level(scene, report);
  if (steep == nullptr) return;
  ADD_FAILURE() << name << ", priority " << steep->priority << ", error " << steep->error << ", optimality "
                << steep->optimality;
}

// Pushed a little, and solved again, no level gains more than its tolerance or a thousandth, unless one above
// it loses.
inline void expect_nothing_better_near(const Scene& scene, const SolveReport& report,
                                       const std::string& name) {
  limber::Random random(1);
  const int pushes = scene.figure.dof_count() > 30 ? 2 : 10;  // each is a solve, of seconds for a human
  for (int push = 0; push < pushes; ++push) {
    Scene pushed = scene;
    VecX step(scene.figure.dof_count());
    for (double& component : step) component = random.between(-2e-3, 2e-3);
    integrate(scene.figure, step, pushed.posture);
    const SolveReport again = solve(pushed, {.restarts = 0});
    for (std::size_t i = 0; i < report.levels.size(); ++i) {
      const LevelReport& level = report.levels[i];
      const double there = again.levels[i].error;
      if (level.error <= level.tolerance && there <= level.tolerance) continue;
      EXPECT_GE(there, level.error - std::max(level.tolerance, 1e-3 * level.error))
          << name << ", priority " << level.priority << ", push " << push;
      if (there > level.error || is_measured_to_first_order(scene)) break;
    }
  }
}

// Of a level that is not satisfied: by its tolerance or a thousandth.
inline void expect_same_levels(const SolveReport& first, const SolveReport& again, const std::string& name) {
  ASSERT_EQ(first.levels.size(), again.levels.size()) << name;
  for (std::size_t i = 0; i < first.levels.size(); ++i) {
    const LevelReport& level = first.levels[i];
    if (level.error <= level.tolerance) {
      EXPECT_LE(again.levels[i].error, level.tolerance) << name << ", priority " << level.priority;
      continue;
    }
    EXPECT_NEAR(again.levels[i].error, level.error, std::max(level.tolerance, 1e-3 * level.error))
        << name << ", priority " << level.priority;
  }
}

}  // namespace limber::test
