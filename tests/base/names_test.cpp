#include "limber/base/names.h"

#include <gtest/gtest.h>

#include <random>

#include "support/scale.h"

namespace limber {
namespace {

using Names = std::vector<std::string>;

TEST(NearMatches, PutTheFewestEditsFirst) {
  const Names names = {"shoulder.l", "elbow.l", "elbow.r", "knee.l"};
  EXPECT_EQ(near_matches("elbow.l", names), (Names{"elbow.l", "elbow.r"}));
  EXPECT_EQ(near_matches("elbwo.r", names), (Names{"elbow.r"}));
  EXPECT_EQ(near_matches("ELBOW.R", names), (Names{"elbow.r", "elbow.l"}));
}

TEST(NearMatches, AcceptAWholeWordAsAPrefix) {
  const Names names = {"hip.l", "knee.l", "knee.r", "spine.upper.thoracic"};
  EXPECT_EQ(near_matches("knee", names), (Names{"knee.l", "knee.r"}));
  EXPECT_EQ(near_matches("spine", names), (Names{"spine.upper.thoracic"}));
}

TEST(NearMatches, IgnoreDistantNames) {
  EXPECT_TRUE(near_matches("shoulder", Names{"knee", "elbow"}).empty());
  EXPECT_TRUE(near_matches("knee", Names{}).empty());
}

TEST(NearMatches, ReturnAtMostTheRequestedNumber) {
  const Names names = {"a1", "a2", "a3", "a4", "a5"};
  EXPECT_EQ(near_matches("a0", names), (Names{"a1", "a2", "a3"}));  // ties: in their order
  EXPECT_EQ(near_matches("a0", names, 1), (Names{"a1"}));
  EXPECT_TRUE(near_matches("a0", names, 0).empty());
}

TEST(NearMatches, AreFastForVeryLongNames) {
  const std::string endless(1000000, 'x');
  EXPECT_NO_THROW(near_matches(endless, Names(100, endless)));
}

TEST(DidYouMean, ReadsLikeASentence) {
  EXPECT_EQ(did_you_mean("kne.l", Names{"knee.l"}), " (did you mean \"knee.l\"?)");
  EXPECT_EQ(did_you_mean("knee", Names{"knee.l", "knee.r"}), " (did you mean \"knee.l\" or \"knee.r\"?)");
  EXPECT_EQ(did_you_mean("a0", Names{"a1", "a2", "a3"}), " (did you mean \"a1\", \"a2\" or \"a3\"?)");
  EXPECT_EQ(did_you_mean("shoulder", Names{"knee"}), "");
}

TEST(Quoted, PutsNamesInQuotes) {
  EXPECT_EQ(quoted("knee.l"), "\"knee.l\"");
  EXPECT_EQ(quoted(""), "\"\"");
  EXPECT_EQ(quoted("gr\u00fc\u00df"), "\"gr\u00fc\u00df\"");
}

TEST(Quoted, ShortensLongNamesAndReplacesControlCharacters) {
  EXPECT_EQ(quoted("a\n\t\x1b[31m\x7f"), "\"a???[31m?\"");
  const std::string cut = limber::quoted(std::string(1000, 'x'));
  EXPECT_LT(cut.size(), 70u);
  EXPECT_TRUE(cut.ends_with("...\""));
}

TEST(Quoted, NeverSplitsAUtf8Character) {
  std::string name;
  for (int i = 0; i < 100; ++i) name += "\u00e9";  // two bytes each
  for (int shift = 0; shift < 2; ++shift) {
    const std::string cut = limber::quoted(std::string(shift, 'x') + name);
    EXPECT_EQ((cut.size() - 5 - shift) % 2, 0u) << cut;
  }
}

TEST(MatchesPattern, StarsStandForAnyRunOfCharacters) {
  EXPECT_TRUE(matches_pattern("spine3", "spine*"));
  EXPECT_TRUE(matches_pattern("spine", "spine*"));
  EXPECT_FALSE(matches_pattern("spin", "spine*"));
  EXPECT_TRUE(matches_pattern("shoulder.l", "*.l"));
  EXPECT_FALSE(matches_pattern("shoulder.r", "*.l"));
  EXPECT_TRUE(matches_pattern("a.b.c", "a*c"));
  EXPECT_TRUE(matches_pattern("abab", "*ab"));
  EXPECT_TRUE(matches_pattern("anything", "*"));
  EXPECT_TRUE(matches_pattern("", "*"));
  EXPECT_TRUE(matches_pattern("", ""));
  EXPECT_FALSE(matches_pattern("a", ""));
  EXPECT_TRUE(matches_pattern("a", "***a***"));
  EXPECT_FALSE(matches_pattern("knee.l", "knee"));
}

// The definition, tried every way.
bool matches_by_definition(std::string_view name, std::string_view pattern) {
  if (pattern.empty()) return name.empty();
  if (pattern[0] != '*') {
    return !name.empty() && name[0] == pattern[0] && matches_by_definition(name.substr(1), pattern.substr(1));
  }
  for (std::size_t skip = 0; skip <= name.size(); ++skip) {
    if (matches_by_definition(name.substr(skip), pattern.substr(1))) return true;
  }
  return false;
}

TEST(MatchesPattern, AgreesWithItsDefinition) {
  std::mt19937 random(1);
  int matched = 0;
  for (int i = 0; i < test::scaled(20000); ++i) {
    std::string name, pattern;
    for (unsigned k = random() % 7; k > 0; --k) name += "ab"[random() % 2];
    for (unsigned k = random() % 6; k > 0; --k) pattern += "ab*"[random() % 3];
    ASSERT_EQ(matches_pattern(name, pattern), matches_by_definition(name, pattern)) << name << " " << pattern;
    matched += matches_pattern(name, pattern);
  }
  EXPECT_GT(matched, test::scaled(20000) / 20);
}

TEST(MatchesPattern, IsFastForManyStars) {
  std::string pattern;
  for (int i = 0; i < 1000; ++i) pattern += "*a";
  const std::string name(5000, 'a');
  EXPECT_FALSE(matches_pattern(name + "b", pattern));
}

}  // namespace
}  // namespace limber
