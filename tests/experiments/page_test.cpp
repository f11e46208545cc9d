// The HTML page and the JSON of the experiments, read back.

#include "experiments/report/page.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "experiments/svg_support.h"

namespace limber::experiments {
namespace {

using tinyxml2::XMLElement;

std::vector<Outcome> two_outcomes() {
  Experiment good{.name = "good-1.1",
                  .title = "Of <angles> & \"quotes\"",
                  .document = "Nobody 1999",
                  .place = "figure 1.1",
                  .claim = "It is small",
                  .parameters = {{"length", "1 m"}},
                  .is_about_time = true};
  good.run = [](const RunOptions&) {
    Result result;
    result.findings = {
        {.what = "error", .claim = "small", .value = 0.25, .unit = "m", .agrees = at_most(1)},
        {.what = "time", .claim = "short", .value = 5, .unit = "ms", .agrees = at_most(9), .timing = true}};
    result.note("seen <besides>", 7, "m");
    result.plots = {{.title = "a plot", .series = {{.label = "s", .points = {{0, 1}, {1, std::nan("")}}}}}};
    result.conclusion = "As it says.";
    return result;
  };
  Experiment bad = good;
  bad.name = "bad-1.2";
  bad.run = [](const RunOptions&) {
    return Result{
        .findings = {{.what = "error", .claim = "small", .value = 2, .unit = "m", .agrees = at_most(1)}}};
  };
  return {carry_out(good, {}), carry_out(bad, {})};
}

TEST(Page, IsWellFormedAndNeedsNothingElse) {
  const std::string html = page_html(two_outcomes());
  tinyxml2::XMLDocument document;
  ASSERT_EQ(document.Parse(html.data(), html.size()), tinyxml2::XML_SUCCESS) << document.ErrorStr();
  test::visit(document.RootElement(), [](const XMLElement& element) {
    const std::string tag = element.Name();
    EXPECT_TRUE(tag != "script" && tag != "link" && tag != "img" && tag != "iframe") << tag;
    for (const char* name : {"src", "href"}) {
      const std::string value = element.Attribute(name) ? element.Attribute(name) : "";
      EXPECT_TRUE(value.empty() || value.starts_with("#") || value == "results.json" || value == "found.html") << value;
    }
  });
  EXPECT_EQ(html.find("url("), std::string::npos);
  EXPECT_EQ(html.find("@import"), std::string::npos);
}

TEST(Page, ShowsClaimNumberVerdictParametersAndCommandOfEveryExperiment) {
  const std::string html = page_html(two_outcomes());
  for (const char* part :
       {"Of &lt;angles&gt; &amp; &quot;quotes&quot;", "Nobody 1999", "It is small", "0.25\u00a0m",
        "As it says.", "seen &lt;besides&gt;", "1 m", "limber reproduce good-1.1 -o DIR", "not reproduced",
        "<svg", "id=\"bad-1.2\"", "href=\"#bad-1.2\"", "1 reproduced; 1 not reproduced"}) {
    EXPECT_NE(html.find(part), std::string::npos) << part;
  }
}

TEST(ResultsJson, HoldsEveryNumber) {
  const nlohmann::json document = nlohmann::json::parse(results_json(two_outcomes()));
  ASSERT_EQ(document["experiments"].size(), 2u);
  const nlohmann::json& good = document["experiments"][0];
  EXPECT_EQ(good["name"], "good-1.1");
  EXPECT_EQ(good["verdict"], "reproduced");
  EXPECT_EQ(document["experiments"][1]["verdict"], "not_reproduced");
  EXPECT_EQ(good["parameters"]["length"], "1 m");
  EXPECT_EQ(good["findings"][0]["value"], 0.25);
  EXPECT_EQ(good["findings"][0]["holds"], true);
  EXPECT_TRUE(good["findings"][0]["agrees"][0].is_null());  // an open end
  EXPECT_EQ(good["findings"][0]["agrees"][1], 1);
  EXPECT_EQ(good["findings"][1]["timing"], true);
  EXPECT_EQ(good["about_time"], true);
  EXPECT_EQ(good["observations"][0]["value"], 7);
  EXPECT_EQ(good["plots"][0]["series"][0]["x"], (std::vector<double>{0, 1}));
  EXPECT_TRUE(good["plots"][0]["series"][0]["y"][1].is_null());  // NaN
}

}  // namespace
}  // namespace limber::experiments
