// Derivatives of the forces and of the region wherever forces balance: also next to the edge of what can be balanced,
// where the tests that solve again for every difference have nothing to compare with. Their references have
// more digits than the library.

#include "statics/load_bench.h"
#include "statics/wide_region.h"

namespace limber::test {
namespace {

TEST(ConeProjection, ItsRateMatchesFiniteDifferences) {
  Random random(341);
  int compared = 0;
  for (int trial = 0; trial < scaled(5000); ++trial) {
    statics::ConeContact contact;
    contact.normal = random_direction(random);
    contact.friction = uniform(random, 0.0, 1.5);
    contact.grips = trial % 10 == 0;
    contact.cost = std::pow(10.0, uniform(random, -3, 1));
    contact.tangential_cost = trial % 3 == 0 ? 1e4 : 1.0;
    contact.reference = random_vector(random, 0.3);
    contact.pull = contact.cost * random_vector(random, 2.0);
    statics::project(contact);
    const Mat3 rate = contact.rate;
    Mat3 differences;
    const double h = 1e-5 * contact.cost;
    for (int k = 0; k < 3; ++k) {
      statics::ConeContact ahead = contact, behind = contact;
      ahead.pull[k] += h;
      behind.pull[k] -= h;
      statics::project(ahead);
      statics::project(behind);
      differences.col(k) = (ahead.force - behind.force) / (2 * h);
    }
    const double n = contact.normal.dot(contact.force), t = (contact.force - n * contact.normal).norm();
    if (n < 1e-3 || std::abs(t - contact.friction * n) < 1e-3 * n) {
      if (!contact.force.isZero(0.0) && n < 1e-3) continue;  // next to the tip of the cone
    }
    const double error = (rate - differences).norm() * contact.cost;
    if (error > 1e-6 && std::abs(t - contact.friction * n) < 1e-4) continue;  // next to its surface
    ASSERT_LT(error, 1e-6) << trial;
    ++compared;
  }
  EXPECT_GT(compared, scaled(4500));
}

// Every contact's force, by every degree of freedom, against the adjoint: in every posture that is balanced.
TEST(Statics, ForceRatesMatchThoseOfTheirEquationsWhereverForcesBalance) {
  Random random(342);
  int compared = 0, at_edge = 0, at_kink = 0, not_cheapest = 0;
  double worst = 0.0;
  for (int trial = 0; trial < scaled(6000); ++trial) {
    const StandingFigure standing = random_standing_figure(random, trial);
    const int n = standing.figure.dof_count();
    StaticsBench bench(standing);
    if (!bench.statics().is_balanced() || n == 0) continue;
    const WideEquations equations(bench.statics(), bench.statics().corners());
    if (!equations.are_cheapest()) {
      ++not_cheapest;
      continue;
    }
    const Eigen::MatrixXd expected = equations.force_rates(standing);
    ++compared;
    at_edge += is_far_from_the_edge(bench.statics().corners()) ? 0 : 1;
    at_kink += equations.is_at_kink() ? 1 : 0;
    std::vector<Vec3> l(static_cast<std::size_t>(bench.statics().contact_count()));
    statics::BranchRates rates(standing.figure.segment_count());
    Eigen::MatrixXd found(expected.rows(), n);
    for (Eigen::Index row = 0; row < expected.rows(); ++row) {
      for (Vec3& each : l) each.setZero();
      l[static_cast<std::size_t>(row / 3)] = Vec3::Unit(static_cast<int>(row % 3));
      rates.clear();
      bench.statics().add_force_rates(l, rates);
      Eigen::RowVectorXd by_dof = Eigen::RowVectorXd::Zero(n);
      rates.sweep(bench.kinematics(), 1.0, by_dof);
      found.row(row) = by_dof;
    }
    const double size = bench.statics().load_size() + expected.lpNorm<Eigen::Infinity>();
    const double error = (found - expected).lpNorm<Eigen::Infinity>() / size;
    worst = std::max(worst, error);
    EXPECT_LT(error, 1e-6) << "trial " << trial << "\n" << found << "\n" << expected;
  }
  RecordProperty("compared", compared);
  RecordProperty("at_the_edge", at_edge);
  RecordProperty("at_a_kink", at_kink);
  RecordProperty("worst", std::to_string(1e6 * worst) + "e-6");
  EXPECT_GT(compared, scaled(2000));
  RecordProperty("not_cheapest", not_cheapest);
  EXPECT_GT(at_edge, scaled(200));
  EXPECT_LE(not_cheapest, 0.01 * compared + 2.0 * std::sqrt(0.01 * compared) + 1.0);
}

// The depth of the region, the distance found anew on both sides.
TEST(Balance, RowMatchesDifferencesOfTheDistanceWhereverThereIsAnEdge) {
  constexpr Wide h = 1e-8L;
  constexpr int columns = 5;  // at random: for each the distance is found anew twice
  Random random(343);
  int compared = 0, jammed = 0;
  double worst = 0.0;
  for (int trial = 0; trial < scaled(9000); ++trial) {
    StandingFigure standing = random_standing_figure(random, trial);
    for (SupportDescription& support : standing.loads.supports) support.share.reset();
    const int n = standing.figure.dof_count();
    if (n == 0 || standing.figure.total_mass() == 0.0) continue;
    LoadBench bench(standing);
    if (!bench.statics().is_balanced()) continue;
    const Rows rows = bench.rows(Balance{0.02});
    if (rows.jacobian.isZero(0.0)) continue;  // nothing bounds it
    WideRegion here(bench.loads().region.problem());
    bool is_jammed = !here.distance() || bench.loads().region.missing() > 0.0;
    double error = 0.0;
    const double size = 1.0 + rows.jacobian.lpNorm<Eigen::Infinity>();
    for (int k = 0; k < columns && !is_jammed; ++k) {
      const int c = uniform_int(random, 0, n - 1);
      const ContactMotion motion = ContactMotion::by(c, standing, bench.statics().corners());
      const auto distance = [&](Wide step) {
        WideRegion there = here;
        there.move(bench.statics(), motion, step);
        return there.distance();
      };
      const auto ahead = distance(h), behind = distance(-h);
      if (!ahead || !behind) {
        is_jammed = true;
        break;
      }
      const Wide slope = (*ahead - *behind) / (2 * h);
      const double expected = bench.statics().length_size() * static_cast<double>(slope);
      error = std::max(error, std::abs(rows.jacobian(0, c) - expected) / size);
    }
    if (is_jammed) {
      ++jammed;
      continue;
    }
    ++compared;
    worst = std::max(worst, error);
    EXPECT_LT(error, 1e-6) << "trial " << trial;
  }
  RecordProperty("compared", compared);
  RecordProperty("jammed", jammed);
  RecordProperty("worst", std::to_string(1e6 * worst) + "e-6");
  EXPECT_GT(compared, scaled(1000));
  EXPECT_LE(jammed, 0.02 * compared + 2.0 * std::sqrt(0.02 * compared) + 1.0);
}

}  // namespace
}  // namespace limber::test
