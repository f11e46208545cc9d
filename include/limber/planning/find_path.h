#pragma once
// Finds a path where local methods get stuck: from the posture of a scene to one that satisfies its tasks,
// clear of the world and of the figure itself all along.
//
//   1 goals    postures that satisfy every task and are clear: Solver::solve from many starts
//   2 search   RRT-Connect (Kuffner and LaValle 2000, by OMPL): a tree from the start and one from the goals
//              grow towards each other
//   3 shorten  shortcuts where they are clear, then corners cut
//
// The tasks hold at the end of the path; along it only joint limits and clearance are kept. The same scene
// and options give the same path on the same machine, unless time runs out. Finding none does not prove that
// there is none.
//
//   Expected<PosturePath> path = find_path(scene, {.most_seconds = 5});
//   if (!path) show(path.error().message);             // "no path to a posture that satisfies the tasks ..."

#include <cstdint>
#include <functional>
#include <vector>

#include "limber/base/expected.h"
#include "limber/scene/scene.h"

namespace limber {

struct PathSearchOptions {
  double most_seconds = 5.0;  // [s] > 0, for all steps together
  std::uint64_t seed = 1;
  int goals = 6;  // >= 1: the search starts when this many goals are known, or a third of the time is over
  // Clearance along the path, if start and goals have twice as much and a path is found in half of the time;
  // otherwise any clearance above 0 will do. 0: a hundredth of the figure's reach.
  double margin = 0.0;  // [m] >= 0
  bool self = true;     // the figure may not touch itself either
  int shortcuts = 200;  // >= 0, attempts to shorten the path
};

struct PathSearchProgress {
  enum class Stage : std::uint8_t { goals, search, shorten };
  Stage stage = Stage::goals;
  double seconds = 0.0;
  int goals = 0;     // found so far
  long checked = 0;  // postures checked so far
};

struct PosturePath {
  std::vector<Posture> postures;  // from the start to the goal; straight in between (difference, integrate)
  double length = 0.0;            // [m] moved, see ClearMotion::length
  double clearance = 0.0;         // [m] the smallest of all postures listed
  int goals = 0;
  long checked = 0;
  double seconds = 0.0;
};

// Called about 20 times a second; return false to stop.
using PathSearchObserver = std::function<bool(const PathSearchProgress&)>;

Expected<PosturePath> find_path(const Scene& scene, const PathSearchOptions& options = {},
                                const PathSearchObserver& observe = {});

}  // namespace limber
