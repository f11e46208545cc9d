// What the Givens methods remember: along a drag, with approximate angles, over long times, between sizes.
#include <gtest/gtest.h>

#include <Eigen/Cholesky>
#include <Eigen/QR>
#include <numbers>
#include <utility>

#include "limber/kinematics/kinematics.h"
#include "limber/models/bare_chain.h"
#include "limber/svd/inverse.h"
#include "support/scale.h"
#include "svd/matrices.h"

namespace limber {
namespace {

using test::Random;
using test::scaled;

// Thirty links of unit length with three hinges each: 90 degrees of freedom (Ge 2000).
Figure trunk(int links) {
  return models::bare_chain({.links = links, .length = static_cast<double>(links), .radius = 0.3});
}

// A trunk whose tip is dragged along a smooth path, some 2.3 times its own length a lap, by damped steps that
// owe nothing to any SVD.
class Drag {
 public:
  Drag(int links, int frames_per_lap)
      : frames_per_lap_(frames_per_lap),
        figure_(trunk(links)),
        kinematics_(figure_),
        jacobian_(6, figure_.dof_count()),
        posture_(figure_.rest_posture()) {
    VecX bend(figure_.dof_count());
    for (Eigen::Index i = 0; i < bend.size(); ++i) bend[i] = i % 3 == 2 ? 3.0 / links : 0.0;
    integrate(figure_, bend, posture_);
    update();
    start_ = kinematics_.frame_position(tip());
    update();
  }

  RowMatrix jacobian() const { return jacobian_.topRows(3); }
  Vec3 error() const { return error_; }

  void advance(double lambda) {
    integrate(figure_, damped(lambda), posture_);
    ++frame_;
    update();
  }
  VecX damped(double lambda) const {
    const Eigen::MatrixXd j = jacobian();
    const Mat3 normal = j * j.transpose() + lambda * lambda * Mat3::Identity();
    return j.transpose() * normal.ldlt().solve(error_);
  }

 private:
  FrameId tip() const { return figure_.frame("trunk.tip"); }
  void update() {
    kinematics_.update(posture_);
    kinematics_.frame_jacobian(tip(), jacobian_);
    const double t = 2 * std::numbers::pi * (frame_ + 1) / frames_per_lap_, size = 0.05 * figure_.dof_count();
    target_ = start_ + size * Vec3(std::cos(t) - 1, std::sin(2 * t), 0.5 * std::sin(3 * t));
    error_ = target_ - kinematics_.frame_position(tip());
  }

  int frames_per_lap_;
  Figure figure_;
  Kinematics kinematics_;
  RowMatrix jacobian_;
  Posture posture_;
  Vec3 start_ = Vec3::Zero(), target_, error_;
  int frame_ = 0;
};

struct DragResult {
  double worst = 0;  // relative difference of a damped step
  double worst_values = 0;
  double orthogonality = 0;  // of the basis at the end
};

DragResult drag(const SvdOptions& options, int links, int frames, double lambda, int frames_per_lap = 1000) {
  Drag motion(links, frames_per_lap);
  Svd svd(options);
  svd.prepare(3, 3 * links);
  DragResult result;
  VecX step(3 * links);
  for (int frame = 0; frame < frames; ++frame) {
    const RowMatrix j = motion.jacobian();
    svd.decompose(j);
    damped_inverse(svd.factors(), lambda, motion.error(), step);
    const VecX exact = motion.damped(lambda);
    result.worst = std::max(result.worst, (step - exact).norm() / exact.norm());
    result.worst_values = std::max(result.worst_values, test::defect(j, svd.factors()).values);
    motion.advance(0.1);
  }
  const Eigen::MatrixXd basis =
      options.method == SvdMethod::row_givens ? svd.factors().u() : svd.factors().v();
  result.orthogonality = (basis.transpose() * basis - Mat3::Identity()).norm();
  return result;
}

TEST(RowGivens, OneWarmSweepIsExactToAHundredThousandthAlongADrag) {
  for (double lambda : {0.1, 1e-3}) {
    const DragResult r = drag({.one_sweep = true}, 30, 1000, lambda);
    EXPECT_LT(r.worst, 1e-5) << "lambda " << lambda;
    EXPECT_LT(r.worst_values, 1e-5);
    EXPECT_LT(r.orthogonality, 1e-13);
    // Twice as fast, four times as wrong: it is one sweep that is looked at here, not an iteration.
    const DragResult faster = drag({.one_sweep = true}, 30, 1000, lambda, 500);
    EXPECT_NEAR(faster.worst / r.worst, 4.0, 1.0);
  }
}

TEST(RowGivens, IteratedToConvergenceIsExactToRoundingAlongADrag) {
  const DragResult r = drag({}, 30, 1000, 0.1);
  EXPECT_LT(r.worst, 1e-11);
  EXPECT_LT(r.worst_values, 1e-12);
}

TEST(ColumnGivens, OneWarmSweepFollowsADrag) {
  const DragResult r = drag({.method = SvdMethod::column_givens, .one_sweep = true}, 8, scaled(300), 0.1);
  EXPECT_LT(r.worst, 1e-3);
  EXPECT_LT(r.orthogonality, 1e-12);
}

// Cosine 1 and sine theta stretch by sqrt(1 + theta^2): the basis goes astray unless something is done.
TEST(SmallAngles, DriftUnlessTheBasisIsReset) {
  for (SvdMethod method : {SvdMethod::row_givens, SvdMethod::column_givens}) {
    const int links = 8, frames = 240;
    SvdOptions options{.method = method, .one_sweep = true, .small_angles = true};
    options.remedy = DriftRemedy::none;
    const DragResult drifting = drag(options, links, frames, 0.1);
    EXPECT_GT(drifting.orthogonality, 1e-8) << test::name_of(method);
    for (DriftRemedy remedy : {DriftRemedy::reset, DriftRemedy::reorthonormalise}) {
      options.remedy = remedy;
      options.remedy_every = 10;
      const DragResult mended = drag(options, links, frames, 0.1);
      EXPECT_LT(mended.orthogonality, 0.5 * drifting.orthogonality) << test::name_of(method);
      EXPECT_LT(mended.worst, 0.05) << test::name_of(method);
    }
  }
}

TEST(SmallAngles, NeverGrowWithoutBound) {
  Random random(71);
  for (SvdMethod method : {SvdMethod::row_givens, SvdMethod::column_givens}) {
    Svd svd({.method = method, .one_sweep = true, .small_angles = true, .remedy = DriftRemedy::none});
    svd.prepare(3, 5);
    for (int frame = 0; frame < scaled(100000); ++frame) {
      svd.decompose(RowMatrix(test::random_matrix(random, 3, 5)));
      ASSERT_TRUE(svd.factors().v().allFinite() && svd.factors().u().allFinite()) << frame;
      ASSERT_LT(svd.factors().u().norm(), 100);
    }
  }
}

TEST(Givens, ExactRotationsStayOrthogonalForALongTime) {
  Random random(72);
  const int frames = scaled(20000);
  for (DriftRemedy remedy : {DriftRemedy::none, DriftRemedy::reset, DriftRemedy::reorthonormalise}) {
    Svd svd({.remedy = remedy, .remedy_every = 50});
    svd.prepare(4, 9);
    RowMatrix j(4, 9);
    for (int frame = 0; frame < frames; ++frame) {
      j = test::random_matrix(random, 4, 9);
      svd.decompose(j);
    }
    EXPECT_LT(test::defect(j, svd.factors()).worst(), remedy == DriftRemedy::none ? 1e-15 * frames : 1e-13);
  }
}

TEST(Givens, StartAfreshWhenTheSizeChangesOrAfterForget) {
  Random random(73);
  for (SvdMethod method : {SvdMethod::row_givens, SvdMethod::column_givens}) {
    Svd warm({.method = method}), cold({.method = method, .warm_start = false});
    warm.prepare(6, 9);
    cold.prepare(6, 9);
    for (int trial = 0; trial < scaled(200); ++trial) {
      const int rows = test::uniform_int(random, 1, 6), columns = test::uniform_int(random, 1, 9);
      const RowMatrix j = test::random_matrix(random, rows, columns);
      warm.decompose(j);
      ASSERT_LT(test::defect(j, warm.factors()).worst(), 1e-12);
      warm.forget();
      warm.decompose(j);
      cold.decompose(j);
      ASSERT_EQ(warm.factors().v(), cold.factors().v());
    }
  }
}

// One sweep is only for a matrix like the last; one of another shape is not.
TEST(Givens, StartColdForAMatrixOfAnotherShape) {
  Random random(76);
  for (SvdMethod method : {SvdMethod::row_givens, SvdMethod::column_givens}) {
    Svd svd({.method = method, .one_sweep = true});
    svd.prepare(5, 8);
    for (const auto& [rows, columns] : {std::pair{3, 8}, {3, 7}, {5, 7}, {4, 7}, {4, 4}, {5, 4}}) {
      const RowMatrix j = test::random_matrix(random, rows, columns);
      svd.decompose(j);
      EXPECT_LT(test::defect(j, svd.factors()).worst(), 1e-12) << rows << " x " << columns;
    }
  }
}

TEST(Givens, OneWarmSweepDoesNotOverestimateTheRank) {
  Random random(74);
  for (SvdMethod method : {SvdMethod::row_givens, SvdMethod::column_givens}) {
    for (const auto& [rows, columns] : {std::pair{3, 12}, {12, 3}, {4, 4}}) {
      Svd svd({.method = method, .one_sweep = true});
      svd.prepare(rows, columns);
      Eigen::MatrixXd left = test::random_matrix(random, rows, 2),
                      right = test::random_matrix(random, 2, columns);
      VecX step(columns);
      for (int frame = 0; frame < scaled(300); ++frame) {
        left += 3e-5 * test::random_matrix(random, rows, 2);
        right += 3e-5 * test::random_matrix(random, 2, columns);
        const RowMatrix j = left * right;
        svd.decompose(j);
        ASSERT_EQ(svd.factors().rank(), 2);
        const VecX e = test::random_matrix(random, rows, 1);
        pseudo_inverse(svd.factors(), e, step);
        Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> reference;
        reference.setThreshold(1e-9);
        reference.compute(j);
        const VecX exact = reference.solve(e);
        ASSERT_LT((step - exact).norm(), 1e-3 * (1 + exact.norm()));
      }
    }
  }
}

TEST(RowGivens, ShortcutEqualsTheDampedInverse) {
  Random random(75);
  RowGivens short_way;
  short_way.prepare(6, 20);
  Svd svd;
  svd.prepare(6, 20);
  for (int trial = 0; trial < scaled(3000); ++trial) {
    const int rows = test::uniform_int(random, 1, 6), columns = test::uniform_int(random, 1, 20);
    const test::NamedMatrix m = test::odd_matrix(random, rows, columns);
    const VecX e = test::random_matrix(random, rows, 1);
    VecX step(columns), expected(columns);
    const double lambda = trial % 3 ? 0.2 : 0.0;
    const bool scaled_matrix = trial % 2;
    ASSERT_TRUE(short_way.orthogonalise(m.matrix, scaled_matrix ? 4.0 : 1.0));
    short_way.damped_inverse(lambda, e, step);
    svd.decompose(m.matrix, 1e-10);
    if (lambda == 0.0 && svd.factors().condition() > 1e4) continue;
    damped_inverse(svd.factors(), lambda, e, expected);
    ASSERT_LT((step - expected).norm(), 1e-10 * (1 + expected.norm())) << m.kind << " trial " << trial;
  }
}

TEST(SvdOptions, RefuseZeroDecompositionsBetweenRemedies) {
  EXPECT_THROW(Svd({.remedy_every = 0}), std::invalid_argument);
}

}  // namespace
}  // namespace limber
