// Any bytes give a valid figure, or one sentence with the file and the line. urdf/malformed/ has a file per
// error, and beside it, line by line, what the sentence must contain.

#include <random>
#include <set>
#include <sstream>

#include "files_support.h"
#include "support/scale.h"
#include "urdf_support.h"

namespace limber {
namespace {

using namespace test;

std::set<std::filesystem::path> malformed_urdf_files() {
  std::set<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(urdf_folder / "malformed")) {
    if (entry.path().extension() == ".urdf") files.insert(entry.path());
  }
  return files;
}

TEST(UrdfMalformed, EveryErrorGetsItsSentence) {
  const auto files = malformed_urdf_files();
  EXPECT_GE(files.size(), 55u);
  for (const std::filesystem::path& file : files) {
    const std::string name = file.filename().string();
    const Expected<Figure> figure = parse_urdf(text_of(file), name);
    ASSERT_FALSE(figure) << name;
    const std::string& message = figure.error().message;
    expect_one_sentence(message, name);
    std::istringstream fragments(text_of(std::filesystem::path(file).replace_extension(".expected")));
    for (std::string fragment; std::getline(fragments, fragment);) {
      EXPECT_NE(message.find(fragment), message.npos) << "expected: " << fragment << "\ngot: " << message;
    }
  }
}

TEST(UrdfMalformed, EveryTruncationIsReported) {
  for (const char* name : {"arm.urdf", "gripper.urdf", "cart.urdf", "oddities.urdf"}) {
    const std::string text = text_of(urdf_folder / name);
    const std::size_t whole = text.rfind("</robot>") + 8;
    for (std::size_t length = 0; length < whole; ++length) {
      const Expected<FigureDescription> figure =
          describe_urdf(std::string_view(text).substr(0, length), name);
      ASSERT_FALSE(figure) << name << " cut after " << length;
      expect_one_sentence(figure.error().message, name);
    }
    EXPECT_TRUE(describe_urdf(std::string_view(text).substr(0, whole), name));
  }
}

TEST(UrdfMalformed, RandomChangesNeverGetPastTheChecks) {
  const char* const names[] = {"arm.urdf", "gripper.urdf", "cart.urdf", "oddities.urdf"};
  std::vector<std::string> texts;
  for (const char* name : names) texts.push_back(text_of(urdf_folder / name));
  const std::string_view snippets[] = {"\"",   "<",    ">",        "/",  "0",
                                       "-",    "nan",  "1e9",      " ",  "</link>",
                                       "\xff", "&#0;", "&#xd800;", "%n", "<link name=\"base\"/>",
                                       "<!--", "]]>",  "e"};
  std::mt19937 random(7);
  const auto below = [&](std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n - 1)(random);
  };
  int read = 0;
  for (int i = 0; i < scaled(10000); ++i) {
    std::string text = texts[below(4)];
    for (std::size_t changes = 1 + below(3); changes > 0; --changes) {
      const std::size_t at = below(text.size()), length = below(12);
      switch (below(4)) {
        case 0:
          text.erase(at, length);
          break;
        case 1:
          text.insert(at, snippets[below(std::size(snippets))]);
          break;
        case 2:
          text[at] = static_cast<char>(below(256));
          break;
        default:
          text.insert(below(text.size()), text.substr(at, length * 20));
          break;
      }
    }
    const Expected<Figure> figure = parse_urdf(text, "mutant.urdf");
    if (figure) {
      ++read;
      EXPECT_TRUE(is_finite(figure->rest_posture()));
      EXPECT_GE(figure->total_mass(), 0.0);
    } else {
      expect_one_sentence(figure.error().message, "mutant.urdf");
    }
  }
  EXPECT_GT(read, 0);
}

TEST(UrdfMalformed, EndlessNestingIsRefusedWithoutRecursion) {
  std::string deep = "<robot>";
  for (int i = 0; i < 1'000'000; ++i) deep += "<a>";
  EXPECT_NE(describe_urdf(deep, "deep.urdf").error().message.find("nested more than 100 deep"), deep.npos);
}

TEST(UrdfMalformed, TooLargeFilesAreRefusedBeforeParsing) {
  const std::string garbage(std::size_t{200} << 20, 'x');
  EXPECT_EQ(describe_urdf(garbage, "big.urdf").error().message,
            "big.urdf: the file has 200 MB; expected a URDF of at most 64 MB");
  std::string tags = "<robot>";
  while (tags.size() < (std::size_t{20} << 20)) tags += "<a/>";
  EXPECT_NE(describe_urdf(tags, "tags.urdf").error().message.find("more than 4000000 tags"), tags.npos);
}

}  // namespace
}  // namespace limber
