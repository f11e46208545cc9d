// Forces at the supports balance the figure inside their cones, or a motion proves that none can.

#include <array>

#include "statics/statics_support.h"
#include "support/allocations.h"

namespace limber {
namespace {

using test::Random;
using test::StandingFigure;
using test::StaticsBench;

TEST(ForceDistribution, BalancesInsideTheConesOrProvesThatNothingCan) {
  Random random(301);
  int balanced = 0, not_balanced = 0;
  for (int trial = 0; trial < test::scaled(10000); ++trial) {
    const StandingFigure standing = test::random_standing_figure(random, trial);
    StaticsBench bench(standing);
    if (bench.statics().is_balanced()) {
      ++balanced;
      const test::BalanceProof proof = test::check_balance(standing, bench);
      ASSERT_LT(proof.missing, 1e-9) << "trial " << trial;
      ASSERT_LT(proof.outside_cone, 1e-12) << "trial " << trial;
    } else {
      ++not_balanced;
      EXPECT_GT(test::largest_force_ruled_out(standing, bench), 1e3)
          << "trial " << trial << " NSH " << bench.statics().corners().problem.row_count() - 6 << " it " << bench.statics().corners().problem.iterations() << " miss " << bench.statics().corners().problem.miss() << " y " << bench.statics().corners().problem.multipliers.norm() << " nearest " << bench.statics().corners().nearest.multipliers.norm();
    }
  }
  RecordProperty("balanced", balanced);
  RecordProperty("not_balanced", not_balanced);
  EXPECT_GT(balanced, test::scaled(1000));
  EXPECT_GT(not_balanced, test::scaled(1000));
}

}  // namespace
}  // namespace limber
