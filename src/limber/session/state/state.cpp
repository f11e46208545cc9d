#include "limber/session/state/state.h"

#include "limber/session/solving/surroundings.h"
#include "limber/session/state/refusal.h"

namespace limber {

namespace {

// A snapshot counts segments with 16 bits, and people wait for it.
constexpr int largest_figure = 20000;
// Solids are looked at with all others nearby: 2,000 links of a chain take 0.1 s a step.
constexpr int largest_clear_of_itself = 2000;

int solid_count(const Figure& figure) {
  int count = 0;
  for (int i = 0; i < figure.segment_count(); ++i) count += !figure.shapes(SegmentId{i}).empty();
  return count;
}

void require_size(const Scene& scene) {
  const int segments = scene.figure.segment_count();
  if (segments > largest_figure) {
    throw Refusal("a figure of " + std::to_string(segments) + " segments is too large; the studio takes " +
                  std::to_string(largest_figure));
  }
  if (segments <= largest_clear_of_itself || !keeps_clear_of_itself(scene)) return;
  if (const int solids = solid_count(scene.figure); solids > largest_clear_of_itself) {
    throw Refusal("a figure of " + std::to_string(solids) +
                  " solid segments is too large to keep clear of itself; the studio takes " +
                  std::to_string(largest_clear_of_itself) + ", and " + std::to_string(largest_figure) +
                  " in a scene whose avoidance says \"self\": false");
  }
}

}  // namespace

State made_to_fit(State state) {
  Scene& scene = state.scene;
  require_size(scene);
  if (!scene.figure.find_segment(state.chain.root)) state.chain.root.clear();
  if (!scene.figure.find_frame(state.chain.end)) state.chain.end.clear();
  if (scene.posture.values.size() != scene.figure.value_count()) scene.posture = scene.figure.rest_posture();
  scene.posture = inside_limits(scene.figure, std::move(scene.posture));
  return state;
}

}  // namespace limber
