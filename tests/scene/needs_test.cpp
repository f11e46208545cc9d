// What a scene is said to need is what it takes: the memory of the solver, of the techniques and of tracking,
// for chains large enough for the matrices to be most of it.

#include "limber/scene/needs.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>

#include "limber/avoidance/mover.h"
#include "limber/files/files.h"
#include "limber/motion/tracker.h"
#include "limber/scene/track_problem.h"
#include "support/bytes_in_use.h"

namespace limber::test {
namespace {

constexpr const char* free_ball = R"({"type": "ball"})";
constexpr const char* limited_ball =
    R"({"type": "ball", "swing": {"ellipse": [0.3, 0.3]}, "twist": [-0.3, 0.3]})";
constexpr const char* one_task = R"({"name": "tip", "type": "reach", "frame": "c.tip", "target": [1, 0, 1]})";

// A chain of spheres that keeps off nothing but obstacles.
Scene chain(int links, const std::string& joint, const std::string& tasks, const std::string& solver) {
  const std::string text =
      R"({"limber": 1, "figure": {"limber": 1, "name": "chain", "segments": [{"name": "base"}], "chains": [{"name": "c", )"
      R"("parent": "base", "length": 10, "radius": 0.001, "links": )" +
      std::to_string(links) + R"(, "joints": [)" + joint + R"(]}]}, "tasks": [)" + tasks +
      R"(], "solver": {)" + solver + "}}";
  return parse_scene(text, "chain.json", "").value();
}

std::string many_tasks(int count, int links) {
  std::string tasks;
  for (int i = 0; i < count; ++i) {
    tasks += (i > 0 ? ", " : "") + std::string(R"({"name": "t)") + std::to_string(i) +
             R"(", "type": "reach", "frame": {"segment": "c.)" + std::to_string(1 + i * links / count) +
             R"(", "point": [0, 0, 0]}, "target": [1, 0, 1]})";
  }
  return tasks;
}

// With a goal that goes round in a circle.
Scene moving(Scene scene, RedundancyMethod method) {
  scene.motion.redundancy.method = method;
  scene.paths.set(scene.tasks.begin()->number, TargetPath(CircleCurve{.center = {1, 0, 1}}));
  return scene;
}

double bytes_of_steps(const Scene& scene) {
  const double before = bytes_in_use();
  Mover mover(scene.figure, scene.solver, scene.avoidance);
  mover.prepare(scene.tasks, scene.criteria, scene.world);
  return bytes_in_use() - before;
}

double bytes_of_tracking(const Scene& scene) {
  const double before = bytes_in_use();
  const auto tracker = std::make_unique<Tracker>(track_problem(scene), 1e-3);
  tracker->begin(scene.posture);
  tracker->step(1e-3);
  return bytes_in_use() - before;
}

void expect_near(double said, double taken) {
  EXPECT_GT(said, 0.6 * taken) << said / 1e6 << " MB said, " << taken / 1e6 << " MB taken";
  EXPECT_LT(said, 1.7 * taken) << said / 1e6 << " MB said, " << taken / 1e6 << " MB taken";
}

#ifndef __SANITIZE_ADDRESS__  // see bytes_in_use

TEST(Needs, OfStepsAreWhatTheyTake) {
  const std::string restricted =
      R"({"name": "tip", "type": "reach", "frame": "c.tip", "target": [1, 0, 1], "joints": ["c.1*"]})";
  const struct {
    const char* name;
    Scene scene;
  } cases[] = {
      {"one task", chain(3000, free_ball, one_task, "")},
      {"many tasks", chain(800, free_ball, many_tasks(150, 800), "")},
      {"limited joints", chain(400, limited_ball, one_task, "")},
      {"a task for some joints", chain(800, free_ball, restricted, "")},
      {"projector", chain(250, free_ball, one_task, R"("formulation": "projector")")},
      {"chiaverini", chain(250, free_ball, one_task, R"("formulation": "chiaverini")")},
      {"virtual arms", chain(400, free_ball, one_task, R"("avoidance": {"technique": "virtual-arms"})")},
  };
  for (const auto& [name, scene] : cases) {
    SCOPED_TRACE(name);
    expect_near(needs_of_steps(scene).bytes.value, bytes_of_steps(scene));
  }
}

TEST(Needs, OfTrackingAreWhatItTakes) {
  for (const char* method : {"pseudo-inverse", "original", "estimated", "klein-second", "repeatable"}) {
    SCOPED_TRACE(method);
    const Scene scene =
        chain(120, free_ball, one_task, R"("redundancy": {"method": ")" + std::string(method) + "\"}");
    expect_near(needs_of_tracking(scene).bytes.value, bytes_of_tracking(scene));
  }
}

#endif

// n + n (n - m) equations: the system and its factors.
TEST(Needs, OfKleinsFirstMethodGrowWithTheFourthPower) {
  const std::string method = R"("redundancy": {"method": "klein-first"})";
  const Needs small = needs_of_tracking(chain(10, free_ball, one_task, method));
  const Needs large = needs_of_tracking(chain(100, free_ball, one_task, method));
  EXPECT_NEAR(large.bytes.value / (16.0 * std::pow(300.0 * 298.0, 2)), 1.0, 0.01);
  EXPECT_GT(large.bytes.value, 9e3 * small.bytes.value);
  EXPECT_EQ(large.bytes.cause, "the redundancy method \"klein-first\"");
}

TEST(Needs, TooMuchIsOneSentenceWithItsCause) {
  const MostNeeds most{.bytes = 1e9, .operations = 1e10};
  const auto words = [&](const Scene& scene) { return needs_too_much(scene, most).value_or(""); };
  EXPECT_EQ(words(chain(3000, free_ball, one_task, "")), "");
  EXPECT_EQ(words(chain(19000, free_ball, one_task, "")), "") << "as many as the studio takes";
  EXPECT_EQ(
      needs_too_much(chain(19000, free_ball, one_task, ""), most, Drags::move_a_chain),
      "57000 degrees of freedom with tasks or drags that move some joints only would take about 53 GB of "
      "memory; at most 1 GB is allowed");
  EXPECT_EQ(
      words(chain(19000, free_ball, many_tasks(1000, 19000), "")),
      "57000 degrees of freedom with these tasks would take about 10 GB of memory; at most 1 GB is allowed");
  EXPECT_EQ(
      words(chain(1900, free_ball, one_task, R"("formulation": "projector")")),
      "5700 degrees of freedom with the formulation \"projector\" would take about 6.7 GB of memory; at "
      "most 1 GB is allowed");
  EXPECT_EQ(
      words(chain(1900, limited_ball, one_task, "")),
      "5700 degrees of freedom with these limits would take about 3.5 GB of memory; at most 1 GB is allowed");
  EXPECT_EQ(words(chain(1900, free_ball, one_task, R"("avoidance": {"technique": "virtual-arms"})")),
            "5700 degrees of freedom with the technique \"virtual-arms\" would take about 2.6 GB of memory; "
            "at most "
            "1 GB is allowed");
  // Hours a step, where the other methods take milliseconds.
  const Scene elephant = load_scene(LIMBER_SOURCE_DIR "/scenes/elephant.json").value();
  EXPECT_EQ(words(moving(elephant, RedundancyMethod::klein_first)),
            "142 degrees of freedom with the redundancy method \"klein-first\" would take about 6.1 GB of "
            "memory; at "
            "most 1 GB is allowed");
  EXPECT_EQ(words(moving(elephant, RedundancyMethod::original)), "");
  EXPECT_EQ(words(moving(chain(100, free_ball, one_task, ""), RedundancyMethod::klein_second)), "");
}

}  // namespace
}  // namespace limber::test
