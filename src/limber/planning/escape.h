#pragma once
// A way out where local methods stop: a search in joint space from the posture of a scene to one that meets
// its tasks, clear of the world and of the figure itself all the way.
//
//   1 goals    postures that meet every task and are clear: Solver::solve from many starts
//   2 search   RRT-Connect (Kuffner and LaValle 2000, by OMPL): a tree from here and one from the goals grow
//              towards each other
//   3 shorten  straight ways where they are clear, then corners cut
//
// The tasks hold at the end of the way, and at its start if they did; between the two, joint limits and
// clearance alone are kept. The same scene and options give the same way on the same machine, unless time
// runs out; that none is found is no proof that there is none.
//
//   Expected<EscapePath> path = escape(scene, {.most_seconds = 5});
//   if (!path) show(path.error().message);             // "no way to a posture that meets the tasks ..."

#include <cstdint>
#include <functional>
#include <vector>

#include "limber/base/expected.h"
#include "limber/scene/scene.h"

namespace limber {

struct EscapeOptions {
  double most_seconds = 5.0;  // [s] > 0, for all of it
  std::uint64_t seed = 1;
  int goals = 6;  // >= 1: the search starts when so many postures are known, or a third of the time is over
  // Clearance on the way, as long as start and goals have twice as much and a way is found in half of the
  // time; else merely clear. 0: a hundredth of the figure's reach.
  double margin = 0.0;  // [m] >= 0
  bool self = true;     // the figure may not touch itself either
  int shortcuts = 200;  // >= 0 tries to make the way shorter
};

struct EscapeProgress {
  enum class Stage : std::uint8_t { goals, search, shorten };
  Stage stage = Stage::goals;
  double seconds = 0.0;
  int goals = 0;     // postures that meet the tasks, so far
  long checked = 0;  // postures looked at, so far
};

struct EscapePath {
  std::vector<Posture> postures;  // from the start to the goal; straight in between (difference, integrate)
  double length = 0.0;            // [m] moved, see ClearMotion::length
  double clearance = 0.0;         // [m] least of the postures listed
  int goals = 0;
  long checked = 0;
  double seconds = 0.0;
};

// Called now and then; false: stop.
using EscapeObserver = std::function<bool(const EscapeProgress&)>;

Expected<EscapePath> escape(const Scene& scene, const EscapeOptions& options = {},
                            const EscapeObserver& observe = {});

}  // namespace limber
