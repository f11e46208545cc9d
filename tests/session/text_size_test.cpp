// How much text a scene is said to make, beside what is written.

#include "limber/session/state/text_size.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "random_session.h"
#include "small_scene.h"

namespace limber::test {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

// Said may be more than written, never much less: the limits have room for the difference.
void expect_close(double said, std::size_t size, const std::string& what) {
  const auto written = static_cast<double>(size);
  EXPECT_GT(said, 0.95 * written) << what << ": " << said << " said, " << written << " written";
  EXPECT_LT(said, 2.5 * written + 8000.0) << what << ": " << said << " said, " << written << " written";
}

void expect_size(const Scene& scene, const std::string& what) {
  const State state{.scene = scene};
  Session session(scene);
  const std::vector<std::string> messages = session.all_messages();
  expect_close(told_size(state).bytes, messages.at(0).size() + messages.at(1).size(), what + ", told");
  expect_close(written_size(state).bytes, session.backup().size(), what + ", written");
}

TEST(TextSize, IsAboutWhatIsWrittenOfShippedScenes) {
  for (const fs::directory_entry& entry : fs::directory_iterator(fs::path(LIMBER_SOURCE_DIR) / "scenes")) {
    if (entry.path().extension() == ".json")
      expect_size(load_scene(entry.path()).value(), entry.path().filename().string());
  }
}

TEST(TextSize, IsAboutWhatIsWrittenOfRandomFiguresWithManyThings) {
  Random random(20261130);
  for (int round = 0; round < 10; ++round) {
    Scene scene{.figure = random_figure(random, {.segments = 40, .limits = true})};
    scene.posture = scene.figure.rest_posture();
    scene.avoidance.technique = Technique::off;
    for (int i = 0; i < 100; ++i) {
      scene.world.add("box \"\x01 " + std::to_string(i),
                      Box{random_vector(random, 3.0), Vec3::Constant(0.1 + uniform(random, 0.0, 1.0)),
                          random_rotation(random)});
      scene.keys.push_back(
          {i + 1, 1.0 * i, inside_limits(scene.figure, random_posture(random, scene.figure))});
    }
    scene.criteria.push_back({.name = "", .criterion = ReferencePosture{scene.keys[3].posture}});
    for (int i = 0; i < 50; ++i) {
      scene.tasks.add("reach " + std::to_string(i),
                      Reach{.frame = FrameId{i % 40}, .target = random_vector(random, 2.0)});
    }
    SampledCurve curve;
    for (int i = 0; i < 1000; ++i) {
      curve.times.push_back(i + uniform(random, 0.0, 0.9));
      curve.points.push_back(random_vector(random, 1.0));
    }
    scene.paths.set(scene.tasks.begin()->number, TargetPath(std::move(curve)));
    expect_size(scene, "round " + std::to_string(round));
  }
}

// Steps move the figure without asking for limits: what was accepted at rest can be read again anywhere.
TEST(TextSize, IsTheSameWhereverTheFigureHasMoved) {
  Random random(20261119);
  for (const char* file : {"elephant.json", "human.json", "panda-like.json"}) {
    State state{.scene = {.figure = load_figure(fs::path(LIMBER_SOURCE_DIR) / "models" / file).value()}};
    const Figure& figure = state.scene.figure;
    state.scene.posture = figure.rest_posture();
    const double at_rest = written_size(state).bytes;
    state.scene.posture = inside_limits(figure, random_posture(random, figure));
    EXPECT_EQ(written_size(state).bytes, at_rest) << file;
    expect_close(at_rest, Session(state.scene).backup().size(), file);
  }
}

TEST(TextSize, NamesWhatTakesMost) {
  State state{.scene = small_scene()};
  state.scene.world.obstacles.front().name = std::string(100'000, 'x');
  EXPECT_EQ(written_size(state).most_of, "obstacles");
  EXPECT_EQ(told_size(state).most_of, "obstacles");
  for (int i = 0; i < 1000; ++i) state.scene.tasks.add("task " + std::to_string(i), Reach{});
  EXPECT_EQ(written_size(state).most_of, "tasks");
}

// The page draws the line of a path and moves short paths as a whole; each change of the scene would send all
// samples of a long one.
TEST(TextSize, LongRecordingsAreToldWithoutTheirSamples) {
  const auto told = [](int count) {
    SampledCurve curve;
    curve.period = 1e4;
    for (int i = 0; i < count; ++i) {
      curve.times.push_back(i);
      curve.points.emplace_back(i, 0.0, 0.0);
    }
    Scene scene = small_scene();
    scene.paths.set("ball", TargetPath(std::move(curve)));
    Session session(scene);
    return scene_of(session).at("paths").at(0);
  };
  EXPECT_EQ(told(2000).at("path").at("recorded").at("points").size(), 2000u);
  const json path = told(2001);
  EXPECT_EQ(path.at("path").at("recorded"),
            json({{"times", json::array()}, {"points", json::array()}, {"samples", 2001}, {"period", 1e4}}));
  EXPECT_GT(path.at("line").size(), 50u);
}

}  // namespace
}  // namespace limber::test
