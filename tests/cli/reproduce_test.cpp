// limber reproduce.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "run_limber.h"

namespace limber::test {

namespace {

constexpr const char* quick = "baerlocher-5.6";  // takes milliseconds

}  // namespace

TEST(Reproduce, ListsTheExperiments) {
  const Ran ran = limber({"reproduce", "--list"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_TRUE(contains(ran.out, "baerlocher-5.14")) << ran.out;
}

TEST(Reproduce, WritesThePageAndTheNumbers) {
  const TemporaryFolder folder;
  const std::string out = folder.file("deep/down");
  const Ran ran = limber({"reproduce", quick, "-o", out});
  EXPECT_EQ(ran.code, 0) << ran.out << ran.err;
  EXPECT_EQ(ran.err, "");
  EXPECT_TRUE(contains(ran.out, "written: " + out + "/index.html")) << ran.out;
  const std::string page = contents_of(out + "/index.html");
  EXPECT_TRUE(page.starts_with("<!DOCTYPE html>"));
  EXPECT_TRUE(contains(contents_of(out + "/found.html"), "What we found"));
  const nlohmann::json results = nlohmann::json::parse(contents_of(out + "/results.json"));
  EXPECT_EQ(results["experiments"][0]["name"], quick);
}

TEST(Reproduce, PrintsJsonWithoutAFolder) {
  const Ran ran = limber({"reproduce", quick, "--json"});
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(nlohmann::json::parse(ran.out)["experiments"].size(), 1u);
}

TEST(Reproduce, ShowsProgressOnATerminal) {
  if (!has_terminals()) GTEST_SKIP() << "no /dev/pts here";
  const Ran ran = limber({"reproduce", quick}, {.on_terminal = true});
  EXPECT_TRUE(contains(ran.out, std::string("1 of 1, ") + quick)) << ran.out;
}

TEST(Reproduce, ReportsInvalidArguments) {
  const Ran unknown = limber({"reproduce", "baerlocher-5.15"});
  EXPECT_EQ(unknown.code, 2);
  EXPECT_TRUE(contains(unknown.err, "there is no experiment \"baerlocher-5.15\" (did you mean"))
      << unknown.err;
  const Ran none = limber({"reproduce"});
  EXPECT_EQ(none.code, 2);
  EXPECT_TRUE(contains(none.err, "expected the name of an experiment, or all")) << none.err;
  const TemporaryFolder folder;
  const Ran file = limber({"reproduce", quick, "-o", folder.write("taken", "x")});
  EXPECT_EQ(file.code, 3);
  EXPECT_TRUE(contains(file.err, "is a file; expected a folder")) << file.err;
}

}  // namespace limber::test
