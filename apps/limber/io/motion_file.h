#pragma once
// Motions that `limber track` writes: as JSON, with the scene they come from, so that they can be tracked
// again and compared bit by bit; and as CSV, a line per time.

#include <optional>
#include <string>

#include "limber/files/json/writer.h"
#include "limber/motion/track.h"
#include "limber/scene/track_problem.h"

namespace limber::cli {

struct TrackedMotion {
  Scene scene;
  TrackOptions options;
  std::uint64_t hash = 0;
};

// A scene as a motion contains it, with its figure. Turns are written as rotation vectors and differ from
// those that were read by rounding, so what is tracked is the scene that this text is read back to.
json::Output contained_scene(const Scene& scene);
Scene as_contained(const json::Output& contained, const Scene& scene);  // `scene` where it does not read back

std::string motion_json(const json::Output& contained, const TrackOptions& options,
                        const TrackReport& report);
std::string motion_csv(const Figure& figure, const Motion& motion);

// Nothing: the text is not such a motion. Throws Failure where it is one that cannot be read.
std::optional<TrackedMotion> read_tracked_motion(const std::string& text, const std::string& name);

}  // namespace limber::cli
