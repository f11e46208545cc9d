// The region of the centre of mass against the forces themselves, figure by figure.

#include "statics/chapter_scenes.h"
#include "statics/load_bench.h"

namespace limber::test {
namespace {

// The weight moved to a point of the plane balances exactly if the point is in the region. Both answers carry their
// proof, which is checked without the solver: forces that balance, or a motion nothing resists.
struct Sampled {
  int inside = 0, outside = 0, too_near = 0;
};
Sampled sample_region(Random& random, const StandingFigure& standing, int points) {
  constexpr double nearly_on_the_edge = 1e-5;  // [m]
  LoadBench bench(standing);
  // Twice as far as the region reaches.
  std::vector<FeasibleRegion::Edge> edges(16);
  bench.loads().region.outline(bench.statics(), bench.masses(), edges);
  double far = 0.0;
  for (const FeasibleRegion::Edge& edge : edges) far = std::max(far, edge.exists ? edge.point.norm() : 0.0);
  Sampled sampled;
  const Vec3 weight = standing.figure.total_mass() * standing.loads.gravity, up = bench.statics().up();
  for (int k = 0; k < points; ++k) {
    Vec3 away = random_vector(random, 2.0 * far);
    away -= away.dot(up) * up;
    const FeasibleRegion::Edge edge = bench.loads().region.nearest(bench.statics(), bench.masses(), away);
    if (edge.exists && (away - edge.point).norm() < nearly_on_the_edge) {
      ++sampled.too_near;
      continue;
    }
    StandingFigure moved = standing;  // a couple moves the weight there
    moved.loads.forces.push_back({.frame = standing.figure.frames()[0].name, .torque = away.cross(weight)});
    StaticsBench other(moved);
    const bool stands = other.statics().is_balanced();
    EXPECT_EQ(stands, !edge.exists) << away.transpose();
    if (stands)
      EXPECT_LT(check_balance(moved, other).missing, 1e-9) << away.transpose();
    else
      EXPECT_GT(largest_force_ruled_out(moved, other), 1e3) << away.transpose();
    ++(stands ? sampled.inside : sampled.outside);
    if (testing::Test::HasFailure()) break;
  }
  return sampled;
}

// Two flat feet; with a load in the hand; with a push; with a couple.
TEST(FeasibleRegion, OfTheScenesAgreesWithTheForcesAtAThousandPoints) {
  Random random(329);
  for (const char* name :
       {"human-person", "human-supports", "human-hand-load", "human-push", "human-twist"}) {
    Scene scene = scene_of(name);
    settle(scene);
    StandingFigure standing{scene.figure, scene.posture, scene.tasks.loads};
    for (SupportDescription& support : standing.loads.supports) support.share.reset();
    const Sampled sampled = sample_region(random, standing, 1000);
    EXPECT_FALSE(HasFailure()) << name;
    EXPECT_GT(sampled.inside, 20) << name;
    EXPECT_GT(sampled.outside, 20) << name;
  }
}

}  // namespace
}  // namespace limber::test
