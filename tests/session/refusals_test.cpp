#include <gtest/gtest.h>

#include <cmath>

#include "bits.h"
#include "limber/session/state/text_size.h"
#include "random_session.h"
#include "small_scene.h"
#include "support/scale.h"

namespace limber::test {
namespace {

using nlohmann::json;

struct Refused {
  const char* command;
  const char* words;  // a part of the sentence
};

TEST(Refusals, AreOneSentenceWithThePlaceAndNearMatches) {
  const std::vector<Refused> cases = {
      {R"(hello)", "not a valid command: not JSON"},
      {R"([])", "expected an object"},
      {R"({"id": 1})", "the key \"do\" is missing"},
      {R"({"do": "undo"})", "the key \"id\" is missing"},
      {R"({"id": 1, "do": "drag-begn"})", "there is no command \"drag-begn\" (did you mean \"drag-begin\""},
      {R"({"id": 1, "do": "undo"})", "there is nothing to undo"},
      {R"({"id": 1, "do": "redo"})", "there is nothing to redo"},
      {R"({"id": 1, "do": "undo", "all": true})", "unknown key \"all\" in an undo command"},
      {R"({"id": 1, "do": "drag-begin", "segment": "hnad", "point": [0, 0, 0], "target": [0, 0, 0]})",
       "segment: figure \"crane\" has no segment \"hnad\" (did you mean \"hand\"?)"},
      {R"({"id": 1, "do": "drag-move", "target": [0, 0]})", "target: expected a list of 3 numbers, got 2"},
      {R"({"id": 1, "do": "drag-end"})", "nothing is being dragged"},
      {R"({"id": 1, "do": "task-add", "task": {"type": "reach", "frame": "gripp", "target": [0, 0, 0]}})",
       "task.frame: figure \"crane\" has no frame \"gripp\" (did you mean \"grip\"?)"},
      {R"({"id": 1, "do": "task-add", "task": {"type": "reach", "name": "balance", "frame": "grip", "target": [0, 0, 0]}})",
       "task.name: there is already a task \"balance\""},
      {R"({"id": 1, "do": "task-set", "number": 7, "task": {}})",
       "number: there is no task number 7; there are 0 \"reach ball\""},
      {R"({"id": 1, "do": "task-remove", "number": -1})", "number: expected a whole number"},
      {R"({"id": 1, "do": "tasks-order", "order": [{"number": 0, "priority": 1}]})", "an order of 1 tasks"},
      {R"({"id": 1, "do": "tasks-order", "order": [{"number": 0, "priority": 0}]})",
       "order[0].priority: expected"},
      {R"({"id": 1, "do": "criteria-set", "criteria": [{"type": "mid-rnge"}]})",
       "did you mean \"mid-range\"?"},
      {R"({"id": 1, "do": "solver-set", "solver": {"lamda": 1}})", "unknown key \"lamda\""},
      {R"({"id": 1, "do": "solver-set", "solver": {"recruitment": {"tale*": 1}}})",
       "no joint of figure \"crane\" is called \"tale*\""},
      {R"({"id": 1, "do": "run-set", "running": 1})", "running: expected true or false"},
      {R"({"id": 1, "do": "segment-set", "segment": "boom", "joint": {"type": "hinge"}})",
       "joint.type: unknown joint type"},
      {R"({"id": 1, "do": "segment-set", "segment": "boom", "name": "hand"})", "\"hand\""},
      {R"({"id": 1, "do": "segment-scale", "segment": "boom", "factor": 0})",
       "factor: expected a number above 0"},
      {R"({"id": 1, "do": "branch-add", "parent": "bom"})",
       "parent: figure \"crane\" has no segment \"bom\""},
      {R"({"id": 1, "do": "branch-add", "parent": "boom", "segment": {"name": "hand"}})", "\"hand\""},
      {R"({"id": 1, "do": "branch-delete", "segment": "base"})", "is the root"},
      {R"({"id": 1, "do": "branch-move", "segment": "mast", "parent": "hand"})", "which hangs from it"},
      {R"({"id": 1, "do": "root-set", "segment": "nose"})", "has no segment \"nose\""},
      {R"({"id": 1, "do": "chain-links", "chain": "tial", "links": 3})",
       "has no chain \"tial\" (did you mean \"tail\"?)"},
      {R"({"id": 1, "do": "chain-links", "chain": "tail", "links": 100000})",
       "links: expected a whole number from 1 to 1000"},
      {R"({"id": 1, "do": "chain-set", "root": "nose"})", "root: figure \"crane\" has no segment \"nose\""},
      {R"({"id": 1, "do": "loop-join", "first": "grip", "second": "tip"})",
       "second: figure \"crane\" has no frame \"tip\""},
      {R"({"id": 1, "do": "loop-break", "number": 0})", "number: this task is not a loop"},
      {R"({"id": 1, "do": "frame-add", "name": "grip", "segment": "boom", "position": [0, 0, 0]})",
       "\"grip\""},
      {R"({"id": 1, "do": "joint-set", "segment": "base", "values": []})", "does not move"},
      {R"({"id": 1, "do": "joint-set", "segment": "hand", "values": [1, 2]})",
       "values: expected a list of 1 number, got 2"},
      {R"({"id": 1, "do": "posture-rest", "fast": 1})", "unknown key \"fast\""},
      {R"({"id": 1, "do": "world-set", "world": [{"name": "a", "shape": "sphere", "radius": -1}]})",
       "world[0].radius"},
      {R"({"id": 1, "do": "obstacle-add", "obstacle": {"shape": "sphere", "name": "ball", "radius": 1}})",
       "obstacle.name: there is already an obstacle \"ball\""},
      {R"({"id": 1, "do": "obstacle-add", "obstacle": {"shape": "convex", "vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0]]}})",
       "obstacle.vertices"},
      {R"({"id": 1, "do": "obstacle-set", "obstacle": "bal"})",
       "the world has no obstacle \"bal\" (did you mean \"ball\""},
      {R"({"id": 1, "do": "obstacle-set", "obstacle": "ball", "name": "ground"})",
       "name: there is already an obstacle \"ground\""},
      {R"({"id": 1, "do": "obstacle-move", "obstacle": "ball", "by": {"position": [0]}})",
       "by.position: expected a list of 3 numbers"},
      {R"({"id": 1, "do": "tree-grow", "name": "ball", "tree": {"axiom": "F", "rules": [], "depth": 0, "angle": 0, "angle_spread": 0, "length": 1, "radius": 1, "length_ratio": 1, "radius_ratio": 1, "seed": 1}})",
       "name: there is already an obstacle \"ball\""},
      {R"({"id": 1, "do": "tree-grow", "name": "tree", "tree": {"axiom": "F]", "rules": [], "depth": 0, "angle": 0, "angle_spread": 0, "length": 1, "radius": 1, "length_ratio": 1, "radius_ratio": 1, "seed": 1}})",
       "closes a branch, ']', that no '[' opened"},
      {R"({"id": 1, "do": "tree-grow", "name": "tree", "tree": {"axiom": "AB", "rules": [{"letter": "AB", "word": "F"}], "depth": 0, "angle": 0, "angle_spread": 0, "length": 1, "radius": 1, "length_ratio": 1, "radius_ratio": 1, "seed": 1}})",
       "a rule is for one letter, not for \"AB\""},
      {R"({"id": 1, "do": "avoidance-set", "avoidance": {"technique": "objectiv"}})",
       "did you mean \"objective\""},
      {R"({"id": 1, "do": "avoidance-set", "avoidance": {"parameters": {"gain": 1}}})",
       "has no parameter \"gain\""},
      {R"({"id": 1, "do": "avoidance-set", "avoidance": {"parameters": {"damping": 2}}})",
       "expected a number from 0 to 1"},
      {R"({"id": 1, "do": "camera-set", "camera": {"eye": [0, 0, 0], "target": [0, 0, 0]}})",
       "eye and target are the same point"},
      {R"({"id": 1, "do": "open", "file": "a.json", "where": "folder"})", "there is no folder"},
      {R"({"id": 1, "do": "save"})", "has no file yet"},
      {R"({"id": 1, "do": "save-as", "file": "a.json"})", "there is no folder"},
      {R"({"id": 1, "do": "import", "name": "arm.json", "text": "{"})", "arm.json:1: "},
      {R"({"id": 1, "do": "import", "name": "worm.json", "text": "{\"limber\": 1, \"name\": \"worm\", \"segments\": [{\"name\": \"base\"}], \"chains\": [{\"name\": \"worm\", \"parent\": \"base\", \"links\": 30000, \"length\": 9, \"radius\": 0.1, \"joints\": [{\"type\": \"ball\"}]}]}"})",
       "a figure of 30001 segments is too large"},
      {R"({"id": 1, "do": "import", "name": "worm.json", "text": "{\"limber\": 1, \"name\": \"worm\", \"segments\": [{\"name\": \"base\"}], \"chains\": [{\"name\": \"worm\", \"parent\": \"base\", \"links\": 2001, \"length\": 9, \"radius\": 0.1, \"joints\": [{\"type\": \"ball\"}]}]}"})",
       "a figure of 2001 solid segments is too large to keep clear of itself; the studio takes 2000"},
      {R"({"id": 1, "do": "export", "what": "film"})", "what: unknown thing to export \"film\""},
      {R"({"id": 1, "do": "files"})", "there is no folder"},
      {R"({"id": 1, "do": "what-if", "task": 2, "without_tasks": [2]})",
       "a question about a task cannot leave that task out"},
      {R"({"id": 1, "do": "what-if", "task": 2, "without_couplings": ["lena"]})", "did you mean \"lean\"?"},
      {R"({"id": 1, "do": "what-if", "task": 2, "without_ties": ["lean"]})", "there is no tie \"lean\""},
      {R"({"id": 1, "do": "reach-cloud", "place": {"world": {}}, "count": 1})",
       "place: this place does not move"},
      {R"({"id": 1, "do": "reach-cloud", "place": "grip", "count": 1000000})",
       "count: expected a whole number"},
      {R"({"id": 1, "do": "watch", "place": "grap"})", "did you mean \"grip\"?"},
  };
  for (const Refused& refused : cases) {
    Session session(small_scene(), "crane");
    session.step(0.001);
    const std::string before = all_bits_of(session);
    const Answer answer = session.apply(refused.command);
    EXPECT_TRUE(answer.refused) << refused.command;
    EXPECT_NE(answer.words.find(refused.words), std::string::npos) << refused.command << "\n" << answer.words;
    EXPECT_NE(answer.words.rfind("command:", 0), 0u) << answer.words;
    EXPECT_EQ(answer.words.find('\n'), std::string::npos) << answer.words;
    EXPECT_EQ(json::parse(message(answer)).at("type"), "refused");
    EXPECT_EQ(all_bits_of(session), before) << refused.command;
  }
}

// --- any command at all
// ---------------------------------------------------------------------------------------------

json odd_value(Random& random) {
  static const std::vector<json> values = {nullptr,
                                           true,
                                           0,
                                           -1,
                                           1e9,
                                           1e300,
                                           -0.5,
                                           1e-300,
                                           "",
                                           "boom",
                                           "tail.2",
                                           "\xc3\xa9",
                                           json::array(),
                                           json{1, 2, 3},
                                           json::object(),
                                           {{"segment", "mast"}, {"point", {0, 0, 0}}},
                                           "tail.end",
                                           7,
                                           {{"type", "ball"}},
                                           "reach ball",
                                           std::string(300, 'x')};
  return values[static_cast<std::size_t>(uniform_int(random, 0, static_cast<int>(values.size()) - 1))];
}

// Somewhere in the value something is taken away, put in, or made something else.
void mutate(json& value, Random& random, int depth = 0) {
  const bool goes_deeper =
      value.is_structured() && !value.empty() && uniform(random, 0, 1) < (depth == 0 ? 0.95 : 0.6);
  if (!goes_deeper) {
    value = odd_value(random);
    return;
  }
  const int index = uniform_int(random, 0, static_cast<int>(value.size()) - 1);
  auto child = value.begin();
  std::advance(child, index);
  const double what = uniform(random, 0, 1);
  if (what < 0.12) {
    value.erase(child);
  } else if (what < 0.2 && value.is_object()) {
    value["extra"] = odd_value(random);
  } else if (what < 0.2) {
    value.push_back(odd_value(random));
  } else {
    mutate(*child, random, depth + 1);
  }
}

// A file may have more of them than commands would add: what a session holds is limited, however it came.
TEST(Refusals, OfScenesWithTooManyThings) {
  const auto imported = [](const std::string& more) {
    Session session(small_scene(), "crane");
    const std::string text =
        R"({"limber": 1, "figure": {"name": "worm", "segments": [{"name": "base", "joint": {"type": "free"}}], "chains": [{"name": "worm", "parent": "base", "links": 3, "length": 1, "radius": 0.01, "joints": [{"type": "ball"}]}]}, )" +
        more + "}";
    return tell(session, {{"do", "import"}, {"name", "worm.json"}, {"text", text}});
  };
  const auto list = [](int count, const std::string& entry) {
    std::string text;
    for (int i = 0; i < count; ++i) {
      std::string one = entry;
      if (const std::size_t number = one.find('#'); number != std::string::npos)
        one.replace(number, 1, std::to_string(i));
      text += (i > 0 ? "," : "") + one;
    }
    return "[" + text + "]";
  };
  EXPECT_EQ(imported(R"("supports": )" + list(200, R"({"name": "s#", "frame": "worm.tip"})")), "");
  EXPECT_EQ(imported(R"("supports": )" + list(201, R"({"name": "s#", "frame": "worm.tip"})")),
            "201 supports are too many; the studio takes 200");
  EXPECT_EQ(imported(R"("forces": )" + list(201, R"({"frame": "worm.tip", "force": [0, 0, 1]})")),
            "201 forces are too many; the studio takes 200");
  EXPECT_EQ(imported(R"("strengths": )" + list(1001, R"({"joints": "*", "torque": 10})")),
            "1001 strengths are too many; the studio takes 1000");
  EXPECT_EQ(
      imported(R"("world": )" +
               list(20001, R"({"name": "b#", "shape": "sphere", "center": [9, 9, 9], "radius": 0.01})")),
      "a world of 20001 obstacles is too large; the studio takes 20000");
  Session session(small_scene(), "crane");
  EXPECT_EQ(
      tell(session,
           {{"do", "import"},
            {"name", "knot.json"},
            {"text", R"({"limber": 1, "name": "knot", "segments": [{"name": "base"}], "chains": [{"name": "c",
                               "parent": "base", "links": 1900, "length": 1e-6, "radius": 0.1, "joints": [{"type": "ball"}]}]})"}}),
      "too many parts and obstacles lie in each other to be kept apart; the studio takes 300000 such pairs");
  EXPECT_LT(imported("\"" + std::string(100'000, 'x') + "\": 1").size(), 2100u);
}

std::string refusal_of(Scene scene) {
  try {
    const Session session(std::move(scene));
    return "";
  } catch (const std::exception& refusal) {
    return refusal.what();
  }
}

TargetPath samples(std::size_t count) {
  SampledCurve curve;
  for (std::size_t i = 0; i < count; ++i) {
    curve.times.push_back(1e-3 * static_cast<double>(i));
    curve.points.emplace_back(std::sin(curve.times.back()), 0.1, std::cos(curve.times.back()));
  }
  return TargetPath(std::move(curve));
}

Scene snake(int links, const char* joint) {
  return parse_scene(R"({"limber": 1, "figure": {"name": "snake", "segments": [{"name": "base"}],
      "chains": [{"name": "snake", "parent": "base", "links": )" +
                         std::to_string(links) + R"(, "length": 9, "radius": 0.001, "joints": [)" + joint +
                         "]}]}}",
                     "snake.json", "")
      .value();
}

// What a session holds is written to a backup every half second, and read again after a crash: samples of a CSV
// file are in it, too.
TEST(Refusals, OfPathsTooLongToBeWrittenAgainAndAgain) {
  Scene scene = small_scene();
  scene.paths.set("ball", samples(60'000));
  scene.paths.set(scene.tasks.begin()->number, samples(40'001));
  EXPECT_EQ(refusal_of(scene), "100001 points of paths are too many; the studio takes 100000");
  scene.paths.set("ball", samples(59'999));
  Session session(scene);
  const std::string backup = session.backup();
  EXPECT_LT(static_cast<double>(backup.size()), most_text);
  Expected<Session> restored = Session::from_backup(backup, nullptr);
  ASSERT_TRUE(restored) << restored.error().message;
  EXPECT_EQ(restored->scene().paths, session.scene().paths);
}

// Each change of the scene sends them all.
TEST(Refusals, OfSplinesWithMoreKeysThanAnybodyEdits) {
  Scene scene = small_scene();
  KeyCurve curve;
  for (int i = 0; i <= 10'000; ++i) {
    curve.times.push_back(0.1 * i);
    curve.points.emplace_back(0.1 * (i % 7), 0.0, 1.0);
  }
  scene.paths.set("ball", TargetPath(std::move(curve)));
  EXPECT_EQ(refusal_of(scene), "10001 keys and terms of paths are too many; the studio takes 10000");
}

TEST(Refusals, OfKeysThatAreTooManyOrTooLarge) {
  const Scene scene = snake(2000, R"({"type": "ball"})");
  const auto with_keys = [&](int count, bool at_rest) {
    Scene keyed = scene;
    keyed.avoidance.self = false;
    for (int i = 0; i < count; ++i) keyed.keys.push_back({i + 1, 1.0 * i, scene.figure.rest_posture()});
    for (Keyframe& key : keyed.keys) {
      for (Eigen::Index v = 0; v < key.posture.values.size() && !at_rest; v += 4)
        key.posture.values.segment<4>(v) = Quat(0.8, 0.6, 0.0, 0.0).coeffs();
    }
    return keyed;
  };
  EXPECT_EQ(refusal_of(with_keys(1001, true)), "1001 keys are too many; the studio takes 1000");
  EXPECT_EQ(refusal_of(with_keys(1000, true)), "");
  const std::string words = refusal_of(with_keys(400, false));
  EXPECT_TRUE(words.starts_with("this scene would be about ")) << words;
  EXPECT_TRUE(words.ends_with(" MB of text, most of it for keys; the studio takes 32 MB")) << words;
}

// One hull may be shared by many shapes in memory; text has it many times.
TEST(Refusals, OfShapesThatWouldBeTooMuchTextForAWindow) {
  std::vector<Vec3> points;
  Random random(20261201);
  for (int i = 0; i < 600; ++i) points.push_back(random_direction(random));
  const auto hull = std::make_shared<const ConvexHull>(convex_hull(points).value());
  const auto with_shapes = [&](std::size_t count) {
    Scene scene = small_scene();
    FigureDescription description = scene.figure.description();
    for (SegmentDescription& segment : description.segments) {
      if (segment.name != "hand") continue;
      segment.density.reset();
      segment.shapes.assign(count, BodyShape{ConvexMesh{hull, {}}, std::nullopt});
    }
    scene.figure = Figure::build(std::move(description)).value();
    scene.avoidance.technique = Technique::off;
    return scene;
  };
  const std::string words = refusal_of(with_shapes(1000));
  EXPECT_TRUE(words.starts_with("this scene would be about ")) << words;
  EXPECT_TRUE(words.ends_with(" MB of text, most of it for shapes; the studio takes 32 MB")) << words;
  Session session(with_shapes(500));
  std::size_t told = 0;
  for (const std::string& message : session.all_messages()) told += message.size();
  EXPECT_LT(static_cast<double>(told), most_text);
  EXPECT_TRUE(Session::from_backup(session.backup(), nullptr));
}

TEST(Refusals, AnyCommandIsDoneCompletelyOrChangesNothing) {
  Random random(20261115);
  const int rounds = scaled(4000);
  int refused_count = 0;
  Session session(small_scene(), "crane");
  for (int round = 0; round < rounds; ++round) {
    if (round % 25 == 0) session = Session(small_scene(), "crane");
    const auto& commands = valid_commands();
    json command =
        commands[static_cast<std::size_t>(uniform_int(random, 0, static_cast<int>(commands.size()) - 1))];
    if (uniform(random, 0, 1) < 0.85) mutate(command, random);
    std::string text = command.dump(-1, ' ', false, json::error_handler_t::replace);
    if (uniform(random, 0, 1) < 0.05) text.resize(text.size() / 2);
    const std::string before = all_bits_of(session);
    const Answer answer = session.apply(text);
    if (answer.refused) {
      ++refused_count;
      ASSERT_EQ(all_bits_of(session), before) << text;
      ASSERT_FALSE(answer.words.empty()) << text;
    }
    steps(session, 3);
    ASSERT_LE(largest_limit_excess(session.scene().figure, session.posture()).amount, 1e-9) << text;
    ASSERT_TRUE(is_finite(session.posture())) << text;
  }
  EXPECT_GT(refused_count, rounds / 3);
  EXPECT_LT(refused_count, rounds);
}

}  // namespace
}  // namespace limber::test
