// Which device automatic takes, for the batches that docs/gpu.md measured: seconds per problem are those of
// its table, the look at the answers included.

#include "limber/batch/choose_device.h"

#include <gtest/gtest.h>

namespace limber::test {

using batch::GpuSetUp;
using batch::is_gpu_sooner;
using batch::RestOfBatch;

namespace {

constexpr double arm = 0.22e-6, person = 1.0e-6, person_among_obstacles = 31e-6;  // [s] on 16 processors

RestOfBatch on_16(std::size_t problems, double seconds) {
  return {.problems = problems, .seconds_per_problem = seconds, .threads = 16, .lanes = 8};
}

}  // namespace

TEST(ChooseDevice, AnArmsGoalsAreSoonerOnProcessorsUntilThereAreMillions) {
  // The whole command takes 0.68 s on 16 processors and 1.6 s on the GPU.
  EXPECT_FALSE(is_gpu_sooner(on_16(200'000, arm), {}));
  EXPECT_FALSE(is_gpu_sooner(on_16(200'000, arm), {GpuSetUp::program_on_disk}));
  EXPECT_FALSE(is_gpu_sooner(on_16(1'000'000, arm), {}));
  EXPECT_TRUE(is_gpu_sooner(on_16(50'000'000, arm), {}));
  EXPECT_TRUE(is_gpu_sooner(on_16(1'000'000, arm), {GpuSetUp::running}));
}

TEST(ChooseDevice, WhatIsExpensiveGoesToTheGpuSooner) {
  EXPECT_FALSE(is_gpu_sooner(on_16(1'000'000, person), {}));
  EXPECT_TRUE(is_gpu_sooner(on_16(5'000'000, person), {}));
  EXPECT_TRUE(is_gpu_sooner(on_16(200'000, person_among_obstacles), {}));
  EXPECT_FALSE(is_gpu_sooner(on_16(20'000, person_among_obstacles), {}));
}

TEST(ChooseDevice, WhatIsSetUpAlreadyDecidesInBetween) {
  const RestOfBatch rest = on_16(2'500'000, person);
  EXPECT_FALSE(is_gpu_sooner(rest, {GpuSetUp::nothing}));
  EXPECT_TRUE(is_gpu_sooner(rest, {GpuSetUp::program_on_disk}));
  EXPECT_TRUE(is_gpu_sooner(rest, {GpuSetUp::running}));
}

TEST(ChooseDevice, ManyProcessorsNeedNoGpu) {
  RestOfBatch rest = on_16(200'000, person_among_obstacles);
  rest.threads = 128;
  EXPECT_FALSE(is_gpu_sooner(rest, {GpuSetUp::running}));
  rest.threads = 1;
  rest.seconds_per_problem *= 16.0;
  EXPECT_TRUE(is_gpu_sooner(rest, {}));
}

TEST(ChooseDevice, AGpuThatWasMeasuredIsTakenByThat) {
  const RestOfBatch rest = on_16(2'000'000, person);
  EXPECT_FALSE(is_gpu_sooner(rest, {GpuSetUp::running, 1.1}));
  EXPECT_TRUE(is_gpu_sooner(rest, {GpuSetUp::running, 0.9}));
  EXPECT_FALSE(is_gpu_sooner(rest, {GpuSetUp::running, 0.99}));
}

TEST(ChooseDevice, ABatchThatIsDoneNeedsNobody) {
  EXPECT_FALSE(is_gpu_sooner(on_16(0, person), {GpuSetUp::running}));
}

}  // namespace limber::test
