#include "limber/files/format/tracked_motion_json.h"

#include <cmath>

#include "limber/figure/posture.h"

namespace limber::json {

namespace {

// Enough for a spline to follow a motion, few enough to be seen apart on a time line.
constexpr std::size_t most_keys_of_motion = 120;

Posture read_values(const Value& row, const Figure& figure) {
  Posture posture = figure.rest_posture();
  const std::vector<double> numbers = row.numbers(static_cast<std::size_t>(posture.values.size()));
  Posture there = posture;
  for (std::size_t i = 0; i < numbers.size(); ++i) there.values[static_cast<Eigen::Index>(i)] = numbers[i];
  // By way of a step from rest, whatever the numbers are: quaternions come out with length 1.
  const VecX step = difference(figure, posture, there);
  if (!step.allFinite()) row.fail("these numbers are no posture of the figure");
  integrate(figure, step, posture);
  return posture;
}

}  // namespace

bool is_tracked_motion(const Value& document) {
  return document.is(Kind::object) && document.find("track") && document.find("postures");
}

Scene read_tracked_motion_as_scene(const Value& document) {
  const Value track = document.at("track");
  track.require_object();
  const auto no_other_files = [](const std::string&) -> Expected<Figure> {
    return Error{"a motion contains its figure"};
  };
  Scene scene = read_scene(track.at("scene"), no_other_files);
  const Value times = document.at("times"), postures = document.at("postures");
  times.require_list();
  postures.require_list();
  const std::size_t count = postures.size();
  if (times.size() != count || count == 0)
    postures.fail("expected as many postures as times, and one at least");
  const std::size_t stride =
      std::max<std::size_t>(1, (count - 1 + most_keys_of_motion - 1) / most_keys_of_motion);
  scene.keys.clear();
  const auto add = [&](std::size_t k) {
    const double time = times[k].not_negative();
    if (!scene.keys.empty() && !(time - scene.keys.back().time >= shortest_key_step)) return;
    scene.keys.push_back(
        {static_cast<int>(scene.keys.size()) + 1, time, read_values(postures[k], scene.figure)});
  };
  for (std::size_t k = 0; k < count; k += stride) add(k);
  if ((count - 1) % stride != 0) add(count - 1);
  scene.posture = scene.keys.front().posture;
  return scene;
}

}  // namespace limber::json
