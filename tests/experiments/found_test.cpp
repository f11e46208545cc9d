// The page "What we found" says what the results say.

#include "experiments/report/found.h"

#include <gtest/gtest.h>
#include <tinyxml2.h>

#include <set>

#include "experiments/catalog.h"

namespace limber::experiments {
namespace {

Outcome outcome(const std::string& name, const std::vector<Finding>& findings) {
  Experiment experiment{.name = name};
  experiment.run = [findings](const RunOptions&) { return Result{.findings = findings}; };
  return carry_out(experiment, {});
}

TEST(Found, AClaimHoldsOnlyIfAllItRestsOnDoes) {
  const std::vector<Outcome> outcomes = {
      outcome("a", {{.what = "error of one", .value = 0.5, .agrees = at_most(1)},
                    {.what = "error of two", .value = 2.0, .agrees = at_most(1)}})};
  const auto standing = [&](const std::vector<Evidence>& evidence) {
    return look_up({"claim", "instead", evidence}, outcomes).standing;
  };
  EXPECT_EQ(standing({{"a", "error of one"}}), Standing::holds);
  EXPECT_EQ(standing({{"a", "error of two"}}), Standing::does_not);
  EXPECT_EQ(standing({{"a"}}), Standing::does_not);
  EXPECT_EQ(standing({{"a", "error of one"}, {"b"}}), Standing::not_run);
  EXPECT_EQ(standing({{"a", "error of three"}}), Standing::unfounded);
  const Found found = look_up({"claim", "instead", {{"a", "error of one"}, {"a", "error of two"}}}, outcomes);
  ASSERT_NE(found.decisive, nullptr);
  EXPECT_EQ(found.decisive->value, 2.0);
}

TEST(Found, APageOfAPartSaysWhatWasNotRun) {
  const std::string page = found_html({});
  EXPECT_NE(page.find("not run"), std::string::npos);
  EXPECT_EQ(page.find("numbers agree"), std::string::npos);
  EXPECT_EQ(page.find("index.html#"), std::string::npos) << "nothing to lead to";
}

// Every claim names findings that exist; all documents are there; and where a claim stands, by its numbers,
// is what its words say.
TEST(Found, EveryClaimIsFoundedOnFindings) {
  std::set<std::string> names;
  for (const FoundDocument& document : found_documents()) {
    for (const FoundClaim& claim : document.claims) {
      EXPECT_FALSE(claim.evidence.empty()) << claim.claim;
      for (const Evidence& evidence : claim.evidence) names.insert(evidence.experiment);
    }
  }
  EXPECT_EQ(found_documents().size(), 5u);
  std::vector<Outcome> outcomes;
  for (const std::string& name : names) {
    const Experiment* experiment = find_experiment(name);
    ASSERT_NE(experiment, nullptr) << name;
    outcomes.push_back(carry_out(*experiment, {.shortened = true}));
  }
  int hold = 0, fail = 0;
  for (const FoundDocument& document : found_documents()) {
    for (const FoundClaim& claim : document.claims) {
      const Standing standing = look_up(claim, outcomes).standing;
      EXPECT_TRUE(standing == Standing::holds || standing == Standing::does_not) << claim.claim;
      hold += standing == Standing::holds;
      fail += standing == Standing::does_not;
    }
  }
  EXPECT_GE(hold, 15);
  EXPECT_GE(fail, 10);
  const std::string html = found_html(outcomes);
  tinyxml2::XMLDocument page;
  EXPECT_EQ(page.Parse(html.data(), html.size()), tinyxml2::XML_SUCCESS) << page.ErrorStr();
}

}  // namespace
}  // namespace limber::experiments
