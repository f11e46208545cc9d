// Every experiment, in its shortened form, has the verdict that docs/experiments.md states.

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <set>

#include "experiments/catalog.h"
#include "experiments/report/page.h"

namespace limber::experiments {

static void PrintTo(const Experiment& experiment, std::ostream* out) {
  *out << experiment.name;
}

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

// Timings count where the figure is about time. They depend on what else the machine does: three tries.
TEST_P(EveryExperiment, HasTheVerdictOfTheDocs) {
  const std::map<std::string, std::string> documented = documented_verdicts();
  ASSERT_TRUE(documented.contains(GetParam().name)) << "docs/experiments.md does not list it";
  const std::string& expected = documented.at(GetParam().name);
  Outcome outcome = carry_out(GetParam(), {.shortened = true});
  for (int again = 0; again < 2 && GetParam().is_about_time; ++again) {
    if (verdict_words(outcome.verdict) != expected) outcome = carry_out(GetParam(), {.shortened = true});
  }
  EXPECT_EQ(verdict_words(outcome.verdict), expected) << outcome.reason;
}

// Not a number but a method is wrong (a sign, a projector, a rule): the verdict is another one, and never
// because the experiment could not be run.
TEST_P(EveryExperiment, HasAnotherVerdictWhenAMethodIsReplaced) {
  const std::map<std::string, std::string> documented = documented_verdicts();
  for (const Replacement& replacement : GetParam().replacements) {
    const Result result = GetParam().run({.shortened = true, .replacement = replacement.key});
    const Verdict verdict = verdict_of(result.findings, Timings::left_out);  // not by chance
    EXPECT_EQ(verdict, Verdict::not_reproduced) << replacement.key << ": " << replacement.what;
    EXPECT_NE(verdict_words(verdict), documented.at(GetParam().name));
  }
}

TEST_P(EveryExperiment, HasOnlyFindingsThatCanFail) {
  const Result result = GetParam().run({.shortened = true});
  bool has_timing = false;
  for (const Finding& finding : result.findings) {
    EXPECT_TRUE(finding.can_fail()) << finding.what;
    has_timing = has_timing || finding.timing;
  }
  EXPECT_EQ(has_timing, GetParam().is_about_time);
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
    broken[k].value =
        std::isfinite(agrees.most()) ? 1e3 * std::max(1.0, std::abs(agrees.most())) : agrees.least() - 1e3;
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

TEST(Catalog, HasMethodsToReplaceInMostExperiments) {
  int with = 0;
  for (const Experiment& experiment : all_experiments()) with += !experiment.replacements.empty();
  EXPECT_GE(with, 20);
}

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
