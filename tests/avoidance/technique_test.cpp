// Every technique against its equation, on random figures in random postures near random obstacles.

#include "limber/avoidance/technique.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "avoidance/document_techniques.h"
#include "avoidance/situation.h"
#include "support/allocations.h"
#include "support/scale.h"

namespace limber {
namespace {

using test::DenseProblem;
using test::Random;
using test::random_situation;
using test::scaled;
using test::Situation;

class EveryTechnique : public testing::TestWithParam<Technique> {};

INSTANTIATE_TEST_SUITE_P(Documents, EveryTechnique, testing::ValuesIn(test::document_techniques()),
                         [](const auto& of) { return test::technique_name(of); });

TEST_P(EveryTechnique, SolvesItsEquation) {
  Random random(11);
  int compared = 0;
  for (int i = 0; i < scaled(2000); ++i) {
    const Situation s = random_situation(random, GetParam());
    const DenseProblem dense = s.dense();
    if (test::has_doubtful_rank(dense.j) || test::has_doubtful_rank(dense.contact_rows.front())) continue;
    ++compared;
    const auto technique = s.technique();
    const VecX expected = test::dense_answer(dense);
    const VecX dq = s.answer(*technique);
    ASSERT_LE((dq - expected).cwiseAbs().maxCoeff(), 1e-8 * (1.0 + expected.cwiseAbs().maxCoeff()))
        << "case " << i << "\n"
        << dq.transpose() << "\n"
        << expected.transpose();
  }
  EXPECT_GT(compared, scaled(2000) * 9 / 10);
}

TEST_P(EveryTechnique, IsPlainTrackingWhereNothingIsNear) {
  Random random(12);
  for (int i = 0; i < scaled(200); ++i) {
    Situation s = random_situation(random, GetParam());
    const auto technique = s.technique();
    s.contacts.clear();
    ASSERT_LE((s.answer(*technique) - s.dense().tracked()).cwiseAbs().maxCoeff(), 1e-10);
  }
}

TEST_P(EveryTechnique, AllocatesNothing) {
  Random random(13);
  for (int i = 0; i < 20; ++i) {
    const Situation s = random_situation(random, GetParam());
    const auto technique = s.technique();
    VecX dq = VecX::Zero(s.figure.dof_count());
    const test::AllocationCounter counter;
    for (int k = 0; k < 3; ++k) technique->displace(s.question(), dq);
    technique->forget();
    EXPECT_EQ(counter.count(), 0u);
  }
}

TEST_P(EveryTechnique, AnswersTheSameAgainOnceItHasForgotten) {
  Random random(14);
  for (int i = 0; i < scaled(100); ++i) {
    const Situation s = random_situation(random, GetParam());
    const auto technique = s.technique();
    const VecX first = s.answer(*technique);
    for (int k = 0; k < 3; ++k) s.answer(*technique);
    technique->forget();
    EXPECT_EQ(s.answer(*technique), first);
  }
}

// With the exact projector nothing of the push reaches the tasks; with the damped one it does.
TEST(Projector, ExactLeavesTheTasksAloneAndDampedLeaks) {
  Random random(15);
  double worst_exact = 0.0, worst_damped = 0.0;
  for (int i = 0; i < scaled(1000); ++i) {
    Situation s = random_situation(random, i % 2 == 0 ? Technique::objective : Technique::cost);
    s.options.damping = 0.3;
    s.options.objective_longest_turn = s.options.cost_longest_turn = 0.3;
    const VecX tracked = s.dense().tracked();
    s.options.damped_projector = false;
    worst_exact =
        std::max(worst_exact, (s.jacobian * (s.answer(*s.technique()) - tracked)).lpNorm<Eigen::Infinity>());
    s.options.damped_projector = true;
    worst_damped =
        std::max(worst_damped, (s.jacobian * (s.answer(*s.technique()) - tracked)).lpNorm<Eigen::Infinity>());
  }
  EXPECT_LT(worst_exact, 1e-12);
  EXPECT_GT(worst_damped, 1e-2);
}

}  // namespace
}  // namespace limber
