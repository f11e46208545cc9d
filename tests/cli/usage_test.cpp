// Help, wrong usage and exit codes of the command.

#include <gtest/gtest.h>

#include <algorithm>

#include "limber/base/version.h"
#include "run_limber.h"

namespace limber::test {

namespace {

// `limber: ` and one line.
void expect_one_sentence(const Ran& ran) {
  EXPECT_TRUE(ran.err.starts_with("limber: ")) << ran.err;
  EXPECT_EQ(std::count(ran.err.begin(), ran.err.end(), '\n'), 1) << ran.err;
  EXPECT_EQ(ran.out, "");
}

const std::vector<std::string> all_commands = {"info", "check",   "convert", "eval", "solve",     "compare",
                                               "tune", "picture", "model",   "grow", "reproduce", "retarget"};

}  // namespace

TEST(Usage, VersionIsTheLibrarys) {
  const Ran ran = limber({"--version"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.out, "limber " + std::string(version()) + "\n");
}

TEST(Usage, HelpNamesEveryCommandAndExitCode) {
  const Ran ran = limber({"--help"});
  EXPECT_EQ(ran.code, 0);
  for (const std::string& command : all_commands) EXPECT_TRUE(contains(ran.out, "\n  " + command + " "));
  for (const char* code : {"\n  0 ", "\n  1 ", "\n  2 ", "\n  3 ", "\n  70 "})
    EXPECT_TRUE(contains(ran.out, code));
}

TEST(Usage, EveryCommandHasHelpWithExamplesWithin100Columns) {
  for (const std::string& command : all_commands) {
    const Ran ran = limber({command, "--help"});
    EXPECT_EQ(ran.code, 0);
    EXPECT_TRUE(contains(ran.out, "Usage: limber " + command)) << ran.out;
    EXPECT_TRUE(contains(ran.out, "Examples:\n  limber ")) << ran.out;
    for (std::size_t begin = 0; begin < ran.out.size();) {
      const std::size_t end = ran.out.find('\n', begin);
      EXPECT_LE(end - begin, 100u) << ran.out.substr(begin, end - begin);
      begin = end + 1;
    }
  }
}

TEST(Usage, WithoutACommandShowsHelpAndGivesExitCode2) {
  const Ran ran = limber({});
  EXPECT_EQ(ran.code, 2);
  EXPECT_TRUE(contains(ran.err, "Commands:"));
  EXPECT_EQ(ran.out, "");
}

TEST(Usage, UnknownCommandSuggestsNearOnes) {
  const Ran ran = limber({"chekc"});
  EXPECT_EQ(ran.code, 2);
  expect_one_sentence(ran);
  EXPECT_TRUE(contains(ran.err, "\"chekc\" (did you mean \"check\"?)")) << ran.err;
}

TEST(Usage, UnknownOptionSuggestsNearOnes) {
  const Ran ran = limber({"info", data_file("tiny.json"), "--jsn"});
  EXPECT_EQ(ran.code, 2);
  expect_one_sentence(ran);
  EXPECT_TRUE(contains(ran.err, "\"--jsn\" (did you mean \"--json\"")) << ran.err;
}

TEST(Usage, EveryMistakeIsOneSentenceAndExitCode2) {
  const std::string tiny = data_file("tiny.json");
  const std::vector<std::vector<std::string>> mistakes = {
      {"info"},
      {"info", tiny, tiny},
      {"info", tiny, "--color", "green"},
      {"info", tiny, "--color"},
      {"check"},
      {"convert", tiny},
      {"convert", tiny, "-o", "-", "--links", "tail"},
      {"convert", tiny, "-o", "-", "--links", "tail="},
      {"convert", tiny, "-o", "-", "--links", "tail=4x"},
      {"convert", tiny, "-o", "-", "--links", "tail=0"},
      {"convert", tiny, "-o", "-", "--links", "tail=99999999999"},
      {"convert", tiny, "-o", "-", "--links", "trunk=4"},
      {"convert", tiny, "-o", "-", "--root", "nose"},
      {"convert", tiny, "-o", "-", "--as", "picture"},
      {"eval", tiny, "--frame", "nose"},
      {"picture", tiny},
      {"picture", tiny, "-o", "x.bmp"},
      {"picture", tiny, "-o", "-"},
      {"picture", tiny, "-o", "x.png", "--size", "12"},
      {"picture", tiny, "-o", "x.png", "--size", "12x"},
      {"picture", tiny, "-o", "x.png", "--size", "0x10"},
      {"picture", tiny, "-o", "x.png", "--size", "99999999999x10"},
      {"picture", tiny, "-o", "x.png", "--view", "behind"},
      {"picture", tiny, "-o", "x.gif", "--frames", "0"},
      {"picture", tiny, "-o", "x.png", "--show", "bones"},
      {"model", "unicorn"},
      {"model", "human", "--links", "4"},
      {"model", "snake", "--links", "-4"},
      {"model", "snake", "--links", "many"},
      {"--nonsense"},
      {"--json", "info"},
  };
  for (const std::vector<std::string>& arguments : mistakes) {
    std::string shown;
    for (const std::string& word : arguments) shown += word + " ";
    SCOPED_TRACE(shown);
    const Ran ran = limber(arguments);
    EXPECT_EQ(ran.code, 2);
    expect_one_sentence(ran);
    EXPECT_FALSE(contains(ran.err, "internal error")) << ran.err;
  }
}

TEST(Usage, MissingAndBrokenFilesGiveExitCode3) {
  const TemporaryFolder folder;
  const std::string broken = folder.write("broken.json", "{\"limber\": 1,");
  for (const std::string command : {"info", "eval"}) {
    for (const std::string& file : {folder.file("none.json").string(), broken, folder.path().string()}) {
      const Ran ran = limber({command, file});
      EXPECT_EQ(ran.code, 3) << command << " " << file;
      expect_one_sentence(ran);
      EXPECT_TRUE(contains(ran.err, file)) << ran.err;
    }
  }
  EXPECT_EQ(limber({"convert", broken, "-o", "-"}).code, 3);
  EXPECT_EQ(limber({"picture", broken, "-o", folder.file("x.png")}).code, 3);
}

TEST(Usage, UnwritableOutputGivesExitCode3) {
  const Ran ran = limber({"convert", data_file("tiny.json"), "-o", "/dev/full"});
  EXPECT_EQ(ran.code, 3);
  expect_one_sentence(ran);
}

TEST(Usage, ClosedPipeEndsItWithoutAMessage) {
  const Ran ran = limber({"convert", data_file("tiny.json"), "-o", "-"}, {.close_output_early = true});
  EXPECT_EQ(ran.err, "");
  EXPECT_NE(ran.code, 70);
}

TEST(Usage, ControlCharactersInNamesDoNotReachTheTerminal) {
  const Ran ran = limber({"info", "no\033[31mfile\nat all"});
  EXPECT_EQ(ran.code, 3);
  EXPECT_FALSE(contains(ran.err, "\033"));
  expect_one_sentence(ran);
}

}  // namespace limber::test
