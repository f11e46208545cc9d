// The table of techniques says what is there, once and in range.

#include "limber/avoidance/parameters.h"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <stdexcept>

#include "avoidance/chain.h"
#include "support/temporary_folder.h"

namespace limber {
namespace {

TEST(TechniqueTable, HasEveryTechniqueOnceUnderItsOwnKey) {
  std::set<std::string_view> keys;
  for (const TechniqueDescription& technique : techniques()) {
    EXPECT_TRUE(keys.insert(technique.key).second) << technique.key;
    EXPECT_EQ(find_technique(technique.key), &technique);
    EXPECT_EQ(&describe(technique.technique), &technique);
    EXPECT_FALSE(technique.title.empty());
    EXPECT_TRUE(technique.summary.ends_with(".")) << technique.key;
  }
  EXPECT_EQ(keys.size(), static_cast<std::size_t>(technique_count));
  EXPECT_EQ(find_technique("no-such"), nullptr);
}

TEST(TechniqueTable, HasAsManyOfEachOriginAsTheReadmeSays) {
  std::array<std::size_t, 3> counts{};  // as in TechniqueOrigin
  for (const TechniqueDescription& technique : techniques())
    ++counts.at(static_cast<std::size_t>(origin(technique.technique)));
  const auto count = [&](TechniqueOrigin which) { return counts.at(static_cast<std::size_t>(which)); };
  constexpr std::array<const char*, 20> words = {"no",      "one",     "two",       "three",    "four",
                                                 "five",    "six",     "seven",     "eight",    "nine",
                                                 "ten",     "eleven",  "twelve",    "thirteen", "fourteen",
                                                 "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"};
  const std::string readme = test::contents_of(LIMBER_SOURCE_DIR "/README.md");
  const auto says = [&](const std::string& sentence) { return readme.find(sentence) != std::string::npos; };
  EXPECT_TRUE(
      says(std::string(words.at(count(TechniqueOrigin::documents))) + " come from the papers and theses"));
  EXPECT_TRUE(says(std::string(words.at(count(TechniqueOrigin::limber))) + " are ours"));
  EXPECT_TRUE(says(std::string(words.at(count(TechniqueOrigin::classics))) + " are the classics"));
}

TEST(TechniqueTable, HasEveryParameterOnceWithItsUsualValueInRange) {
  for (const TechniqueDescription& technique : techniques()) {
    std::set<std::string_view> keys;
    for (const AvoidanceParameter& parameter : technique.parameters) {
      SCOPED_TRACE(std::string(technique.key) + " " + std::string(parameter.key));
      EXPECT_TRUE(keys.insert(parameter.key).second);
      EXPECT_EQ(technique.find(parameter.key), &parameter);
      EXPECT_FALSE(parameter.words.empty());
      EXPECT_LT(parameter.least, parameter.most);
      EXPECT_GE(parameter.usual(), parameter.least);
      EXPECT_LE(parameter.usual(), parameter.most);
      if (parameter.is_tuned()) {
        EXPECT_GT(parameter.tune_least, 0.0);
        EXPECT_LT(parameter.tune_least, parameter.tune_most);
      }
      if (parameter.kind() == AvoidanceParameter::Kind::truth) {
        EXPECT_EQ(parameter.least, 0.0);
        EXPECT_EQ(parameter.most, 1.0);
      }
    }
    EXPECT_EQ(technique.find("no-such"), nullptr);
  }
}

TEST(TechniqueTable, SettingAParameterChangesThatFieldAlone) {
  for (const TechniqueDescription& technique : techniques()) {
    for (const AvoidanceParameter& changed : technique.parameters) {
      AvoidanceOptions avoidance;
      ClearanceOptions clearance;
      const double other = changed.usual() == changed.most ? changed.least : changed.most;
      set_value(changed, other, avoidance, clearance);
      EXPECT_FALSE(avoidance == AvoidanceOptions{} && clearance == ClearanceOptions{}) << changed.key;
      for (const AvoidanceParameter& parameter : technique.parameters) {
        const double expected = &parameter == &changed ? other : parameter.usual();
        EXPECT_EQ(value(parameter, avoidance, clearance), expected)
            << technique.key << ": setting " << changed.key << " and reading " << parameter.key;
      }
    }
  }
}

TEST(AvoidanceOptions, DefaultLengthsAreInProportionToTheLinks) {
  const Figure small = test::sphere_chain(10, 0.1), large = test::sphere_chain(10, 2.0);
  EXPECT_NEAR(mean_link_length(small), 0.1, 1e-12);
  EXPECT_NEAR(mean_link_length(large), 2.0, 1e-12);
  AvoidanceOptions options;
  options.technique = Technique::two_worst;
  const AvoidanceOptions a = resolved(options, small), b = resolved(options, large);
  EXPECT_NEAR(a.full_distance, 0.1, 1e-12);
  EXPECT_NEAR(a.influence, 0.2, 1e-12);
  for (const AvoidanceParameter& parameter : describe(options.technique).parameters) {
    const double in_small = value(parameter, a, {}), in_large = value(parameter, b, {});
    const bool of_length = parameter.usual() == 0.0 && parameter.kind() == AvoidanceParameter::Kind::number;
    EXPECT_NEAR(in_large, of_length ? 20.0 * in_small : in_small, 1e-12) << parameter.key;
    if (of_length) {
      EXPECT_GT(in_small, 0.0) << parameter.key;
    }
  }
  options.unit = 3.0;
  options.push = 0.7;
  EXPECT_DOUBLE_EQ(resolved(options, small).influence, 6.0);
  EXPECT_DOUBLE_EQ(resolved(options, small).push, 0.7);
}

TEST(AvoidanceOptions, RefuseContradictionsWithAReason) {
  const Figure figure = test::sphere_chain(10, 1.0);
  const auto complaint = [&](const AvoidanceOptions& options) -> std::string {
    try {
      resolved(options, figure);
    } catch (const std::invalid_argument& problem) {
      return problem.what();
    }
    return "";
  };
  AvoidanceOptions options;
  options.technique = Technique::task_priority;
  EXPECT_EQ(complaint(options), "");
  options.abort_distance = 1.5;
  EXPECT_NE(complaint(options).find("abort_distance (1.5 m) < full_distance (1 m)"), std::string::npos)
      << complaint(options);
  for (const Technique technique : {Technique::objective, Technique::optimisation}) {  // do not look at it
    options.technique = technique;
    EXPECT_EQ(complaint(options), "") << describe(technique).key;
  }
  options.full_distance = 2.5;
  EXPECT_EQ(complaint(options),
            "the distances of the avoidance technique optimisation must increase: full_distance (2.5 m) < "
            "influence (2 m)");
  options.technique = Technique::objective;
  options.objective_power = 0;
  EXPECT_NE(complaint(options).find("power of the avoidance technique objective must be between 1"),
            std::string::npos)
      << complaint(options);
}

}  // namespace
}  // namespace limber
