// What a session takes on: which scenes are too large for it, and what a state that is taken must have.

#include "limber/session/state/state.h"

#include <cmath>

#include "limber/base/number_text.h"
#include "limber/scene/limits.h"
#include "limber/scene/needs.h"
#include "limber/session/solving/surroundings.h"
#include "limber/session/state/crowding.h"
#include "limber/session/state/refusal.h"
#include "limber/session/state/text_size.h"

namespace limber {

namespace {

// A snapshot counts segments with 16 bits, and people wait for it.
constexpr int largest_figure = 20000;
// Solids are looked at with all others nearby: 2,000 links of a chain take 0.1 s a step.
constexpr int largest_clear_of_itself = 2000;
// Questions are answered by solvers of their own, so several times this may be in use. Two seconds a step:
// nothing can be stopped in the middle of one.
constexpr MostNeeds most_needs{.bytes = 1e9, .operations = 1e10};

// A pair takes about 10 us when the figure is adopted, and again in every step.
constexpr double most_crowded = 300'000.0;
constexpr std::size_t largest_world = 20000;  // obstacles that a page can still draw
// More take seconds a step, and cannot be told apart in a list.
constexpr std::size_t most_forces = 200, most_supports = 200, most_corners = 2000, most_strengths = 1000;
constexpr std::size_t most_polygon_vertices = 2000;  // of one joint's swing limit
// A backup has the points of all paths, those of CSV files too: so many take a tenth of a second to write,
// and that is done every half second while something moves.
constexpr std::size_t most_path_points = 100'000;
// Windows are told of all keys of splines, which are edited there, with every change of the scene.
constexpr std::size_t most_path_keys = 10'000;

void require_at_most(std::size_t most, std::size_t count, const std::string& what) {
  if (count <= most) return;
  throw Refusal(std::to_string(count) + " " + what + " are too many; the studio takes " +
                std::to_string(most));
}

void require_counts(const Scene& scene) {
  if (const std::size_t count = scene.world.obstacles.size(); count > largest_world) {
    throw Refusal("a world of " + std::to_string(count) + " obstacles is too large; the studio takes " +
                  std::to_string(largest_world));
  }
  const Loads& loads = scene.tasks.loads;
  std::size_t corners = 0;
  for (const SupportDescription& support : loads.supports) corners += support.patch.size();
  require_at_most(most_forces, loads.forces.size(), "forces");
  require_at_most(most_supports, loads.supports.size(), "supports");
  require_at_most(most_corners, corners, "corners of supports");
  require_at_most(most_strengths, loads.strengths.size(), "strengths");
  std::size_t points = 0, keys = 0;
  const auto add = [&](const TargetPath& path) {
    (std::holds_alternative<SampledCurve>(path.curve()) ? points : keys) += point_count(path);
  };
  for (const Paths::OfTask& each : scene.paths.tasks) add(each.path);
  for (const Paths::OfObstacle& each : scene.paths.obstacles) add(each.path);
  require_at_most(most_path_points, points, "points of paths");
  require_at_most(most_path_keys, keys, "keys and terms of paths");
  require_at_most(most_scene_keys, scene.keys.size(), "keys");
  const auto values = static_cast<std::size_t>(scene.figure.value_count());
  require_at_most(most_numbers_of_a_list, values * scene.keys.size(), "numbers in keys");
  for (const JointId joint : scene.figure.joints()) {
    if (const auto* polygon = std::get_if<SwingPolygon>(&scene.figure.joint(joint).swing_limit))
      require_at_most(most_polygon_vertices, polygon->vertices.size(), "directions of a swing limit");
  }
}

// What is written can be read again, and a window can be told of it.
void require_little_text(const State& state) {
  for (const TextSize& size : {written_size(state), told_size(state)}) {
    if (size.bytes <= most_text) continue;
    throw Refusal("this scene would be about " + fixed_text(std::ceil(size.bytes / 1e6), 0) +
                  " MB of text, most of it for " + std::string(size.most_of) + "; the studio takes " +
                  fixed_text(most_text / 1e6, 0) + " MB");
  }
}

int solid_count(const Figure& figure) {
  int count = 0;
  for (int i = 0; i < figure.segment_count(); ++i) count += !figure.shapes(SegmentId{i}).empty();
  return count;
}

void require_few_solids(const Figure& figure) {
  const int solids = solid_count(figure);
  if (solids <= largest_clear_of_itself) return;
  throw Refusal("a figure of " + std::to_string(solids) +
                " solid segments is too large to keep clear of itself; the studio takes " +
                std::to_string(largest_clear_of_itself) + ", and " + std::to_string(largest_figure) +
                " in a scene whose avoidance says \"self\": false");
}

void require_size(const State& state) {
  const Scene& scene = state.scene;
  const int segments = scene.figure.segment_count();
  if (segments > largest_figure) {
    throw Refusal("a figure of " + std::to_string(segments) + " segments is too large; the studio takes " +
                  std::to_string(largest_figure));
  }
  require_counts(scene);
  require_little_text(state);
  const Drags drags = state.chain.root.empty() ? Drags::move_all : Drags::move_a_chain;
  if (const std::optional<std::string> words = needs_too_much(scene, most_needs, drags))
    throw Refusal(*words);
  if (keeps_clear_of_itself(scene) && segments > largest_clear_of_itself) require_few_solids(scene.figure);
  if (!scene.kept_clear_of()) return;
  if (crowded_pairs(scene, keeps_clear_of_itself(scene), most_crowded) < most_crowded) return;
  throw Refusal("too many parts and obstacles lie in each other to be kept apart; the studio takes " +
                std::to_string(static_cast<int>(most_crowded)) + " such pairs");
}

}  // namespace

State made_to_fit(State state) {
  Scene& scene = state.scene;
  if (!scene.figure.find_segment(state.chain.root)) state.chain.root.clear();
  if (!scene.figure.find_frame(state.chain.end)) state.chain.end.clear();
  require_size(state);
  if (scene.posture.values.size() != scene.figure.value_count()) scene.posture = scene.figure.rest_posture();
  scene.posture = inside_limits(scene.figure, std::move(scene.posture));
  return state;
}

}  // namespace limber
