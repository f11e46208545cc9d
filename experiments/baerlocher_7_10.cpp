// Baerlocher 2001, figure 7.10: what the hands of a person in balance can reach.

#include <algorithm>
#include <cmath>

#include "experiments/catalog.h"
#include "experiments/common/body_drawing.h"
#include "limber/reach/accessible_space.h"

namespace limber::experiments {

namespace of_baerlocher_7_10 {
namespace {

// In the plane from front to back through a hand.
AccessibleSpace reach_of(const std::string& hand, bool in_balance, double cell) {
  Scene scene = gallery_scene("human-access");
  AtRest rest = settle(scene);
  if (!in_balance) {
    for (TaskList::Entry& entry : scene.tasks) {
      if (entry.name == "balance") entry.settings.enabled = false;
    }
  }
  for (TaskList::Entry& entry : scene.tasks) {
    if (entry.name.ends_with("hand")) entry.settings.enabled = false;  // the other hand may go where it helps
  }
  return accessible_space(
             scene, {.frame = hand, .plane = AccessPlane{rest.place(hand), -Vec3::UnitY()}, .cell = cell})
      .value();
}

double least_margin(const AccessibleSpace& space) {
  double least = unlimited;
  for (const AccessCell& cell : space.cells) least = std::min(least, cell.margin.value_or(-unlimited));
  return least;
}

void draw(Plot& plot, const AccessibleSpace& space, const std::string& label, Tone tone) {
  bool is_first = true;
  for (const std::vector<Vec3>& outline : space.outlines) {
    Series series{.label = is_first ? label : "", .style = Series::Style::outline, .tone = tone};
    for (const Vec3& point : outline) series.points.push_back(seen(point, View::from_the_right));
    plot.series.push_back(series);
    is_first = false;
  }
}

Result run(const RunOptions& options) {
  const double cell = options.shortened ? 0.3 : 0.15;
  const bool in_balance = !options.replaces("no-balance");
  const AccessibleSpace right = reach_of("hand.r", in_balance, cell);
  options.progress(0.3);
  const AccessibleSpace left = reach_of("hand.l", in_balance, cell);
  options.progress(0.6);
  const AccessibleSpace held = reach_of("hand.r", false, cell);
  Result result;
  result.add("area the right hand reaches in balance, by what it reaches with the feet held alone",
             "the balance restricts it", right.size / held.size, "", at_most(0.95, signed_number));
  result.add("how far the centre of mass may still move, in the worst posture of all",
             "the centre of mass stays over the supports", least_margin(right), "m",
             at_least(0.03, signed_number));
  result.add("areas of the two hands, difference by their sum", "no counterpart: a person is symmetric",
             std::abs(left.size - right.size) / (left.size + right.size), "", at_most(0.05));
  result.note("area the right hand reaches in balance", right.size, "m²");
  result.note("goals tried", static_cast<double>(right.tries), "");
  Plot plot = body_plot("What the right hand reaches, seen from the right", View::from_the_right);
  plot.height = 440;
  draw(plot, held, "feet held", Tone::faint);
  draw(plot, right, "and in balance", Tone::accent);
  const AtRest rest = [] {
    Scene scene = gallery_scene("human-access");
    return settle(scene);
  }();
  for (const Series& line : body_lines(rest, View::from_the_right, "", Tone::strong))
    plot.series.push_back(line);
  result.plots = {plot};
  result.conclusion =
      "Every cell inside an outline has a posture with both feet in place and the centre of mass between "
      "them. Beyond it, the hand would be reached only by one who falls.";
  return result;
}

}  // namespace
}  // namespace of_baerlocher_7_10

Experiment baerlocher_7_10() {
  return {.name = "baerlocher-7.10",
          .title = "What the hands of a person in balance can reach",
          .document = "Baerlocher 2001",
          .place = "section 7.3.4, figure 7.10",
          .claim =
              "Moving the hands of a human figure with low priority, while its feet and the balance are "
              "kept, traces the space they can reach without falling.",
          .parameters = {{"scene", "scenes/human-access.json: 50 degrees of freedom, feet flat"},
                         {"plane", "from front to back, through the hand"},
                         {"cells", "0.15 m; the thesis traces by hand, and prints no numbers"}},
          .run = of_baerlocher_7_10::run,
          .replacements = {{"no-balance", "the balance is not asked for"}}};
}

}  // namespace limber::experiments
