#include "limber/session/state/state.h"

#include "limber/session/state/refusal.h"

namespace limber {

State made_to_fit(State state) {
  constexpr int largest_figure =
      20000;  // segments; a snapshot counts them with 16 bits, and people wait for it
  Scene& scene = state.scene;
  if (const int segments = scene.figure.segment_count(); segments > largest_figure) {
    throw Refusal("a figure of " + std::to_string(segments) + " segments is too large; the studio takes " +
                  std::to_string(largest_figure));
  }
  if (!scene.figure.find_segment(state.chain.root)) state.chain.root.clear();
  if (!scene.figure.find_frame(state.chain.end)) state.chain.end.clear();
  if (scene.posture.values.size() != scene.figure.value_count()) scene.posture = scene.figure.rest_posture();
  scene.posture = inside_limits(scene.figure, std::move(scene.posture));
  return state;
}

}  // namespace limber
