// What the documents show is what happens: every command of limber shown in README.md, CONTRIBUTING.md and
// docs/ is run, its output compared with what is printed below it, and every piece of C++ is found in the
// file it says it is from.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "document.h"
#include "support/shell.h"
#include "support/temporary_folder.h"

namespace limber::docs {
namespace {

namespace fs = std::filesystem;
const fs::path source = LIMBER_SOURCE_DIR;

std::vector<std::string> documents() {
  std::vector<std::string> result = {"README.md", "CONTRIBUTING.md"};
  for (const auto& entry : fs::recursive_directory_iterator(source / "docs")) {
    if (entry.path().extension() == ".md") result.push_back(entry.path().lexically_relative(source).string());
  }
  std::sort(result.begin(), result.end());
  return result;
}

// A folder that looks like the repository to a command, in which it may write: links to all that is there,
// `limber` as ./run.
class Playground {
 public:
  Playground() {
    for (const auto& entry : fs::directory_iterator(source)) {
      const std::string name = entry.path().filename().string();
      if (name != "run" && name != "build" && !name.starts_with(".")) {
        fs::create_symlink(entry.path(), folder_.path() / name);
      }
    }
    fs::create_symlink(LIMBER_CLI, folder_.path() / "run");
    fs::create_directory(folder_.path() / "bin");
    fs::create_symlink(LIMBER_CLI, folder_.path() / "bin" / "limber");
  }
  test::Shell run(const std::string& line) const {
    return test::shell("export PATH=$PWD/bin:$PATH HOME=$PWD; " + line, folder_.path());
  }

 private:
  test::TemporaryFolder folder_;
};

class Document : public testing::TestWithParam<std::string> {
 protected:
  std::vector<Block> all() const { return blocks(test::contents_of(source / GetParam())); }
  std::string place(int line) const { return GetParam() + ":" + std::to_string(line) + ": "; }
};

TEST_P(Document, CommandsDoWhatIsShown) {
  const Playground playground;
  for (const Block& block : all()) {
    for (const Command& command : commands(block)) {
      const test::Shell ran = playground.run(command.text);
      if (!command.compared || command.output.empty()) {
        EXPECT_EQ(ran.code, 0) << place(command.line) << command.text << "\n" << ran.output;
        continue;
      }
      EXPECT_EQ(difference(command.output, ran.output, block.marker.starts_with("timings")), "")
          << place(command.line) << command.text << "\nprinted:\n"
          << ran.output;
    }
  }
}

TEST_P(Document, CodeIsTakenFromAFile) {
  for (const Block& block : all()) {
    if (block.marker.starts_with("from ")) {
      const fs::path file = source / block.marker.substr(5);
      ASSERT_TRUE(fs::exists(file)) << place(block.line) << file;
      EXPECT_EQ(not_from(block, test::contents_of(file)), "") << place(block.line) << "is not in " << file;
    } else {
      EXPECT_TRUE(block.language != "cpp" || block.marker.starts_with("not run: "))
          << place(block.line) << "C++ that no test compiles; say <!-- from examples/NAME.cpp -->";
    }
  }
}

TEST_P(Document, ScriptsAndBenchmarksExist) {
  for (const Block& block : all()) {
    for (const Command& command : shown(block)) {
      std::istringstream words(command.text);
      std::string script, name;
      words >> script;
      if (!script.starts_with("tools/") && !script.starts_with("./")) continue;
      EXPECT_TRUE(fs::exists(source / script)) << place(command.line) << script;
      if (script != "tools/bench.sh") continue;
      while (words >> name && name != "--") {
        EXPECT_TRUE(fs::exists(source / "benchmarks" / (name + ".cpp"))) << place(command.line) << name;
      }
    }
  }
}

TEST_P(Document, LinksLeadSomewhere) {
  const std::string text = test::contents_of(source / GetParam());
  for (std::size_t at = 0; (at = text.find("](", at)) != std::string::npos;) {
    at += 2;
    std::string target = text.substr(at, text.find(')', at) - at);
    target = target.substr(0, target.find('#'));
    if (target.empty() || target.find("://") != std::string::npos || target.find('\n') != std::string::npos)
      continue;
    EXPECT_TRUE(fs::exists(source / fs::path(GetParam()).parent_path() / target))
        << GetParam() << ": " << target;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Document, testing::ValuesIn(documents()), [](const auto& document) {
  std::string name = document.param;
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return !std::isalnum(c); }, '_');
  return name;
});

// The checks themselves must be able to fail.

TEST(DocsCheck, FindsCommandsAndTheirOutput) {
  const std::vector<Block> found = blocks("text\n```\n$ limber info x\nfigure\n  2 DOF\n$ ls\nx\n```\n");
  ASSERT_EQ(found.size(), 1u);
  const std::vector<Command> run = commands(found[0]);
  ASSERT_EQ(run.size(), 1u);
  EXPECT_EQ(run[0].text, "limber info x");
  EXPECT_EQ(run[0].line, 3);
  EXPECT_EQ(run[0].output, "figure\n  2 DOF\n");
}

TEST(DocsCheck, RemarksAreNotPartOfACommand) {
  const std::vector<Block> found =
      blocks("a\n\n    ./run info x.json    what is in it\n    limber model # all\n\nb\n");
  ASSERT_EQ(found.size(), 1u);
  const std::vector<Command> run = commands(found[0]);
  ASSERT_EQ(run.size(), 2u);
  EXPECT_EQ(run[0].text, "./run info x.json");
  EXPECT_EQ(run[1].text, "limber model");
}

TEST(DocsCheck, MarkedBlocksAreNotRun) {
  EXPECT_TRUE(commands(blocks("<!-- not run: opens the studio -->\n```\n./run\n```\n")[0]).empty());
}

TEST(DocsCheck, OneChangedDigitIsADifference) {
  EXPECT_EQ(difference("at rest after 210 steps\n", "at rest after 210 steps\n", false), "");
  EXPECT_NE(difference("at rest after 121 steps\n", "at rest after 210 steps\n", false), "");
  EXPECT_NE(difference("a\n", "a\nb\n", false), "");
  EXPECT_NE(difference("a\nb\n", "a\n", false), "");
}

TEST(DocsCheck, OnlyMarkedTimingsMayDiffer) {
  EXPECT_EQ(difference("3 steps in … s, … us each\n", "3 steps in 0.1 s, 12 us each\n", true), "");
  EXPECT_EQ(difference("a   …\n", "a  100\n", true), "");
  EXPECT_NE(difference("4 steps in … s, … us each\n", "3 steps in 0.1 s, 12 us each\n", true), "");
  EXPECT_NE(difference("0…40 mm\n", "0, 40 mm\n", false), "");
}

TEST(DocsCheck, ChangedCodeIsNotFromTheFile) {
  const std::string file = "int main() {\n  int a = 1;\n\n  int b = 2;\n  int c = 3;\n}\n";
  const auto block = [](const std::string& code) { return blocks("```cpp\n" + code + "```\n")[0]; };
  EXPECT_EQ(not_from(block("int a = 1;\n\nint b = 2;\n"), file), "");
  EXPECT_EQ(not_from(block("int a = 1;\n...\nint c = 3;\n"), file), "");
  EXPECT_NE(not_from(block("int a = 2;\n"), file), "");
  EXPECT_NE(not_from(block("int a = 1;\nint c = 3;\n"), file), "");
}

}  // namespace
}  // namespace limber::docs
