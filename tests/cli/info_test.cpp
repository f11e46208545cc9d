// limber info: text and JSON.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "limber/files/files.h"
#include "limber/models/models.h"
#include "run_limber.h"
#include "support/temporary_folder.h"

namespace limber::test {

namespace {

using nlohmann::json;

// What follows the facts: the tree alone.
std::string tree_of(const std::string& text) {
  return text.substr(text.find("  segment "));
}

std::size_t longest_line(const std::string& text) {
  std::size_t longest = 0, columns = 0;
  for (const char c : text) {
    if (c == '\n')
      columns = 0;
    else if ((static_cast<unsigned char>(c) & 0xC0) != 0x80)
      longest = std::max(longest, ++columns);
  }
  return longest;
}

constexpr const char* tiny_tree =
    "  segment             joint  moves                   range                             mass\n"
    "  base                       fixed                                                    10 kg\n"
    "  ├─ arm                     ball                    ellipse ±40° × ±20°, twist ±30°\n"
    "  │  fore                    elbow y, z              flex 0…150°, twist ±60°\n"
    "  │  ├─ finger.l      grip   prismatic y             0…40 mm                           20 g\n"
    "  │  └─ finger.r             prismatic -y            0…40 mm                           20 g\n"
    "  ├─ eye                     revolute (0, 0.6, 0.8)  unlimited\n"
    "  └─ tail.1 … tail.8         8 × 2 revolute y, z     ±20°                              2 kg\n"
    "     chain tail: 0.8 m of spheres, tapering 0.04 → 0.01 m\n";

}  // namespace

TEST(Info, TreeOfATinyFigure) {
  const Ran ran = limber({"info", data_file("tiny.json")});
  EXPECT_EQ(ran.code, 0);
  EXPECT_EQ(ran.err, "");
  EXPECT_EQ(tree_of(ran.out), tiny_tree);
  EXPECT_NE(
      ran.out.find("DOF        24: 17 revolute, 2 prismatic, 1 elbow, 1 ball; 23 without coupled joints\n"),
      std::string::npos)
      << ran.out;
  EXPECT_NE(ran.out.find("couplings  1: fingers move alike\n"), std::string::npos);
}

TEST(Info, PairsThatAreNotKeptApartAreNamedWithTheReason) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "pairs.json";
  json figure = json::parse(contents_of(data_file("tiny.json")));
  figure["unchecked_pairs"] = {{{"one", "base"}, {"other", "fore"}},
                               {{"one", "base"}, {"other", "eye"}, {"why", "at-rest"}},
                               {{"one", "arm"}, {"other", "eye"}, {"why", "never"}}};
  std::ofstream(file) << figure;
  const std::string out = limber({"info", file.string(), "--all"}, {.columns = 200}).out;
  EXPECT_NE(
      out.find(
          "may touch  3: base and fore, base and eye (do at rest), arm and eye (only their pieces do)\n"),
      std::string::npos)
      << out;
  EXPECT_EQ(json::parse(limber({"info", file.string(), "--json"}).out).at("unchecked_pairs"),
            figure["unchecked_pairs"]);
}

TEST(Info, AllShowsEverySegment) {
  const Figure figure = load_figure(data_file("tiny.json")).value();
  const std::string out = tree_of(limber({"info", data_file("tiny.json"), "--all"}).out);
  EXPECT_EQ(std::count(out.begin(), out.end(), '\n'), figure.segment_count() + 1);
  for (const SegmentId s : figure.segments()) {
    EXPECT_NE(out.find(figure.segment_name(s) + " "), std::string::npos);
  }
}

TEST(Info, AsciiWhenAskedOrWhenTheLocaleIsNotUtf8) {
  const std::string tiny = data_file("tiny.json");
  const std::string asked = limber({"info", tiny, "--ascii"}).out;
  const std::string locale = limber({"info", tiny}, {.environment = {{"LC_ALL", "C"}}}).out;
  const std::string none = limber({"info", tiny}, {.environment = {{"LC_ALL", ""}}}).out;
  EXPECT_EQ(asked, locale);
  EXPECT_EQ(asked, none);
  for (const char c : asked) ASSERT_TRUE(c == '\n' || (c >= ' ' && c <= '~')) << static_cast<int>(c);
  EXPECT_NE(asked.find("|  `- finger.r"), std::string::npos) << asked;
}

TEST(Info, NoColoursInAPipeUnlessAsked) {
  const std::string tiny = data_file("tiny.json");
  EXPECT_EQ(limber({"info", tiny}).out.find('\033'), std::string::npos);
  EXPECT_NE(limber({"info", tiny, "--color=always"}).out.find('\033'), std::string::npos);
}

TEST(Info, ColoursOnATerminalUnlessDisabled) {
  if (!has_terminals()) GTEST_SKIP() << "no /dev/pts here";
  const std::string tiny = data_file("tiny.json");
  const auto has_colours = [&](const std::vector<std::string>& arguments, const RunOptions& options) {
    const Ran ran = limber(arguments, options);
    EXPECT_EQ(ran.code, 0);
    return ran.out.find("\033[") != std::string::npos;
  };
  EXPECT_TRUE(has_colours({"info", tiny}, {.on_terminal = true}));
  EXPECT_FALSE(has_colours({"info", tiny, "--color=never"}, {.on_terminal = true}));
  EXPECT_FALSE(has_colours({"info", tiny}, {.environment = {{"NO_COLOR", "1"}}, .on_terminal = true}));
  EXPECT_FALSE(has_colours({"info", tiny}, {.environment = {{"TERM", "dumb"}}, .on_terminal = true}));
  EXPECT_TRUE(has_colours({"info", tiny, "--color=always"}, {.environment = {{"NO_COLOR", "1"}}}));
}

TEST(Info, FitsTheTerminal) {
  if (!has_terminals()) GTEST_SKIP() << "no /dev/pts here";
  for (const int columns : {60, 80, 100}) {
    const Ran ran =
        limber({"info", data_file("tiny.json"), "--color=never"}, {.on_terminal = true, .columns = columns});
    EXPECT_LE(longest_line(ran.out), static_cast<std::size_t>(columns) + 1)
        << ran.out;  // and a carriage return
  }
}

TEST(Info, ShippedModelsFitIn100Columns) {
  for (const models::Model& model : models::all()) {
    const Ran ran = limber({"info", "models/" + model.name + ".json"}, {.folder = LIMBER_SOURCE_DIR});
    EXPECT_EQ(ran.code, 0) << ran.err;
    EXPECT_LE(longest_line(ran.out), 100u) << ran.out;
  }
}

TEST(Info, LongRunsAreOneLine) {
  for (const char* links : {"6", "30", "500"}) {
    const Ran ran = limber({"info", "-"}, {.input = limber({"model", "snake", "--links", links}).out});
    const std::string tree = tree_of(ran.out);
    EXPECT_EQ(std::count(tree.begin(), tree.end(), '\n'), 4) << tree;
    EXPECT_NE(tree.find("body.1 … body." + std::string(links)), std::string::npos) << tree;
    EXPECT_NE(tree.find(std::string(links) + " × 2 revolute y, z"), std::string::npos) << tree;
  }
}

TEST(Info, JsonAgreesWithTheLibrary) {
  const Figure figure = load_figure(data_file("tiny.json")).value();
  const json info = json::parse(limber({"info", data_file("tiny.json"), "--json"}).out);
  EXPECT_EQ(info["kind"], "figure");
  EXPECT_EQ(info["name"], figure.name());
  EXPECT_EQ(info["dof"], figure.dof_count());
  EXPECT_EQ(info["segment_count"], figure.segment_count());
  EXPECT_EQ(info["mass"].get<double>(), figure.total_mass());
  ASSERT_EQ(info["segments"].size(), static_cast<std::size_t>(figure.segment_count()));
  for (const SegmentId s : figure.segments()) {
    const json& segment = info["segments"][static_cast<std::size_t>(s)];
    EXPECT_EQ(segment["name"], figure.segment_name(s));
    EXPECT_EQ(segment["joint"]["name"], figure.joint_name(figure.joint_of(s)));
    EXPECT_EQ(segment["joint"]["type"], joint_type_name(figure.joint(figure.joint_of(s)).type));
    EXPECT_EQ(segment["mass"].get<double>(), figure.mass(s).mass);
    if (s > 0) {
      EXPECT_EQ(segment["parent"], figure.segment_name(figure.parent(s)));
    }
  }
  EXPECT_TRUE(info["segments"][0]["parent"].is_null());
  EXPECT_EQ(info["couplings"][0]["terms"][1]["coefficient"], -1);
  // The box reaches from -0.1; the fingers hang 0.7 above the base.
  EXPECT_NEAR(info["extent"]["min"][2].get<double>(), -0.1, 1e-12);
  EXPECT_NEAR(info["extent"]["max"][2].get<double>(), 0.7, 1e-12);
}

TEST(Info, UrdfIsNamedAsItsKind) {
  const TemporaryFolder folder;
  const std::string robot = folder.write(
      "r.urdf",
      "<robot name=\"r\"><link name=\"a\"/><link name=\"b\"/><joint name=\"j\" type=\"continuous\">"
      "<parent link=\"a\"/><child link=\"b\"/><axis xyz=\"0 0 1\"/></joint></robot>");
  EXPECT_EQ(json::parse(limber({"info", robot, "--json"}).out)["kind"], "urdf");
  const std::string text = limber({"info", robot}).out;
  EXPECT_NE(text.find("r  URDF figure of "), std::string::npos) << text;
  EXPECT_NE(text.find("j      revolute z  unlimited"), std::string::npos) << text;
}

}  // namespace limber::test
