#pragma once
// The five-link arm of Tsuji, Nakayama and Ito 1990, its end-points, and scenes of discs.

#include <vector>

#include "experiments/report/plot.h"
#include "limber/avoidance/virtual_arms_posture.h"
#include "limber/world/world.h"

namespace limber::experiments {

Figure tsuji_arm();

// End-points in the plane at (link from 1, fraction) and at the tip; by default the nine virtual arms of the
// paper: the middle of every link, every joint but the first, and the tip.
struct Cut {
  int link;
  double fraction;
};
std::vector<Cut> nine_virtual_arms();
ArmPosture cut_arm(const Figure& figure, const std::vector<Cut>& cuts, ArmSpace space = ArmSpace::plane,
                   const MaximumRankOptions& options = {});

// A disc in the plane of the arm.
Shape disc(const Vec2& center, double radius);
Series circle(const Vec2& center, double radius, const std::string& label = "", Tone tone = Tone::middle);

struct DiscScene {
  World world;
  std::vector<Vec2> centers;
  std::vector<double> radii;
  Vec2 goal = Vec2::Zero();
};
// Two to five discs, none near the base, the arm at rest or the goal; the same for the same number.
DiscScene disc_scene(const Figure& figure, int number);

// [m] Clearance of the whole arm, as drawn, from all discs; 10 if nothing is near.
class ArmClearance {
 public:
  ArmClearance(const Figure& figure, const World& world);
  double operator()(const Posture& posture);

 private:
  Kinematics kinematics_;
  struct Near;
  std::shared_ptr<Near> near_;
};

}  // namespace limber::experiments
