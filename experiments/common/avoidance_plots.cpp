#include "experiments/common/avoidance_plots.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "experiments/common/planar.h"

namespace limber::experiments {

std::size_t FilmedRun::sharpest() const {
  return static_cast<std::size_t>(std::max_element(bend.begin(), bend.end()) - bend.begin());
}

FilmedRun film(const Course& course, const AvoidanceOptions& options) {
  FilmedRun result;
  result.measures =
      run(course, options, [&](int, const Posture& posture, const StepReport&, const MotionMeter& meter) {
        result.clearance.push_back(meter.clearance());
        result.bend.push_back(meter.bend());
        result.postures.push_back(posture);
        return true;
      });
  return result;
}

Series trunk_from_above(const Figure& figure, const Posture& posture, const std::string& label, Tone tone) {
  return arms(figure, posture, {"trunk.tip"}, label, tone).front();
}

std::vector<Series> balls_from_above(const World& world, const std::string& label) {
  std::vector<Series> result;
  for (const Obstacle& obstacle : world.obstacles) {
    const auto* ball = std::get_if<Sphere>(&obstacle.shape);
    if (!ball) continue;
    Series circle{
        .label = result.empty() ? label : "", .style = Series::Style::outline, .tone = Tone::middle};
    for (int k = 0; k < 48; ++k) {
      const double angle = 2.0 * std::numbers::pi * k / 48;
      circle.points.emplace_back(ball->center.head<2>() +
                                 ball->radius * Vec2(std::cos(angle), std::sin(angle)));
    }
    result.push_back(std::move(circle));
  }
  return result;
}

Series over_frames(const std::vector<double>& values, const std::string& label, Tone tone, double factor) {
  Series series{.label = label, .tone = tone};
  for (std::size_t frame = 0; frame < values.size(); ++frame)
    series.points.emplace_back(static_cast<double>(frame + 1), factor * values[frame]);
  return series;
}

}  // namespace limber::experiments
