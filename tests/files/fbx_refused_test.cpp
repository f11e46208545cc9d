// FBX files that are wrong or damaged: one sentence each, and never a crash.

#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <stdexcept>

#include "fbx_random.h"
#include "files_support.h"
#include "limber/files/fbx/read_fbx.h"
#include "support/scale.h"

namespace limber {
namespace {

using namespace test;

std::string fbx_complaint(const std::string& bytes) {
  const Expected<MovingFigure> read = read_fbx(bytes, "a.fbx", {});
  if (read) return "it was read";
  expect_one_sentence(read.error().message, "a.fbx");
  return read.error().message;
}

void fbx_says(const std::string& bytes, const char* words) {
  const std::string sentence = fbx_complaint(bytes);
  EXPECT_NE(sentence.find(words), std::string::npos) << sentence;
}

// A character that is right, changed by `change`, in both formats.
template <class Change>
void fbx_says_after(const Change& change, const char* words) {
  Random random(5);
  RandomFbx character(random, y_up_centimetres);
  change(character.maker);
  fbx_says(character.maker.text(), words);
  fbx_says(character.maker.binary(), words);
}

FbxElement& child_of(FbxElement& element, const std::string& name) {
  for (FbxElement& child : element.children) {
    if (child.name == name) return child;
  }
  throw std::out_of_range(name);
}

TEST(FbxRefused, EachInOneSentence) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  fbx_says_after([](FbxMaker& m) { m.objects().children.clear(); }, "no models");
  fbx_says_after(
      [](FbxMaker& m) {
        m.connections().children.clear();
        m.objects().children.resize(1);
        m.objects().children[0].values[2] = std::string("Null");
      },
      "no skeleton");
  fbx_says_after(
      [](FbxMaker& m) {
        m.connections().children.clear();
        m.connect(1001, 1002), m.connect(1002, 1001);
      },
      "is inside itself");
  fbx_says_after([](FbxMaker& m) { m.connections().children.clear(), m.connect(1002, 1002); },
                 "is inside itself");
  fbx_says_after(
      [](FbxMaker& m) {
        object_in(m, "Model", "", 1).children[0].property("Lcl Scaling", numbers({1, 2, 1}));
      },
      "is stretched");
  fbx_says_after([&](FbxMaker& m) { object_in(m, "Model", "", 2).children[0].children[0].values[4] = nan; },
                 "is not a number");
  fbx_says_after(
      [&](FbxMaker& m) {
        std::get<std::vector<double>>(child_of(object_in(m, "Geometry", "", 0), "Vertices").values[0])[4] =
            nan;
      },
      "is none; expected finite ones");
  fbx_says_after(
      [](FbxMaker& m) {
        std::get<std::vector<std::int32_t>>(
            child_of(object_in(m, "Geometry", "", 0), "PolygonVertexIndex").values[0])[4] = 77;
      },
      "has the point 77");
  fbx_says_after(
      [](FbxMaker& m) {
        std::get<std::vector<std::int32_t>>(
            child_of(object_in(m, "Deformer", "Cluster", 0), "Indexes").values[0])[0] = 99;
      },
      "is none of the 30");
  fbx_says_after(
      [](FbxMaker& m) {
        std::get<std::vector<double>>(child_of(object_in(m, "Deformer", "Cluster", 0), "Weights").values[0])
            .pop_back();
      },
      "weights");
  fbx_says_after(
      [](FbxMaker& m) {
        std::get<std::vector<double>>(child_of(object_in(m, "Deformer", "Cluster", 0), "Transform").values[0])
            .pop_back();
      },
      "16 numbers");
  fbx_says_after(
      [](FbxMaker& m) {
        std::get<std::vector<std::int64_t>>(
            child_of(object_in(m, "AnimationCurve", "", 0), "KeyTime").values[0])
            .pop_back();
      },
      "4 times for 5 values");
  fbx_says_after(
      [](FbxMaker& m) {
        std::get<std::vector<std::int64_t>>(
            child_of(object_in(m, "AnimationCurve", "", 0), "KeyTime").values[0])[4] =
            std::numeric_limits<std::int64_t>::max();
      },
      "beyond 1e5 s");
  fbx_says_after([](FbxMaker& m) { m.settings().children[0].values[4] = std::int64_t{7}; },
                 "UpAxis is none of");
  fbx_says_after([](FbxMaker& m) { m.settings().children[0].values[4] = std::int64_t{2}; }, "same direction");
  fbx_says_after([](FbxMaker& m) { m.settings().children[6].values[4] = 0.0; }, "unit of");
}

TEST(FbxRefused, OtherVersions) {
  Random random(6);
  RandomFbx character(random, y_up_centimetres);
  fbx_says(character.maker.binary(6100), "is FBX 6.1");
  fbx_says(character.maker.binary(8000), "not known (8000)");
  std::string other_end = character.maker.binary();
  other_end[22] = 1;
  fbx_says(other_end, "big-endian");
  character.maker.header().children[1].values[0] = std::int64_t{6100};
  fbx_says(character.maker.text(), "is FBX 6.1");
  fbx_says("", "is empty");
  fbx_says("; FBX 7.4.0 project file\n", "is empty");
  fbx_says("Kaydara FBX Binary  ", "is cut off");
}

TEST(FbxRefused, NestedWithoutEnd) {
  std::string text = "FBXHeaderExtension: {\nFBXVersion: 7400\n}\n";
  for (int k = 0; k < 10'000; ++k) text += "Objects: {\n";
  fbx_says(text, "nested deeper");
  FbxElement deep{"Objects"};
  for (int k = 0; k < 100; ++k) deep = FbxElement{"Objects", {}, {deep}};
  FbxMaker maker;
  maker.file.children.push_back(deep);
  fbx_says(maker.binary(), "nested deeper");
  fbx_says(maker.binary(7500), "nested deeper");
}

TEST(FbxRefused, CountsThatNoFileHas) {
  // Four thousand million numbers behind a few bytes: memory for them must not be asked for.
  Random random(7);
  const RandomFbx character(random, y_up_centimetres);
  for (const bool deflate : {false, true}) {
    std::string bytes = character.maker.binary(7400, deflate);
    const std::size_t vertices = bytes.find("Vertices");
    ASSERT_NE(vertices, bytes.npos);
    const std::uint32_t many = 0x3fffffff;
    std::memcpy(bytes.data() + vertices + 9, &many, 4);
    fbx_says(bytes, "numbers; expected a smaller file");
    const std::uint32_t fewer = 90'000'000;
    std::memcpy(bytes.data() + vertices + 9, &fewer, 4);
    fbx_says(bytes, deflate ? "damaged" : "cut off");
  }
  std::string text = character.maker.text();
  const std::size_t vertices = text.find("Vertices: *90");
  ASSERT_NE(vertices, text.npos);
  fbx_says(text.substr(0, vertices) + "Vertices: *90000000" + text.substr(vertices + 13), "cut off before");
  fbx_says(text.substr(0, vertices) + "Vertices: *91" + text.substr(vertices + 13), "has 90");
  fbx_says(text.substr(0, vertices) + "Vertices: *many" + text.substr(vertices + 13), "how many numbers");
}

TEST(FbxRefused, FilesCutOffAnywhere) {
  Random random(8);
  const RandomFbx character(random, y_up_centimetres, 4);
  for (const std::string& whole :
       {character.maker.binary(), character.maker.binary(7500, false), character.maker.text()}) {
    const std::size_t step = 1 + whole.size() / static_cast<std::size_t>(scaled(1500));
    const bool is_text = whole[0] == ';';
    for (std::size_t end = 0; end + 140 < whole.size(); end += step) {
      const Expected<MovingFigure> read = read_fbx(whole.substr(0, end), "a.fbx", {});
      if (read) {  // a text may end after any line of the last list
        EXPECT_TRUE(is_text) << end;
        continue;
      }
      expect_one_sentence(read.error().message, "a.fbx");
    }
  }
}

TEST(FbxRefused, NoByteMakesTheReaderCrash) {
  Random random(9);
  const RandomFbx character(random, y_up_centimetres, 4);
  for (const std::string& whole :
       {character.maker.binary(), character.maker.binary(7500, false), character.maker.text()}) {
    for (int trial = 0; trial < scaled(1000); ++trial) {
      std::string bytes = whole;
      for (int k = uniform_int(random, 1, 4); k > 0; --k) {
        bytes[index_of(uniform_int(random, 0, static_cast<int>(bytes.size()) - 1))] =
            static_cast<char>(uniform_int(random, 0, 255));
      }
      const Expected<MovingFigure> read = read_fbx(bytes, "a.fbx", {});
      if (!read) expect_one_sentence(read.error().message, "a.fbx", 1000);
    }
  }
}

}  // namespace
}  // namespace limber
