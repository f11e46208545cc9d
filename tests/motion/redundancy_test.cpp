// The six methods and ours: Jacobian derivatives against differences, methods against each other, and the
// circles of Tevatia and Schaal.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "limber/figure/edit.h"
#include "planar_circle.h"
#include "support/allocations.h"
#include "support/finite_differences.h"
#include "support/random_figure.h"
#include "support/scale.h"

namespace limber {
namespace {

using Eigen::MatrixXd;
using test::CircleRun;
using test::draw_circles;
using test::Random;

TaskList tasks_of_every_kind(Random& random, const Figure& figure) {
  TaskList tasks;
  const auto place = [&] {
    return Place::on_segment(test::random_segment(random, figure), test::random_placement(random, 0.5));
  };
  const Place tilted = Place::in_world(test::random_placement(random, 0.3));
  tasks.add("reach", Reach{.frame = place(), .target = test::random_vector(random, 1), .in = tilted});
  tasks.add("line", Reach{.frame = place(), .target = test::random_vector(random, 1), .axes = Axes::xy()});
  tasks.add("orient", Orient{.frame = place(), .target = Quat(test::random_rotation(random)), .in = tilted});
  tasks.add("mass", CenterOfMass{.target = test::random_vector(random, 1), .axes = Axes::xyz()});
  tasks.add("gaze", LookAt{.frame = place(), .target = test::random_vector(random, 3)});
  return tasks;
}

TEST(TaskStack, CurvatureMatchesFiniteDifferencesOfTheJacobianForEveryJointType) {
  Random random(3);
  for (int trial = 0; trial < test::scaled(300); ++trial) {
    Figure figure = test::random_figure(
        random, {.segments = 2 + trial % 8, .free_root = trial % 2 == 0, .massless = 0.0});
    Posture posture = test::random_posture(random, figure);
    if (trial % 3 == 0) {
      Edited edited =
          re_root(figure, posture, figure.segment_name(test::random_segment(random, figure))).value();
      figure = edited.figure;
      posture = edited.posture;
    }
    if (figure.dof_count() == 0) continue;
    TaskStack stack(figure, tasks_of_every_kind(random, figure));
    stack.look_at(posture);
    VecX lambda = VecX::Zero(stack.rows());
    for (Eigen::Index r = 0; r < lambda.size(); ++r) lambda[r] = test::uniform(random, -1, 1);
    MatrixXd curvature;
    stack.curvature(lambda, curvature);
    TaskStack other(figure, stack.tasks());
    const MatrixXd expected = test::finite_differences(figure, posture, [&](const Posture& there) -> VecX {
      other.look_at(there);
      return other.jacobian().transpose() * lambda;
    });
    // Near a half turn the orientation task changes fast, and differences with it.
    const double size = 1.0 + expected.cwiseAbs().maxCoeff();
    ASSERT_LT((curvature - expected).cwiseAbs().maxCoeff() / size, 1e-6) << "trial " << trial;
    VecX direction = test::random_step(random, figure, 1.0), product(direction.size());
    stack.product(lambda, direction, product);
    ASSERT_LT((product - curvature * direction).norm() / (size * (1.0 + direction.norm())), 1e-3);
  }
}

TEST(TaskStack, ProductsOfHingesAreExact) {
  const Figure chain = models::bare_chain({.links = 7, .length = 7, .mass = 3.0});
  Random random(4);
  for (int trial = 0; trial < 50; ++trial) {
    TaskList tasks;
    tasks.add("tip", Reach{.frame = chain.frame("trunk.tip")});
    tasks.add("middle", Reach{.frame = Place::on_segment(SegmentId{chain.segment_count() / 2}, Vec3(0, 0, 0)),
                              .axes = Axes::xy()});
    tasks.add("mass", CenterOfMass{});
    TaskStack stack(chain, tasks);
    stack.look_at(test::random_posture(random, chain));
    const VecX lambda = test::random_step(random, chain, 1.0).head(stack.rows());
    VecX product;
    MatrixXd curvature;
    stack.curvature(lambda, curvature);
    const VecX direction = test::random_step(random, chain, 1.0);
    stack.product(lambda, direction, product);
    EXPECT_LT((product - curvature * direction).norm(), 1e-12 * (1.0 + curvature.norm()));
    EXPECT_LT((curvature - curvature.transpose()).norm(), 1e-12 * (1.0 + curvature.norm()));
  }
}

TEST(MeasuredPosture, GradientAndSecondDerivativesMatchDifferences) {
  Random random(5);
  for (int trial = 0; trial < test::scaled(100); ++trial) {
    const Figure figure =
        test::random_figure(random, {.segments = 2 + trial % 8, .free_root = trial % 2 == 0});
    if (figure.dof_count() == 0) continue;
    PostureMeasure wanted{.reference = test::random_posture(random, figure), .power = trial % 2 == 0 ? 2 : 4};
    MeasuredPosture measure(figure, wanted), other(figure, wanted);
    // Not far: a half turn away there are two ways back.
    Posture posture = wanted.reference;
    integrate(figure, test::random_step(random, figure, 0.8), posture);
    measure.look_at(posture);
    const MatrixXd slope = test::finite_differences(figure, posture, [&](const Posture& there) -> VecX {
      other.look_at(there);
      return VecX::Constant(1, other.value());
    });
    EXPECT_LT((slope.transpose() - measure.gradient()).norm(), 1e-6 * (1.0 + slope.norm())) << trial;
    const MatrixXd expected = test::finite_differences(figure, posture, [&](const Posture& there) -> VecX {
      other.look_at(there);
      return other.gradient();
    });
    MatrixXd hessian;
    measure.hessian(hessian);
    const double floor =
        std::max(MeasuredPosture::floor_share * expected.diagonal().maxCoeff(), MeasuredPosture::least_floor);
    for (Eigen::Index i = 0; i < hessian.rows(); ++i) {
      for (Eigen::Index k = 0; k < hessian.cols(); ++k) {
        if (i == k && expected(i, i) < floor) continue;
        EXPECT_NEAR(hessian(i, k), expected(i, k), 1e-6 * (1.0 + expected.norm())) << trial;
      }
    }
  }
}

// All methods at one posture.
struct Situation {
  Figure figure;
  TaskStack stack;
  MeasuredPosture measure;
  VecX wanted;

  Situation(Figure f, TaskList tasks, PostureMeasure m, const Posture& posture)
      : figure(f), stack(f, std::move(tasks)), measure(f, std::move(m)) {
    stack.look_at(posture);
    measure.look_at(posture);
    wanted = VecX::LinSpaced(stack.rows(), -0.4, 0.7);
  }
  VecX velocity(RedundancyMethod method, double gain) {
    Redundancy redundancy(method, figure.dof_count(), gain);
    MatrixXd full;
    measure.hessian(full);
    return redundancy.velocity(
        stack, wanted, {measure.gradient(), measure.diagonal(), measure.is_diagonal() ? nullptr : &full},
        0.002);
  }
};

void expect_exact_methods_agree(Situation& s, const char* what) {
  const VecX original = s.velocity(RedundancyMethod::original, 10),
             first = s.velocity(RedundancyMethod::klein_first, 10),
             second = s.velocity(RedundancyMethod::klein_second, 10);
  EXPECT_LT((first - original).norm(), 1e-9 * original.norm()) << what;
  EXPECT_LT((second - original).norm(), 1e-9 * original.norm()) << what;
  EXPECT_LT((first - second).norm(), 1e-9 * original.norm()) << what;
  EXPECT_LT((s.stack.jacobian() * second - s.wanted).norm(), 1e-9) << what;
}

TEST(Redundancy, KleinsFormsEqualTheOriginal) {
  Random random(6);
  for (int trial = 0; trial < 6; ++trial) {
    const Figure arm = models::bare_chain({.links = 8, .length = 8, .planar = true});
    TaskList tasks;
    tasks.add("tip", Reach{.frame = arm.frame("trunk.tip"), .axes = Axes::xy()});
    Situation flat(arm, tasks, {.power = trial % 2 == 0 ? 2 : 4}, test::random_posture(random, arm));
    expect_exact_methods_agree(flat, "planar arm");
    const Figure trunk = models::bare_chain({.links = 4, .length = 4});
    TaskList both;
    both.add("tip", Reach{.frame = trunk.frame("trunk.tip")});
    both.add("turn",
             Orient{.frame = trunk.frame("trunk.tip"), .target = Quat(test::random_rotation(random))});
    Situation turned(trunk, both, {}, test::random_posture(random, trunk));
    expect_exact_methods_agree(turned, "position and orientation");
  }
}

// [W J^T; J 0] [qd; mu] = [-gain grad g; xd] as dense algebra. `repeatable` comes nearer to its solution with
// every call at a posture.
VecX dense_equation(Situation& s, double gain, double& least_curvature) {
  const RowMatrix& j = s.stack.jacobian();
  const Eigen::Index n = j.cols(), m = j.rows();
  const VecX& gradient = s.measure.gradient();
  const VecX lambda = (j * j.transpose()).eval().ldlt().solve(j * gradient);
  MatrixXd curvature, hessian = s.measure.diagonal().asDiagonal();
  s.stack.curvature(lambda, curvature);
  const MatrixXd w = hessian - curvature, free = Eigen::FullPivLU<MatrixXd>(j).kernel();
  least_curvature = Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd>(free.transpose() * w * free,
                                                                       free.transpose() * hessian * free)
                        .eigenvalues()[0];
  MatrixXd all = MatrixXd::Zero(n + m, n + m);
  all.topLeftCorner(n, n) = w;
  all.topRightCorner(n, m) = j.transpose();
  all.bottomLeftCorner(m, n) = j;
  VecX right(n + m);
  right << -gain * gradient, s.wanted;
  return all.fullPivLu().solve(right).head(n);
}

// Situations away from the optimum, with uneven weights, at which the best posture is firmly one.
template <class Look>
void for_uneven_situations(int seed, Look&& look) {
  Random random(seed);
  int found = 0;
  for (int trial = 0; trial < 400 && found < 60; ++trial) {
    const Figure arm = models::bare_chain({.links = 8, .length = 1, .planar = trial % 2 == 0});
    TaskList tasks;
    tasks.add("tip",
              Reach{.frame = arm.frame("trunk.tip"), .axes = trial % 2 == 0 ? Axes::xy() : Axes::xyz()});
    PostureMeasure measure;
    for (int i = 0; i < arm.dof_count(); ++i)
      measure.weights.push_back(std::exp(test::uniform(random, -2, 2)));
    Posture posture = arm.rest_posture();
    integrate(arm, test::random_step(random, arm, 0.5), posture);
    Situation s(arm, tasks, measure, posture);
    double least = 0.0;
    const VecX exact = dense_equation(s, 10.0, least);
    if (!(least > 2.0 * Redundancy::firm)) continue;
    ++found;
    look(s, exact, measure);
  }
  ASSERT_GE(found, 20);
}

TEST(Redundancy, RepeatableSolvesTheEquationThatIsWrittenDown) {
  for_uneven_situations(21, [](Situation& s, const VecX& exact, const PostureMeasure&) {
    Redundancy redundancy(RedundancyMethod::repeatable, s.figure.dof_count(), 10.0);
    VecX found;
    for (int call = 0; call < 10'000; ++call)
      found = redundancy.velocity(s.stack, s.wanted, {s.measure.gradient(), s.measure.diagonal()}, 0.002);
    EXPECT_LT((found - exact).norm(), 1e-10 * exact.norm());
    EXPECT_LT((s.velocity(RedundancyMethod::klein_second, 10.0) - exact).norm(), 1e-10 * exact.norm());
  });
}

// It is the right equation: along its solution |G| falls by exp(-gain t), measured by differences. (With
// multipliers weighted by the inverse of H what falls so is another length, and |G| may even grow.)
TEST(Redundancy, AlongThatEquationTheFreeGradientFallsAsTheGainSays) {
  for_uneven_situations(22, [](Situation& s, const VecX& exact, const PostureMeasure& measure) {
    const auto after = [&](double time) {
      Posture posture = s.stack.posture();
      integrate(s.figure, time * exact, posture);
      Situation there(s.figure, s.stack.tasks(), measure, posture);
      return std::log(free_gradient_length(there.stack.jacobian(), there.measure.gradient()));
    };
    constexpr double h = 1e-6;
    EXPECT_NEAR((after(h) - after(-h)) / (2.0 * h), -10.0, 1e-4);
  });
}

TEST(Redundancy, SimplifiedIsThePseudoInverseForSquares) {
  Random random(7);
  for (int trial = 0; trial < 50; ++trial) {
    const Figure arm = models::bare_chain({.links = 10, .length = 1, .planar = trial % 2 == 0});
    TaskList tasks;
    tasks.add("tip", Reach{.frame = arm.frame("trunk.tip"), .axes = Axes::xy()});
    Situation s(arm, tasks, {}, test::random_posture(random, arm));
    // g = sum q^2 has H = 2 I: the gains differ by that factor.
    const VecX simplified = s.velocity(RedundancyMethod::simplified, 10),
               gradient = s.velocity(RedundancyMethod::pseudo_inverse, 5);
    EXPECT_LT((simplified - gradient).norm(), 1e-12 * gradient.norm());
  }
}

TEST(Redundancy, BasesStayOrthonormalAndContinuous) {
  const Figure arm = models::bare_chain({.links = 10, .length = 1, .planar = true});
  TaskList tasks;
  tasks.add("tip", Reach{.frame = arm.frame("trunk.tip"), .axes = Axes::xy()});
  TaskStack stack(arm, tasks);
  Posture q = arm.rest_posture();
  q.values.setConstant(0.2);
  stack.look_at(q);
  MatrixXd basis = null_space_basis(stack.jacobian()), projected = basis;
  for (int k = 0; k < 1000; ++k) {
    q.values[k % 10] += 0.002 * ((k * 13 % 7) - 2.6);
    stack.look_at(q);
    const MatrixXd next = NearestBasis(stack.jacobian(), basis).basis();
    ASSERT_LT((next - basis).norm(), 0.05);
    ASSERT_LT((next.transpose() * next - MatrixXd::Identity(8, 8)).norm(), 1e-12);
    // The paper's equation 21, a projection, shrinks the columns little by little.
    const MatrixXd fresh = null_space_basis(stack.jacobian());
    projected = fresh * (fresh.transpose() * projected);
    basis = next;
  }
  EXPECT_GT((projected.transpose() * projected - MatrixXd::Identity(8, 8)).norm(), 1e-4);
}

// Five hinges and six rows: nothing is left for a criterion, and no method stumbles.
TEST(Redundancy, RowsMayOutnumberJoints) {
  Random random(9);
  const Figure arm = models::bare_chain({.links = 5, .length = 5, .planar = true});
  TaskList tasks;
  tasks.add("tip", Reach{.frame = arm.frame("trunk.tip")});
  tasks.add("turn", Orient{.frame = arm.frame("trunk.tip"), .target = Quat(test::random_rotation(random))});
  Situation s(arm, tasks, {}, test::random_posture(random, arm));
  for (std::size_t method = 0; method < std::size(redundancy_words); ++method)
    EXPECT_TRUE(s.velocity(static_cast<RedundancyMethod>(method), 10).allFinite())
        << redundancy_words[method];
}

// The short way to a basis nearby finds what turning a new one finds, and so do differences of what is seen.
TEST(NullSpace, TheNearestBasisIsTheOneThatTurningFinds) {
  Random random(8);
  for (int trial = 0; trial < 40; ++trial) {
    const int n = 4 + trial % 9, m = 1 + trial % 3;
    const RowMatrix here = RowMatrix::NullaryExpr(m, n, [&] { return test::uniform(random, -1, 1); });
    const RowMatrix change = RowMatrix::NullaryExpr(m, n, [&] { return test::uniform(random, -1, 1); });
    const MatrixXd basis = null_space_basis(here);
    const VecX gradient = VecX::NullaryExpr(n, [&] { return test::uniform(random, -1, 1); });
    for (const double far : {0.0, 1e-5, 1e-2, 0.1}) {
      const RowMatrix there = here + far * change;
      const NearestBasis nearest(there, basis);
      if (!nearest.is_near()) continue;
      const MatrixXd turned = aligned(null_space_basis(there), basis);
      EXPECT_LT((nearest.basis() - turned).norm(), 1e-12) << n << " " << m << " " << far;
      EXPECT_LT((there * nearest.basis()).norm(), 1e-12);
      const VecX seen = basis.transpose() * gradient;
      EXPECT_LT((nearest.change(gradient, seen) + seen - turned.transpose() * gradient).norm(), 1e-12);
    }
    EXPECT_TRUE(NearestBasis(here, basis).is_near());
  }
  // At a right angle there is none.
  const RowMatrix along_x = RowMatrix::Identity(1, 2);
  EXPECT_FALSE(NearestBasis(along_x, MatrixXd::Identity(2, 1)).is_near());
}

const std::vector<Vec3> centers = {
    {0.45, 0.25, 0}, {0.3, 0.3, 0}, {0.6, 0.2, 0}, {0.2, 0.45, 0}, {0.55, -0.2, 0}};

double median_rms(CircleRun run) {
  std::vector<double> all;
  for (const Vec3& center : centers) {
    run.center = center;
    all.push_back(draw_circles(run).rms);
  }
  std::sort(all.begin(), all.end());
  return all[all.size() / 2];
}

TEST(Circles, ExactMethodsTrackTheOptimumAndThePseudoInverseDoesNot) {
  const double exact = median_rms({.method = RedundancyMethod::klein_second}),
               estimated = median_rms({.method = RedundancyMethod::estimated}),
               gradient = median_rms({.method = RedundancyMethod::pseudo_inverse}),
               ours = median_rms({.method = RedundancyMethod::repeatable});
  RecordProperty("exact", std::to_string(exact));
  std::printf("median rms |G|: exact %.3g estimated %.3g pseudo-inverse %.3g repeatable %.3g\n", exact,
              estimated, gradient, ours);
  EXPECT_LE(exact, 1e-4);
  EXPECT_LE(estimated, 2e-3);
  EXPECT_GE(gradient, 10.0 * estimated);
  EXPECT_LE(ours, 2.0 * exact);
}

TEST(Circles, ClosePerCycleButForThePlainPseudoInverse) {
  EXPECT_GE(draw_circles({.gain = 0.0}).closure(), 1e-2);
  for (const RedundancyMethod method :
       {RedundancyMethod::pseudo_inverse, RedundancyMethod::simplified, RedundancyMethod::estimated,
        RedundancyMethod::klein_second, RedundancyMethod::repeatable})
    EXPECT_LT(draw_circles({.method = method}).closure(), 1e-6) << static_cast<int>(method);
}

TEST(Circles, ThirtyWeightedJoints) {
  CircleRun run{.joints = 30};
  run.measure.weights.assign(30, 1.0);
  for (std::size_t i = 0; i < 8; ++i) run.measure.weights[i] = 10.0;  // quiet near the base
  // One gain must serve all weights: gain * 2 * max(w) * dt < 2.
  run.method = RedundancyMethod::pseudo_inverse;
  const double gradient = draw_circles(run).rms;
  run.method = RedundancyMethod::estimated;
  const double estimated = draw_circles(run).rms;
  run.method = RedundancyMethod::repeatable;
  const double ours = draw_circles(run).rms;
  std::printf("30 joints, weighted: pseudo-inverse %.3g estimated %.3g repeatable %.3g\n", gradient,
              estimated, ours);
  EXPECT_GE(gradient, 8.0 * estimated);
  EXPECT_LE(ours, estimated);
}

TEST(Circles, OursIsAsRepeatableAsTheExactMethodOnLongArms) {
  for (const int joints : {30, 90}) {
    CircleRun run{.joints = joints};
    run.method = RedundancyMethod::repeatable;
    const double ours = draw_circles(run).rms;
    run.method = RedundancyMethod::klein_second;
    const double exact = draw_circles(run).rms;
    std::printf("%d joints: rms |G| exact %.3g repeatable %.3g\n", joints, exact, ours);
    EXPECT_LE(ours, 2.0 * exact) << joints;
  }
}

TEST(Redundancy, TheCheapMethodsAllocateNothing) {
  const Figure arm = models::bare_chain({.links = 30, .length = 30});
  TaskList tasks;
  tasks.add("tip", Reach{.frame = arm.frame("trunk.tip")});
  TaskStack stack(arm, tasks);
  MeasuredPosture measure(arm, {});
  Posture posture = arm.rest_posture();
  posture.values.setConstant(0.05);
  const VecX wanted = Vec3(0.1, 0.2, 0.3);
  for (const RedundancyMethod method :
       {RedundancyMethod::pseudo_inverse, RedundancyMethod::simplified, RedundancyMethod::repeatable}) {
    Redundancy redundancy(method, arm.dof_count(), 10.0);
    const auto step = [&] {
      stack.look_at(posture);
      measure.look_at(posture);
      redundancy.velocity(stack, wanted, {measure.gradient(), measure.diagonal()}, 0.002);
    };
    step();
    const test::AllocationCounter counter;
    step();
    EXPECT_EQ(counter.count(), 0u) << static_cast<int>(method);
  }
}

}  // namespace
}  // namespace limber
