// What goes on around the kernels of a GPU, tested without one: shares, stages and copies give the answers of
// the processors; a GPU without memory, one that does not take the figure, and one that is lost in mid-run
// say so in one sentence, and the processors answer the rest with the same bits.

#include "stand_in_gpu.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "batch_figures.h"
#include "support/temporary_folder.h"

namespace limber::test {

namespace {

// Goals of the panda with some that cannot be reached or used among them.
class OnAStandInGpu : public testing::Test {
 protected:
  const Figure figure_ = panda();
  const FrameId flange_ = figure_.frame("flange");
  std::vector<PoseGoal> goals_;
  SolveManyOptions options_{.restarts = 40, .start = figure_.rest_posture()};
  batch::Problem problem_;
  ManyReport processors_;
  StandInGpu gpu_;

  void SetUp() override {
    goals_ = reachable_goals(figure_, flange_, 700, 12);
    goals_[3].position.x() = std::nan("");
    goals_[250].position = Vec3(4, 0, 0);
    goals_[600].orientation = Quat(0, 0, 0, 0);
    const FrameTask task{.frame = flange_};
    problem_ = batch::gather_problem(figure_, {&task, 1}, *options_.start, {.restarts = 40}).value();
    options_.device = Device::cpu;
    processors_ = solve_many(figure_, flange_, goals_, options_);
    options_.device = Device::gpu;
    gpu_.problem = &problem_;
  }

  ManyReport solve() {
    const ManyReport report = solve_many(figure_, flange_, goals_, options_);
    EXPECT_EQ(report.values, processors_.values);
    for (std::size_t i = 0; i < goals_.size(); ++i) {
      EXPECT_EQ(report.goals[i].status, processors_.goals[i].status) << "goal " << i;
      EXPECT_EQ(report.goals[i].restarts, processors_.goals[i].restarts) << "goal " << i;
    }
    return report;
  }
  // Besides those about the two goals that cannot be used.
  static std::vector<std::string> notes_about_the_gpu(const ManyReport& report) {
    std::vector<std::string> notes;
    for (const std::string& note : report.notes) {
      if (note.rfind("goal ", 0) != 0) notes.push_back(note);
    }
    return notes;
  }
};

}  // namespace

TEST_F(OnAStandInGpu, SharesOfABatchGiveTheAnswersOfTheProcessors) {
  for (const std::size_t share : {97U, 350U, 1000U}) {
    const WithStandInGpu with(gpu_, share);
    const ManyReport report = solve();
    EXPECT_EQ(report.device, Device::gpu);
    EXPECT_TRUE(notes_about_the_gpu(report).empty());
    EXPECT_EQ(report.notes.size(), 2u);
    EXPECT_EQ(stand_in_gpu().contexts, 1);
  }
  EXPECT_EQ(stand_in_gpu().contexts, 0);
}

TEST_F(OnAStandInGpu, WhatWasCompiledIsKeptForTheNextRun) {
  const TemporaryFolder folder;
  const auto compilations = [&] {
    const WithStandInGpu with(gpu_, 1000, folder.path().string());
    EXPECT_EQ(solve().device, Device::gpu);
    return stand_in_gpu().compilations;
  };
  EXPECT_EQ(compilations(), 1);
  EXPECT_EQ(compilations(), 0);
  for (const auto& kept : std::filesystem::directory_iterator(folder.path() / "limber-gpu"))
    std::filesystem::resize_file(kept, std::filesystem::file_size(kept) - 1);
  EXPECT_EQ(compilations(), 1) << "a file that was cut off";
  EXPECT_EQ(compilations(), 0);
}

TEST_F(OnAStandInGpu, WhatCannotBeKeptIsSaidInOneSentence) {
  const TemporaryFolder folder;
  folder.write("limber-gpu", "a file of somebody's");
  for (int run = 0; run < 2; ++run) {
    const WithStandInGpu with(gpu_, 97, folder.path().string());
    const std::string where = (folder.path() / "limber-gpu").string();
    EXPECT_EQ(notes_about_the_gpu(solve()),
              std::vector<std::string>{"compiled GPU programs are not kept: " + where + ": is not a folder"});
    EXPECT_EQ(stand_in_gpu().compilations, 1);
  }
  EXPECT_EQ(contents_of(folder.path() / "limber-gpu"), "a file of somebody's");
}

// Automatic: with so many goals to come that even a GPU without any program is worth it.
class ChosenByItself : public OnAStandInGpu {
 protected:
  void SetUp() override {
    OnAStandInGpu::SetUp();
    const std::vector<PoseGoal> some = goals_;
    while (goals_.size() < 6 * some.size()) goals_.insert(goals_.end(), some.begin(), some.end());
    options_.device = Device::cpu;
    processors_ = solve_many(figure_, flange_, goals_, options_);
    options_.device = Device::automatic;
    options_.to_come = 1'000'000'000;
  }
};

TEST_F(ChosenByItself, AGpuGivesTheAnswersOfTheProcessors) {
  const WithStandInGpu with(gpu_, 1000);
  EXPECT_EQ(solve().device, Device::gpu);
  EXPECT_EQ(stand_in_gpu().compilations, 1);
}

TEST_F(ChosenByItself, AGpuIsLeftAloneByABatchThatIsSoonDone) {
  options_.to_come = 0;
  const WithStandInGpu with(gpu_, 1000);
  EXPECT_EQ(solve().device, Device::cpu);
  EXPECT_EQ(stand_in_gpu().contexts, 0);
}

TEST_F(ChosenByItself, AGpuThatIsSlowerGetsOneShareAndIsNotAskedAgain) {
  gpu_.seconds_per_wait = 1.0;
  const WithStandInGpu with(gpu_, 1000);
  EXPECT_EQ(solve().device, Device::gpu);
  const int launches = stand_in_gpu().launches;
  EXPECT_LT(launches, 8);
  EXPECT_EQ(solve().device, Device::cpu);
  EXPECT_EQ(stand_in_gpu().launches, launches);
}

TEST_F(OnAStandInGpu, OneThatIsLostInMidRunIsASentenceAndTheProcessorsAnswerTheRest) {
  for (const int launches : {0, 1, 2, 5, 9}) {
    gpu_.launches_until_lost = launches;
    const WithStandInGpu with(gpu_, 97);
    const ManyReport report = solve();
    ASSERT_EQ(notes_about_the_gpu(report).size(), 1u);
    const std::string note = notes_about_the_gpu(report)[0];
    EXPECT_NE(note.find("on are solved on the CPU: the GPU stopped: it was lost"), std::string::npos) << note;
    // The next batch finds it gone, and the one after it back.
    EXPECT_EQ(notes_about_the_gpu(solve()),
              std::vector<std::string>{"solved on the CPU: the GPU cannot be used: it was lost"});
  }
}

TEST_F(OnAStandInGpu, OneThatComesBackIsUsedAgain) {
  gpu_.launches_until_lost = 5;
  const WithStandInGpu with(gpu_, 97);
  solve();
  stand_in_gpu().is_lost = false;
  stand_in_gpu().launches_until_lost = -1;
  const ManyReport again = solve();
  EXPECT_EQ(again.device, Device::gpu);
  EXPECT_TRUE(notes_about_the_gpu(again).empty());
}

TEST_F(OnAStandInGpu, WithoutMemoryWithoutDeviceTooSmallOrWithoutCodeItIsOneSentence) {
  const auto notes = [&](const StandInGpu& like) {
    const WithStandInGpu with(like);
    return notes_about_the_gpu(solve());
  };
  StandInGpu none = gpu_, full = gpu_, mute = gpu_;
  none.has_device = false;
  full.memory = 100'000;
  mute.compiles = false;
  using Notes = std::vector<std::string>;
  EXPECT_EQ(notes(none), Notes{"solved on the CPU: the NVIDIA driver found no GPU"});
  EXPECT_EQ(notes(full), Notes{"solved on the CPU: the GPU has no memory for 698 goals: out of memory"});
  EXPECT_EQ(notes(mute), Notes{"solved on the CPU: the GPU program did not compile: why"});
}

TEST(StandInGpuForAPerson, AFigureTooLargeForItsSharedMemoryIsOneSentence) {
  const Figure human = model("human");
  const FrameId hand = human.frame("hand.r");
  const FrameTask task{.frame = hand};
  const auto problem = batch::gather_problem(human, {&task, 1}, human.rest_posture(), {});
  StandInGpu gpu;
  gpu.problem = &*problem;
  gpu.shared_of_block = 500;
  const WithStandInGpu with(gpu);
  const PoseGoal goal{Vec3(0.3, -0.3, 1.2), std::nullopt};
  const ManyReport report = solve_many(human, hand, {&goal, 1}, {.device = Device::gpu});
  EXPECT_EQ(report.notes, std::vector<std::string>{
                              "solved on the CPU: the figure is too large for the GPU: a problem needs "
                              "1000 bytes of shared memory, a block has 500"});
  EXPECT_TRUE(report.goals[0].satisfied);
}

// Memory that earlier batches have given back is released before a batch is refused.
TEST_F(OnAStandInGpu, MemoryOfEarlierBatchesIsReleasedWhenThereIsNoMore) {
  gpu_.memory = 400'000;
  const WithStandInGpu with(gpu_, 2000);
  const std::vector<PoseGoal> few(goals_.begin(), goals_.begin() + 200);
  for (std::size_t n = 20; n <= 200; n += 20) {
    const ManyReport report = solve_many(figure_, flange_, std::span(few).first(n), options_);
    EXPECT_TRUE(notes_about_the_gpu(report).empty()) << n << " goals";
  }
}

}  // namespace limber::test
