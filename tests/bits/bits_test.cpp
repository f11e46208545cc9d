// The same input gives the same bits: hashes written down once, in tests/bits/bits.json, for whoever runs this
// with another compiler, optimisation or processor (docs/decisions/0003, tools/bits.sh). They change with the
// solver's arithmetic: LIMBER_WRITE_SAMPLES=1 writes them anew.

#include <gtest/gtest.h>

#include <bit>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

#include "batch/batch_figures.h"
#include "limber/math/portable.h"
#include "limber/session/recording.h"
#include "limber/session/time/posture_hash.h"
#include "session/random_session.h"
#include "support/temporary_folder.h"

namespace limber::test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// Compares hashes by name with those written down, or writes them down.
void expect_as_written(const std::string& kind, const Json& now) {
  const fs::path file = fs::path(LIMBER_SOURCE_DIR) / "tests/bits/bits.json";
  Json written = Json::parse(contents_of(file));
  if (std::getenv("LIMBER_WRITE_SAMPLES")) {
    written[kind] = now;
    std::ofstream(file) << written.dump(2) << "\n";
  }
  for (const auto& [name, hash] : now.items()) {
    EXPECT_EQ(hash, written.at(kind).value(name, "")) << kind << ", " << name;
  }
  EXPECT_EQ(now.size(), written.at(kind).size()) << kind;
}

// Inputs are sums and products of whole numbers, so that they are the same bits everywhere, too.
TEST(Bits, OfElementaryFunctions) {
  Posture results;
  results.values.resize(40001 * 10);
  Eigen::Index count = 0;
  for (int i = -20000; i <= 20000; ++i) {
    const double x = i * 0x1.8p-9 + 0x1p-20 * (i % 7), y = 0.37 * (i % 113) - 11.0;
    for (const double result :
         {portable::sin(x), portable::cos(1e3 * x), portable::sin(1e9 * x), portable::tan(x),
          portable::atan2(y, x), portable::acos(x / 128.0), portable::hypot(x, y), portable::exp(x),
          portable::expm1(x / 64.0), portable::pow(x, i % 9)}) {
      results.values[count++] = result;
    }
  }
  PostureHash hash;
  hash.add(results);
  expect_as_written("functions", {{"all of limber::portable", hash_text(hash.value())}});
}

TEST(Bits, OfStepsInEveryShippedScene) {
  std::set<std::string> scenes;
  for (const auto& entry : fs::directory_iterator(fs::path(LIMBER_SOURCE_DIR) / "scenes")) {
    if (entry.path().extension() == ".json") scenes.insert("scenes/" + entry.path().filename().string());
  }
  Json bits;
  for (const std::string& scene : scenes) {
    Session session = shipped_session(scene);
    PostureHash hash;
    for (int i = 0; i < 120; ++i) {
      session.step(0.0);
      hash.add(session.posture());
    }
    bits[scene] = hash_text(hash.value());
  }
  expect_as_written("steps", bits);
}

// A user who drags, edits and changes techniques at random, the same one every time.
TEST(Bits, OfSessionsOfARandomUser) {
  Json bits;
  for (const char* scene : {"scenes/elephant.json", "scenes/human-standing.json", "scenes/panda.json",
                            "scenes/snake.json", "scenes/planar-chain.json"}) {
    Session session = shipped_session(scene);
    Random random(20);
    RandomUser user(session, random);
    PostureHash hash;
    for (int i = 0; i < 60; ++i) {
      user.act();
      for (int step = uniform_int(random, 0, 6); step > 0; --step) session.step(0.0);
      hash.add(session.posture());
    }
    bits[scene] = hash_text(hash.value());
  }
  expect_as_written("use", bits);
}

// As many problems at once as the processor has lanes for, on one thread and on several.
TEST(Bits, OfABatchOnAnyNumberOfThreads) {
  const Figure figure = panda();
  const FrameId frame = figure.frame("flange");
  auto goals = reachable_goals(figure, frame, 2000, 7);
  goals[9].position = Vec3(5, 0, 0);  // Solver answers what the batch solver does not reach
  for (const int threads : {1, 2, 5}) {
    const ManyReport report = solve_many(figure, frame, goals, {.threads = threads, .device = Device::cpu});
    PostureHash hash;
    for (std::size_t i = 0; i < goals.size(); ++i) hash.add(report.posture(i));
    expect_as_written("batch", {{"panda-like, 2000 goals", hash_text(hash.value())}});
  }
}

}  // namespace
}  // namespace limber::test
