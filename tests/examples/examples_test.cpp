// Every example runs and prints what examples/expected/ says; each stays a lesson one can read in a minute.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "support/shell.h"
#include "support/temporary_folder.h"

namespace limber {
namespace {

namespace fs = std::filesystem;
const fs::path source = LIMBER_SOURCE_DIR;

std::vector<std::string> names() {
  std::vector<std::string> result;
  for (const auto& entry : fs::directory_iterator(source / "examples")) {
    if (entry.path().extension() == ".cpp") result.push_back(entry.path().stem().string());
  }
  std::sort(result.begin(), result.end());
  return result;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

class Example : public testing::TestWithParam<std::string> {
 protected:
  fs::path expected() const { return source / "examples" / "expected" / (GetParam() + ".txt"); }
  std::string text() const { return test::contents_of(source / "examples" / (GetParam() + ".cpp")); }
};

// To accept a change on purpose: build/dev/examples/NAME > examples/expected/NAME.txt, in the repository's
// root.
TEST_P(Example, PrintsWhatIsExpected) {
  const test::Shell ran = test::shell(std::string(LIMBER_EXAMPLES "/") + GetParam(), source);
  EXPECT_EQ(ran.code, 0);
  ASSERT_TRUE(fs::exists(expected())) << "no " << expected() << "; the example printed:\n" << ran.output;
  EXPECT_EQ(ran.output, test::contents_of(expected()));
}

TEST_P(Example, IncludesOnlyTheFrontDoor) {
  for (const std::string& line : lines_of(text())) {
    if (line.starts_with("#include \"")) ADD_FAILURE() << line;
    if (line.find("limber/") != std::string::npos && line.starts_with("#include")) {
      EXPECT_EQ(line, "#include <limber/limber.h>");
    }
  }
}

TEST_P(Example, IsShortAndSaysWhatItShows) {
  const std::vector<std::string> lines = lines_of(text());
  EXPECT_LT(lines.size(), 60u);
  ASSERT_FALSE(lines.empty());
  EXPECT_TRUE(lines[0].starts_with("// ")) << lines[0];
  EXPECT_GE(lines_of(test::contents_of(expected())).size(), 2u) << "prints too little to learn from";
}

INSTANTIATE_TEST_SUITE_P(All, Example, testing::ValuesIn(names()), [](const auto& example) {
  std::string name = example.param;
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return !std::isalnum(c); }, '_');
  return name;
});

TEST(Examples, ThereAreAtLeastNineAndNoLeftOverExpectations) {
  const std::vector<std::string> examples = names();
  EXPECT_GE(examples.size(), 9u);
  for (const auto& entry : fs::directory_iterator(source / "examples" / "expected")) {
    EXPECT_NE(std::find(examples.begin(), examples.end(), entry.path().stem().string()), examples.end())
        << entry.path();
  }
}

}  // namespace
}  // namespace limber
