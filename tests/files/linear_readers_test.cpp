// Text whose cost would grow with the square of its size: counted before it is read, or read in one pass.
// Sizes are such that a reader with a square in it takes minutes, and these are done in a second.

#include <gtest/gtest.h>

#include <set>

#include "limber/files/dropped.h"
#include "limber/files/files.h"
#include "limber/files/json/reader.h"
#include "limber/files/read_meshes.h"
#include "limber/files/segment_poses.h"
#include "limber/kinematics/kinematics.h"

namespace limber {
namespace {

// `part` so many times, each # in it the number, each ^ the number before.
std::string row(const std::string& part, int count) {
  std::string text;
  for (int i = 1; i <= count; ++i) {
    for (const char c : part) {
      text += c == '#' ? std::to_string(i) : c == '^' ? std::to_string(i - 1) : std::string(1, c);
    }
  }
  return text;
}

std::string sentence_of(const std::string& text, const std::string& name) {
  const Expected<Figure> figure = parse_figure(text, name);
  return figure ? "" : figure.error().message;
}

TEST(LinearReaders, AttributesOfAnElementAreCountedBeforeTheyAreRead) {
  const auto crowded = [](int count) { return "<x " + row("a#='>' ", count) + "/>"; };
  const std::string many = crowded(140'000),
                    words = "an element has more than 250 attributes; expected fewer";
  EXPECT_EQ(sentence_of("<robot name='r'>\n" + many + "</robot>", "r.urdf"), "r.urdf:2: " + words);
  EXPECT_EQ(sentence_of("<robot xmlns:xacro='x'>\n\n" + many + "</robot>", "r.xacro"), "r.xacro:3: " + words);
  EXPECT_EQ(sentence_of("<sdf version='1.9'><model name='m'>" + many + "</model></sdf>", "m.sdf"),
            "m.sdf:1: " + words);
  EXPECT_EQ(sentence_of("<robot name='r'><link name='a'/>" + crowded(250) + "</robot>", "r.urdf"), "");
  // Text that looks like attributes and is none, and text that could hide some.
  const std::string equals = row(" a#='1'", 300);
  EXPECT_EQ(sentence_of("<robot name='r'><link name='a'/><!-- <x" + equals + "/> --><x><![CDATA[<x" + equals +
                            "/>]]></x><x a=\"'\" b='\"<!--'/>" + equals + "</robot>",
                        "r.urdf"),
            "");
  EXPECT_EQ(sentence_of("<robot name='r'><x a=\"'\" b='<!--' c='<![CDATA['/>" + many + "</robot>", "r.urdf"),
            "r.urdf:1: " + words);
}

TEST(LinearReaders, SdfFramesInALongRowAreResolvedOnce) {
  constexpr int count = 50'000;
  const std::string frames =
      row("<frame name='f#' attached_to='f^'><pose>0 0 0.001 0 0 0</pose></frame>", count);
  const Loaded loaded =
      parse_file("<sdf version='1.9'><model name='m'><link name='f0'/>" + frames + "</model></sdf>", "m.sdf",
                 "")
          .value();
  const Figure& figure = loaded.scene.figure;
  const Frame& last = at(figure.frames(), figure.find_frame("f" + std::to_string(count)).value());
  EXPECT_EQ(figure.segment_name(last.segment), "f0");
  EXPECT_NEAR(last.pose.translation.z(), 0.001 * count, 1e-6);
}

TEST(LinearReaders, SdfFramesInACircleAreRefusedHoweverManyThereAre) {
  const std::string circle =
      "<frame name='f0' attached_to='f2000'/>" + row("<frame name='f#' attached_to='f^'/>", 2000);
  const std::string words =
      sentence_of("<sdf version='1.9'><model name='m'><link name='a'/>" + circle + "</model></sdf>", "m.sdf");
  EXPECT_NE(words.find("is relative to itself, through others"), words.npos) << words;
}

TEST(LinearReaders, EachSentenceIsSaidOnceHoweverManyThereAre) {
  const std::string shapes = row("<visual><geometry><x/></geometry></visual>\n", 50'000);
  const Loaded loaded =
      parse_file("<robot name='r'><link name='a'>" + shapes + "</link></robot>", "r.urdf", "").value();
  EXPECT_EQ(loaded.warnings.size(), 50'000u);
  EXPECT_EQ(std::set(loaded.warnings.begin(), loaded.warnings.end()).size(), 50'000u);
}

TEST(LinearReaders, OnlyTheFirstMimicsOfNobodyAreToldWhoWasMeant) {
  constexpr int count = 10'000;
  const std::string text =
      "<robot name='r'><link name='l0'/>" +
      row("<link name='l#'/>\n<joint name='j#' type='continuous'><parent link='l0'/><child link='l#'/>"
          "<mimic joint='k#'/></joint>",
          count) +
      "</robot>";
  const Loaded loaded = parse_file(text, "r.urdf", "").value();
  ASSERT_EQ(loaded.warnings.size(), static_cast<std::size_t>(count));
  EXPECT_NE(loaded.warnings[9].find("did you mean"), std::string::npos);
  EXPECT_EQ(loaded.warnings[10].find("did you mean"), std::string::npos);
}

TEST(LinearReaders, BvhJointsOfOneNameGetNamesOfTheirOwn) {
  constexpr int count = 15'000;
  const std::string joints = row("JOINT j\n{\nOFFSET 0 1 0\nCHANNELS 1 Xrotation\n}\n", count);
  const Figure figure =
      parse_figure("HIERARCHY\nROOT j\n{\nOFFSET 0 0 0\n" + joints + "}\n", "m.bvh").value();
  EXPECT_EQ(figure.segment_count(), count + 1);
  EXPECT_EQ(figure.segment_name(SegmentId{3}), "j'''");
}

TEST(LinearReaders, NamesAreFreeWhateverIsTaken) {
  std::set<std::string> taken = {"a", "a'", "a''"};
  for (int i = 0; i < 3000; ++i) taken.insert("a " + std::to_string(i));
  std::set<std::string> made;
  for (int i = 0; i < 1000; ++i) {
    const std::size_t before = taken.size();
    EXPECT_TRUE(made.insert(free_name("a", taken)).second);
    EXPECT_EQ(taken.size(), before + 1);
  }
  EXPECT_TRUE(made.contains("a'''"));
}

TEST(LinearReaders, BvhFramesWithoutChannelsAreNotRead) {
  const std::string joints = row("JOINT j#\n{\nOFFSET 0 1 0\n}\n", 15'000);
  const MovingFigure moving = parse_bvh("HIERARCHY\nROOT r\n{\nOFFSET 0 0 0\n" + joints +
                                            "}\nMOTION\nFrames: 9000000\nFrame Time: 0.01\n",
                                        "m.bvh")
                                  .value();
  EXPECT_TRUE(moving.motion.empty());
  ASSERT_EQ(moving.warnings.size(), 1u);
  EXPECT_EQ(moving.warnings[0],
            "no joint has a channel, so that its 9000000 frames are all the same; they are not read");
}

TEST(LinearReaders, BvhFramesCostWhatTheirChannelsCost) {
  const std::string joints = row("JOINT j#\n{\nOFFSET 0 1 0\n}\n", 15'000);
  const MovingFigure moving =
      parse_bvh("HIERARCHY\nROOT r\n{\nOFFSET 0 0 0\nCHANNELS 1 Xrotation\n" + joints +
                    "}\nMOTION\nFrames: 100000\nFrame Time: 0.01\n" + row("90\n", 100'000),
                "m.bvh")
          .value();
  ASSERT_EQ(moving.motion.postures.size(), 100'000u);
  EXPECT_NEAR(moving.motion.postures.back().values[3], std::sqrt(0.5), 1e-12);
}

TEST(LinearReaders, SrdfPairsAreKeptOnceAndPosturesAreCounted) {
  constexpr int links = 400;
  const std::string urdf =
      "<robot name='r'><link name='l0'/>" +
      row("<link name='l#'/><joint name='j#' type='continuous'><parent link='l^'/><child link='l#'/></joint>",
          links) +
      "</robot>";
  std::string pairs;
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < 60'000; ++i) {
      pairs += "<disable_collisions link1='l" + std::to_string(i / links) + "' link2='l" +
               std::to_string(i / links + 1 + i % (links - i / links)) + "'/>";
    }
  }
  const auto with = [&](const std::string& srdf) {
    return parse_dropped("r.urdf", {{"r.urdf", urdf}, {"r.srdf", "<robot name='r'>\n" + srdf + "</robot>"}})
        .value();
  };
  const Loaded loaded = with(pairs);
  std::set<std::pair<std::string, std::string>> different;
  const std::vector<UncheckedPair>& kept = loaded.scene.figure.description().unchecked_pairs;
  for (const UncheckedPair& pair : kept) different.emplace(pair.one, pair.other);
  EXPECT_GT(kept.size(), 30'000u);
  EXPECT_EQ(different.size(), kept.size());
  const Loaded states = with(row("<group_state name='s#'/>\n", 1001));
  ASSERT_EQ(states.warnings.size(), 1u);
  EXPECT_EQ(states.warnings[0],
            "r.srdf:1002: there are more than 1000 postures (<group_state>); expected at most 1000");
}

TEST(LinearReaders, XacroCountsArgumentsAndTextsThatAreThrownAway) {
  const auto robot = [](const std::string& inside) {
    return "<robot name='r' xmlns:xacro='x'><link name='a'/>\n" + inside + "</robot>";
  };
  EXPECT_EQ(sentence_of(robot("<xacro:macro name='m' params='" + row("p#:=1 ", 20'000) + "'/>" +
                              row("<xacro:m/>", 20'000)),
                        "r.xacro"),
            "r.xacro:2: macro \"m\" has 20000 parameters; expected at most 250");
  EXPECT_EQ(sentence_of(robot("<xacro:macro name='m' params='" + row("p#:=1 ", 250) + "'/>" +
                              row("<xacro:m/>", 9000)),
                        "r.xacro"),
            "r.xacro:2: there are more than 2000000 expressions to evaluate");
  EXPECT_EQ(sentence_of(robot("<xacro:property name='p' value='" + std::string(200'000, 'x') + "'/>" +
                              row("<xacro:if value='${p == p}'/>", 100'000)),
                        "r.xacro"),
            "r.xacro:2: the texts become larger than 256 MB together");
  EXPECT_EQ(sentence_of(robot("<xacro:macro name='m' params=''><xacro:macro name='m' params=''><xacro:macro "
                              "name='m' params=''/></xacro:macro></xacro:macro>" +
                              row("<xacro:m/>", 10)),
                        "r.xacro"),
            "");
}

#if LIMBER_HAVE_MUJOCO
TEST(LinearReaders, MjcfIsCountedBeforeMujocoReadsIt) {
  const auto sentence = [](const std::string& inside, const std::string& rest = "") {
    return sentence_of("<mujoco><worldbody>\n" + inside + "</worldbody>" + rest + "</mujoco>", "m.xml");
  };
  EXPECT_EQ(sentence(row("<body><joint/><geom size='.1'/></body>\n", 20'000)),
            "m.xml:2002: there are more than 2000 bodies; expected at most 2000");
  EXPECT_EQ(sentence("", "<keyframe>" + row("<key/>\n", 100'000) + "</keyframe>"),
            "m.xml:1002: there are more than 1000 keys; expected at most 1000");
  EXPECT_EQ(sentence(row("<site/>\n", 100'000)),
            "m.xml:20000: there are more than 20000 elements; expected at most 20000");
  EXPECT_EQ(sentence(row("<body><composite type='particle' count='10 10 10' spacing='1'/></body>\n", 2)),
            "m.xml:3: there are more than 2000 bodies; expected at most 2000");
  EXPECT_EQ(sentence(row("<body><joint/><geom size='.1'/></body>\n", 300)), "");
}
#endif

TEST(LinearReaders, MembersOfLargeObjectsAreFoundByName) {
  for (const int count : {0, 1, 16, 17, 1000}) {
    const std::string text = "{" + row("\"k#\": #, ", count) + "\"last\": -1}", name = "x";
    const json::Tree tree = json::parse(text, name);
    const json::Value object(tree.root(), name);
    ASSERT_EQ(object.size(), static_cast<std::size_t>(count + 1));
    for (int i = 1; i <= count; ++i) EXPECT_EQ(object.at("k" + std::to_string(i)).number(), i);
    EXPECT_EQ(object.at("last").number(), -1);
    for (const char* stranger : {"", "k", "k0", "k1001", "zebra", "K1"})
      EXPECT_FALSE(object.find(stranger)) << stranger;
  }
}

TEST(LinearReaders, NamesOfTasksAreLookedForOnce) {
  const auto scene = [](const std::string& tasks) {
    return parse_scene(
        R"({"limber": 1, "figure": {"limber": 1, "name": "f", "segments": [{"name": "a"}]}, "tasks": [)" +
            tasks + "]}",
        "s.json", "");
  };
  const std::string task =
      R"({"name": "t#", "type": "reach", "frame": {"segment": "a"}, "target": [1, 0, 0]})";
  const Expected<Scene> many = scene(row(task + ",\n", 100'000) + row(task, 1).replace(10, 2, "last"));
  ASSERT_TRUE(many) << many.error().message;
  EXPECT_EQ(many->tasks.size(), 100'001u);
  EXPECT_NE(many->tasks.find("t77777"), nullptr);
  EXPECT_NE(scene(row(task, 1) + ",\n" + row(task, 1)).error().message.find("is used twice"),
            std::string::npos);
}

TEST(LinearReaders, FbxElementsBesideTheObjectsAreReadOnce) {
  const std::string words = sentence_of(row("x: {\n}\n", 200'000) + "Objects: {\n}\n", "c.fbx");
  EXPECT_EQ(words, "c.fbx: has no models, so there is nothing to open");
}

TEST(LinearReaders, TheSpanOfALongChainIsSummedOnce) {
  constexpr int count = 100'000;
  FigureDescription figure;
  for (int i = 0; i < count; ++i) {
    SegmentDescription segment;
    segment.name = std::to_string(i);
    if (i > 0) segment.parent = std::to_string(i - 1);
    segment.before = Transform::at(Vec3(0, 0, 0.5));
    segment.after = Transform::at(Vec3(0.5, 0, 0));
    figure.segments.push_back(std::move(segment));
  }
  EXPECT_DOUBLE_EQ(span_of(figure), count);
  figure.segments[0].parent = "99999";  // a circle ends, too
  EXPECT_GT(span_of(figure), 0.0);
}

}  // namespace
}  // namespace limber
