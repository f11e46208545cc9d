// What undo keeps, and how much memory that is.

#include "limber/session/state/history.h"

#include <gtest/gtest.h>

#include <memory>

#include "limber/files/files.h"
#include "limber/session/state/size.h"
#include "small_scene.h"
#include "support/bytes_in_use.h"

namespace limber::test {
namespace {

State titled(const std::string& title) {
  State state{.scene = small_scene()};
  state.opened->title = title;
  return state;
}

State state_of(const Scene& scene) {
  return {.scene = scene};
}

void add_step(History& history, const Scene& scene, const std::string& words) {
  history.add(state_of(scene), words, "test", std::nullopt);
}

TEST(History, UndoAndRedoGiveTheStatesThatWereAdded) {
  History history;
  history.add(titled("first"), "one", "verb", std::nullopt);
  history.add(titled("second"), "two", "verb", std::nullopt);
  EXPECT_EQ(*history.undo_words(), "two");
  EXPECT_EQ(history.undo(titled("third")).opened->title, "second");
  EXPECT_EQ(*history.redo_words(), "two");
  EXPECT_EQ(history.undo(titled("second")).opened->title, "first");
  EXPECT_EQ(history.undo_words(), nullptr);
  EXPECT_EQ(history.redo().opened->title, "second");
  EXPECT_EQ(history.redo().opened->title, "third");
  EXPECT_EQ(history.redo_words(), nullptr);
}

TEST(History, StepsOfOneGestureAndVerbAreOneUnlessInterrupted) {
  History history;
  history.add(titled("first"), "move", "task-set", 3.0);
  history.add(titled("second"), "move", "task-set", 3.0);
  history.end_gesture();
  history.add(titled("third"), "move", "task-set", 3.0);
  history.add(titled("fourth"), "move", "obstacle-set", 3.0);
  EXPECT_EQ(history.undo(titled("now")).opened->title, "fourth");
  EXPECT_EQ(history.undo(titled("now")).opened->title, "third");
  EXPECT_EQ(history.undo(titled("now")).opened->title, "first");
}

TEST(History, NothingIsUndoneBeyondTheFloor) {
  History history;
  history.add(titled("first"), "one", "verb", std::nullopt);
  history.set_floor();
  EXPECT_EQ(history.undo_words(), nullptr);
  history.clear_floor();
  EXPECT_NE(history.undo_words(), nullptr);
}

TEST(History, ForgetsTheOldestStepsWhereRoomEnds) {
  const Scene scene = small_scene();
  History history;
  for (const char* words : {"1", "2", "3", "4", "5"}) add_step(history, scene, words);
  const State state = state_of(scene);
  const double of_copy = bytes_besides(state, &state);  // the five share their figure
  history.keep_bytes(100.0 * bytes_besides(state, nullptr));
  EXPECT_EQ(history.mark().steps, 5u);
  history.keep_bytes(3.5 * of_copy);
  EXPECT_EQ(history.mark().steps, 3u);
  for (const char* words : {"5", "4", "3"}) {
    ASSERT_TRUE(history.undo_words());
    EXPECT_EQ(*history.undo_words(), words);
    history.undo(state);
  }
  EXPECT_FALSE(history.undo_words());
}

TEST(History, KeepsTheLastStepAndWhatCanBeRedone) {
  const Scene scene = small_scene();
  History history;
  for (const char* words : {"1", "2", "3", "4"}) add_step(history, scene, words);
  history.undo(state_of(scene));
  history.undo(state_of(scene));
  history.keep_bytes(0.0);
  ASSERT_TRUE(history.undo_words());
  EXPECT_EQ(*history.undo_words(), "2");
  ASSERT_TRUE(history.redo_words());
  EXPECT_EQ(*history.redo_words(), "3");
}

TEST(History, AFloorStaysWhereItIs) {
  const Scene scene = small_scene();
  History history;
  for (const char* words : {"1", "2", "3"}) add_step(history, scene, words);
  history.set_floor();
  EXPECT_FALSE(history.undo_words());
  add_step(history, scene, "4");
  history.keep_bytes(0.0);
  EXPECT_EQ(*history.undo_words(), "4");
  history.undo(state_of(scene));
  EXPECT_FALSE(history.undo_words());
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // see bytes_in_use

void expect_near(double said, double taken, const std::string& what) {
  EXPECT_GT(said, 0.5 * taken) << what << ": " << said << " said, " << taken << " taken";
  EXPECT_LT(said, 2.0 * taken) << what << ": " << said << " said, " << taken << " taken";
}

TEST(History, AStateTakesWhatItIsSaidToTake) {
  const std::string chain =
      R"({"limber": 1, "figure": {"limber": 1, "name": "chain", "segments": [{"name": "base"}], "chains": [{"name": "c", )"
      R"("parent": "base", "length": 10, "radius": 0.001, "links": 5000, "joints": [{"type": "ball"}]}]}, "tasks": []})";
  const double before = bytes_in_use();
  const auto scene = std::make_unique<Scene>(parse_scene(chain, "chain.json", "").value());
  const double with_scene = bytes_in_use();
  const State state = state_of(*scene);
  const double with_copy = bytes_in_use();
  expect_near(bytes_besides(state, nullptr), with_scene - before, "a chain of 5000");
  expect_near(bytes_besides(state, &state), with_copy - with_scene, "a copy of it");

  for (const char* file : {"scenes/elephant-tree.json", "scenes/human-reach.json", "scenes/pip.json"}) {
    const Scene shipped = load_scene(std::filesystem::path(LIMBER_SOURCE_DIR) / file).value();
    const double start = bytes_in_use();
    const State copy = state_of(shipped);
    expect_near(bytes_besides(copy, &copy), bytes_in_use() - start + sizeof(State), file);
  }
}

// pip.json has a skin, meshes that are read once for all figures made of it.
TEST(History, AMeshCountsOnce) {
  const std::filesystem::path file = std::filesystem::path(LIMBER_SOURCE_DIR) / "scenes/pip.json";
  const State one = state_of(load_scene(file).value());
  ASSERT_TRUE(one.scene.figure.skin());
  State edited = one;
  FigureDescription description = one.scene.figure.description();
  description.name = "other";
  edited.scene.figure = Figure::build(description).value();
  const double mesh = static_cast<double>(one.scene.figure.skin()->mesh->points.size()) * 12.0;
  EXPECT_GT(bytes_besides(one, nullptr), bytes_besides(edited, &one) + mesh);
  EXPECT_GT(bytes_besides(edited, &one), 1000.0 * one.scene.figure.segment_count());
}

#endif

}  // namespace
}  // namespace limber::test
