// Tsuji's arm cut at its end-points, discs, and random scenes of them.

#include "experiments/common/tsuji_arm.h"

#include <cmath>
#include <numbers>
#include <string>

#include "experiments/common/planar.h"
#include "limber/math/random.h"
#include "limber/models/models.h"
#include "limber/world/proximity.h"

namespace limber::experiments {

Figure tsuji_arm() {
  return Figure::build(models::find("tsuji-arm")->make({})).value();
}

std::vector<Cut> nine_virtual_arms() {
  return {{1, 0.5}, {1, 1.0}, {2, 0.5}, {2, 1.0}, {3, 0.5}, {3, 1.0}, {4, 0.5}, {4, 1.0}, {5, 0.5}};
}

ArmPosture cut_arm(const Figure& figure, const std::vector<Cut>& cuts, ArmSpace space,
                   const MaximumRankOptions& options) {
  Kinematics kinematics(figure);
  ArmChain chain(figure, static_cast<int>(cuts.size()) + 1);
  const auto tip_frame = figure.find_frame("tip");
  const Frame& tip = tip_frame ? at(figure.frames(), *tip_frame) : figure.frames().back();
  chain.lay(kinematics, tip.segment, tip.pose.translation, space);
  for (const Cut& cut : cuts) chain.place(cut.link - 1, cut.fraction);
  chain.place(static_cast<int>(chain.links().size()) - 1, 1.0);
  return ArmPosture(figure, std::move(chain), options);
}

Shape disc(const Vec2& center, double radius) {
  return Cylinder{.a = in_plane(center) - 0.05 * Vec3::UnitZ(),
                  .b = in_plane(center) + 0.05 * Vec3::UnitZ(),
                  .radius = radius};
}

Series circle(const Vec2& center, double radius, const std::string& label, Tone tone) {
  constexpr int points = 48;
  Series series{.label = label, .style = Series::Style::outline, .tone = tone};
  for (int k = 0; k < points; ++k) {
    const double angle = 2 * std::numbers::pi * k / points;
    series.points.emplace_back(center + radius * Vec2(std::cos(angle), std::sin(angle)));
  }
  return series;
}

struct ArmClearance::Near {
  Proximity proximity;
};

ArmClearance::ArmClearance(const Figure& figure, const World& world)
    : kinematics_(figure), near_(std::make_shared<Near>(Near{Proximity(figure, {.self = false})})) {
  near_->proximity.prepare(world);
}

double ArmClearance::operator()(const Posture& posture) {
  constexpr double far = 10.0;
  kinematics_.update(posture);
  const auto nearest = near_->proximity.nearest(kinematics_, far);
  return nearest ? nearest->clearance : far;
}

DiscScene disc_scene(const Figure& figure, int number) {
  Random random(static_cast<std::uint64_t>(number) * 7919u + 1u);
  for (;;) {
    DiscScene scene;
    const int count = 2 + static_cast<int>(random.between(0, 4));
    const double angle = random.between(-0.3, 1.8), far = random.between(0.5, 1.5);
    scene.goal = far * Vec2(std::cos(angle), std::sin(angle));
    for (int k = 0; k < count; ++k) {
      scene.centers.emplace_back(random.between(-0.6, 1.6), random.between(-0.4, 1.6));
      scene.radii.push_back(random.between(0.05, 0.15));
      scene.world.add("disc." + std::to_string(k + 1), disc(scene.centers.back(), scene.radii.back()));
    }
    bool good = ArmClearance(figure, scene.world)(figure.rest_posture()) > 0.05;
    for (std::size_t k = 0; k < scene.centers.size(); ++k) {
      good = good && (scene.centers[k] - scene.goal).norm() > scene.radii[k] + 0.15 &&
             scene.centers[k].norm() > scene.radii[k] + 0.2;
    }
    if (good) return scene;
  }
}

}  // namespace limber::experiments
