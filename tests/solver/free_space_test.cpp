#include "limber/solver/least_squares/free_space.h"

#include <gtest/gtest.h>

#include "support/allocations.h"
#include "support/random_figure.h"
#include "support/scale.h"

namespace limber {
namespace {

using test::Random;
using test::scaled;

VecX random_vector(Random& random, int size) {
  VecX v(size);
  for (int i = 0; i < size; ++i) v[i] = test::uniform(random, -1, 1);
  return v;
}

class BothForms : public testing::TestWithParam<FreeSpace::Form> {
 protected:
  BothForms() { space.prepare(10, GetParam()); }
  VecX projected(VecX v) {
    space.project(v.data());
    return v;
  }
  FreeSpace space;
};

// Directions that differ from earlier ones by as little as 1e-8: what is left of them is mostly rounding.
TEST_P(BothForms, RemaindersAreOrthogonalToEverythingTakenOut) {
  Random random(121);
  for (int trial = 0; trial < scaled(3000); ++trial) {
    const int n = test::uniform_int(random, 2, 10), count = test::uniform_int(random, 1, n - 1);
    space.reset(n);
    std::vector<VecX> out;
    for (int i = 0; i < count; ++i) {
      VecX v = random_vector(random, n);
      if (i > 0) v = out.back() + std::pow(10.0, test::uniform(random, -8, 0)) * v;
      space.take_out(v.data());
      out.push_back(v);
    }
    ASSERT_EQ(space.taken(), count);
    const VecX z = random_vector(random, n), left = projected(z);
    for (const VecX& v : out) ASSERT_LT(std::abs(left.dot(v)), 1e-14 * n) << "trial " << trial;
    ASSERT_LT((projected(left) - left).norm(), 1e-14 * n);
    // What is taken out lies in what was asked for, which has no more dimensions.
    ASSERT_GT(left.norm(), 0);
    // What is left of the directions themselves is nothing.
    for (const VecX& v : out) ASSERT_LT(projected(v).norm(), 1e-14 * n) << "trial " << trial;
  }
}

TEST_P(BothForms, DependentDirectionsAreTakenOutOnce) {
  Random random(122);
  space.reset(6);
  const VecX a = random_vector(random, 6), b = random_vector(random, 6), nothing = VecX::Zero(6);
  const VecX again = 3 * a - 2 * b;
  for (const VecX& v : {a, b, again, a, nothing}) space.take_out(v.data());
  EXPECT_EQ(space.taken(), 2);
  for (int i = 0; i < 20; ++i) space.take_out(random_vector(random, 6).data());
  EXPECT_EQ(space.taken(), 6);
  EXPECT_LT(projected(random_vector(random, 6)).norm(), 1e-14);
}

TEST_P(BothForms, AllocateNothing) {
  Random random(123);
  VecX v = random_vector(random, 10);
  const test::AllocationCounter counter;
  space.reset(10);
  space.take_out(v.data());
  space.project(v.data());
  EXPECT_EQ(counter.count(), 0u);
}

INSTANTIATE_TEST_SUITE_P(FreeSpace, BothForms,
                         testing::Values(FreeSpace::Form::basis, FreeSpace::Form::full_projector),
                         [](const auto& form) {
                           return form.param == FreeSpace::Form::basis ? "basis" : "full_projector";
                         });

}  // namespace
}  // namespace limber
