// Every experiment, in its shortened form, has the verdict that docs/experiments.md states.

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <set>

#include "experiments/catalog.h"
#include "experiments/report/page.h"

namespace limber::experiments {
namespace {

// Rows of the table in the document: | `name` | ... | verdict |
std::map<std::string, std::string> documented_verdicts() {
  std::ifstream file(LIMBER_SOURCE_DIR "/docs/experiments.md");
  EXPECT_TRUE(file) << "docs/experiments.md cannot be read";
  std::map<std::string, std::string> verdicts;
  for (std::string line; std::getline(file, line) && line != "## results.json";) {
    if (!line.starts_with("| `")) continue;
    const std::size_t end_of_name = line.find('`', 3), last = line.rfind('|'),
                      before = line.rfind('|', last - 1);
    if (end_of_name == std::string::npos || before == std::string::npos) continue;
    verdicts[line.substr(3, end_of_name - 3)] = line.substr(before + 2, last - before - 3);
  }
  return verdicts;
}

class EveryExperiment : public testing::TestWithParam<Experiment> {};

TEST_P(EveryExperiment, HasTheVerdictOfTheDocs) {
  const Outcome outcome = carry_out(GetParam(), {.shortened = true});
  const std::map<std::string, std::string> documented = documented_verdicts();
  ASSERT_TRUE(documented.contains(GetParam().name)) << "docs/experiments.md does not list it";
  const Verdict verdict = verdict_of(outcome.result.findings, Timings::left_out);
  EXPECT_EQ(verdict_words(verdict), documented.at(GetParam().name)) << outcome.reason;
}

TEST_P(EveryExperiment, NamesItsSource) {
  const Experiment& e = GetParam();
  for (const std::string* text : {&e.name, &e.title, &e.document, &e.place, &e.claim})
    EXPECT_FALSE(text->empty());
  EXPECT_FALSE(e.parameters.empty());
  EXPECT_EQ(e.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789.-"), std::string::npos);
}

TEST_P(EveryExperiment, GivesTheSameNumbersAgainExceptTimings) {
  double progress = 0.0;
  const RunOptions options{.shortened = true, .progress = [&](double fraction) {
                             EXPECT_GE(fraction, progress);
                             EXPECT_LE(fraction, 1.0 + 1e-12);
                             progress = fraction;
                           }};
  const Result first = GetParam().run(options);
  progress = 0.0;
  const Result second = GetParam().run(options);
  EXPECT_FALSE(first.plots.empty());
  ASSERT_EQ(first.findings.size(), second.findings.size());
  for (std::size_t k = 0; k < first.findings.size(); ++k) {
    const Finding &a = first.findings[k], &b = second.findings[k];
    EXPECT_EQ(a.what, b.what);
    if (!a.timing) {
      EXPECT_EQ(a.value, b.value) << a.what;
    }
  }
  ASSERT_EQ(first.plots.size(), second.plots.size());
  for (std::size_t k = 0; k < first.plots.size(); ++k) {
    if (!first.plots[k].timing) {
      EXPECT_EQ(to_svg(first.plots[k]), to_svg(second.plots[k]));
    }
  }
}

// A number that is wrong is noticed, whichever it is.
TEST_P(EveryExperiment, IsNotReproducedWhenAnyOneOfItsClaimsFails) {
  const std::vector<Finding> findings = GetParam().run({.shortened = true}).findings;
  int breakable = 0;
  for (std::size_t k = 0; k < findings.size(); ++k) {
    std::vector<Finding> broken = findings;
    const Agreeing& agrees = broken[k].agrees;
    if (!std::isfinite(agrees.least) && !std::isfinite(agrees.most)) continue;
    broken[k].value =
        std::isfinite(agrees.most) ? 1e3 * std::max(1.0, std::abs(agrees.most)) : agrees.least - 1e3;
    broken[k].timing = false;
    EXPECT_EQ(verdict_of(broken, Timings::left_out), Verdict::not_reproduced) << broken[k].what;
    ++breakable;
  }
  EXPECT_GE(breakable, 3);
}

INSTANTIATE_TEST_SUITE_P(All, EveryExperiment, testing::ValuesIn(all_experiments()),
                         [](const auto& experiment) {
                           std::string name = experiment.param.name;
                           for (char& c : name) c = c == '-' || c == '.' ? '_' : c;
                           return name;
                         });

TEST(Catalog, NamesAreUniqueAndDocumented) {
  std::set<std::string> names;
  for (const Experiment& experiment : all_experiments()) {
    EXPECT_TRUE(names.insert(experiment.name).second) << experiment.name;
    EXPECT_EQ(find_experiment(experiment.name), &experiment);
  }
  for (const auto& [name, verdict] : documented_verdicts()) {
    EXPECT_TRUE(names.contains(name)) << "docs/experiments.md lists " << name << ", which does not exist";
  }
  EXPECT_EQ(find_experiment("nothing"), nullptr);
}

}  // namespace
}  // namespace limber::experiments
