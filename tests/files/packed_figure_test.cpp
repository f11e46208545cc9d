// A figure that a child process read arrives to the last bit, and damaged bytes are refused.

#include "limber/files/packed_figure.h"

#include <gtest/gtest.h>

#include <bit>
#include <random>

#include "files_support.h"
#include "limber/files/files.h"
#include "limber/files/foreign_apart.h"
#include "random_robot.h"
#include "support/random_figure.h"
#include "support/scale.h"

namespace limber {
namespace {

using namespace test;

void expect_same_bits(const MovingFigure& one, const MovingFigure& other) {
  EXPECT_EQ(packed(one), packed(other));
  EXPECT_TRUE(one.figure.description() == other.figure.description());
  EXPECT_EQ(one.motion, other.motion);
  EXPECT_EQ(one.warnings, other.warnings);
}

std::vector<MovingFigure> samples() {
  std::vector<MovingFigure> all;
  const std::filesystem::path models = std::filesystem::path(LIMBER_SOURCE_DIR) / "models";
  for (const char* file : {"pip.glb", "human.json", "elephant.json", "panda-like.json"}) {
    const Loaded loaded = load_file(models / file).value();
    all.push_back({loaded.scene.figure, loaded.motion, loaded.warnings});
  }
  Random random(5);
  for (int k = 0; k < scaled(50); ++k) {
    Figure figure = random_figure(random);
    Motion motion{
        .name = "m", .times = {0.0, 0.5}, .postures = {figure.rest_posture(), figure.rest_posture()}};
    all.push_back({std::move(figure), std::move(motion), {"a", "", "b"}});
  }
  for (unsigned k = 0; k < 20; ++k) {
    all.push_back({parse_urdf(RobotWriter(k).robot(12).text, "r").value(), {}});
  }
  return all;
}

TEST(PackedFigure, EveryBitArrives) {
  for (const MovingFigure& sample : samples()) {
    const std::optional<MovingFigure> arrived = unpacked_figure(packed(sample));
    ASSERT_TRUE(arrived) << sample.figure.name();
    expect_same_bits(*arrived, sample);
  }
}

TEST(PackedFigure, TheSkinAndItsMeshArrive) {
  const Loaded loaded = load_file(std::filesystem::path(LIMBER_SOURCE_DIR) / "models/pip.glb").value();
  const auto& skin = loaded.scene.figure.description().skin.skin;
  ASSERT_NE(skin, nullptr);
  const auto arrived = unpacked_figure(packed({loaded.scene.figure, {}})).value();
  const auto& other = arrived.figure.description().skin.skin;
  ASSERT_NE(other, nullptr);
  EXPECT_EQ(other->mesh->hash, skin->mesh->hash);
  EXPECT_EQ(other->mesh->points, skin->mesh->points);
  EXPECT_EQ(other->mesh->influences, skin->mesh->influences);
  EXPECT_EQ(other->bones.size(), skin->bones.size());
}

TEST(PackedFigure, DamagedBytesAreRefusedOrAFigure) {
  std::mt19937_64 random(7);
  const std::vector<MovingFigure> all = samples();
  for (int round = 0; round < scaled(3000); ++round) {
    std::string bytes = packed(all[4 + random() % (all.size() - 4)]);
    for (std::uint64_t n = 1 + random() % 3; n > 0; --n)
      bytes[random() % bytes.size()] = static_cast<char>(random());
    if (random() % 3 == 0) bytes.resize(random() % bytes.size());
    (void)unpacked_figure(bytes);
  }
}

TEST(ReadApart, GivesWhatTheReaderGivesAndItsSentence) {
  const RandomRobot robot = RobotWriter(3).robot(10);
  const auto read = [&]() -> Expected<MovingFigure> {
    return MovingFigure{parse_urdf(robot.text, "r.urdf").value(), {}, {"w"}};
  };
  expect_same_bits(read_apart(read, "r.urdf").value(), read().value());
  const auto refused = [] { return Expected<MovingFigure>(Error{"r.urdf:3: wrong"}); };
  EXPECT_EQ(read_apart(refused, "r.urdf").error().message, "r.urdf:3: wrong");
  const auto broken = []() -> Expected<MovingFigure> { std::abort(); };
  EXPECT_EQ(read_apart(broken, "r.urdf").error().message, "r.urdf: its reader broke down");
}

TEST(ReadApart, EndsWhenNobodyWantsItAnyMore) {
  const std::atomic<bool> is_wanted = false;
  const auto endless = []() -> Expected<MovingFigure> {
    for (;;) ::pause();
  };
  EXPECT_EQ(read_apart(endless, "r.urdf", &is_wanted).error().message, "r.urdf: its reader was stopped");
}

}  // namespace
}  // namespace limber
