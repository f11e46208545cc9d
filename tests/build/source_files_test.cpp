// What the sources keep: lines that fit on a screen, an opening comment in every .cpp long enough to need one,
// and arithmetic that is the same everywhere.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

namespace limber {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_line = 110;  // [characters] as in .clang-format, which leaves comments alone
constexpr std::size_t short_enough_alone = 60;  // [lines] a .cpp up to here needs no opening comment

std::vector<fs::path> sources(const std::vector<std::string>& folders) {
  std::vector<fs::path> result;
  for (const std::string& folder : folders) {
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(LIMBER_SOURCE_DIR) / folder)) {
      const auto extension = entry.path().extension();
      if (extension == ".h" || extension == ".cpp") result.push_back(entry.path());
    }
  }
  std::sort(result.begin(), result.end());
  return result;
}

std::vector<std::string> lines_of(const fs::path& file) {
  std::ifstream text(file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

// Characters, not bytes: continuation bytes of UTF-8 do not count.
std::size_t width(const std::string& line) {
  return static_cast<std::size_t>(std::count_if(
      line.begin(), line.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

TEST(SourceFiles, LinesFitTheScreen) {
  for (const fs::path& file : sources({"include", "src", "apps", "examples"})) {
    const std::vector<std::string> lines = lines_of(file);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (lines[i].find("://") != std::string::npos) continue;  // an address cannot be broken
      EXPECT_LE(width(lines[i]), longest_line) << file << ":" << i + 1;
    }
  }
}

TEST(SourceFiles, LongOnesSayWhatTheyDo) {
  for (const fs::path& file : sources({"src", "apps"})) {
    if (file.extension() != ".cpp") continue;
    const std::vector<std::string> lines = lines_of(file);
    if (lines.size() <= short_enough_alone) continue;
    EXPECT_TRUE(lines[0].starts_with("//")) << file << " has " << lines.size() << " lines";
  }
}

// docs/decisions/0003. Pictures are looked at, not replayed; log10 in tuning is rounded to whole decades.
// Arguments may be evaluated in any order: what hands a state over may not read from it in the same call. (joint-set
// did, and with clang named a joint of a figure that was no longer there.)
std::string read_after_handing_over(const std::string& text) {
  static const std::regex handing(R"(commit\(std::move\((\w+)\)([^;]*);)");
  for (std::sregex_iterator found(text.begin(), text.end(), handing), end; found != end; ++found) {
    const std::string state = (*found)[1], rest = (*found)[2];
    if (std::regex_search(rest, std::regex("\\b(" + state + R"(|figure|scene)\b\s*(\.|->))")))
      return found->str();
  }
  return "";
}

TEST(SourceFiles, NoCommandReadsAStateInTheCallThatHandsItOver) {
  EXPECT_NE(
      read_after_handing_over("workspace.commit(std::move(next), {.words = figure.joint_name(joint)});"), "");
  EXPECT_NE(read_after_handing_over("commit(std::move(next),\n {.words = next.scene.title});"), "");
  EXPECT_EQ(read_after_handing_over("commit(std::move(next), {.words = words}); f(next.x);"), "");
  for (const fs::path& file : sources({"src/limber/session"})) {
    std::string text;
    for (const std::string& line : lines_of(file)) text += line + "\n";
    EXPECT_EQ(read_after_handing_over(text), "") << file;
  }
}

TEST(SourceFiles, NoElementaryFunctionOfTheCLibraryDecidesAPosture) {
  const std::regex unportable(
      R"(std::(sin|cos|tan|asin|acos|atan|atan2|hypot|exp|exp2|expm1|log|log2|log1p|pow|cbrt|sinh|cosh|tanh)\()"
      R"(|AngleAxis|slerp\(|angularDistance\()");
  for (const fs::path& file : sources({"include", "src"})) {
    if (file.generic_string().find("/src/limber/picture/") != std::string::npos) continue;
    const std::vector<std::string> lines = lines_of(file);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      EXPECT_FALSE(std::regex_search(lines[i], unportable))
          << file << ":" << i + 1 << ": use limber::portable: " << lines[i];
    }
  }
}

}  // namespace
}  // namespace limber
