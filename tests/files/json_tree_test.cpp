#include "limber/files/json/tree.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>

#include "support/scale.h"

namespace limber::json {
namespace {

std::string problem(std::string_view text, const Limits& limits = {}) {
  const Expected<Tree> tree = reading([&] { return parse(text, "x.json", limits); });
  return tree ? "" : tree.error().message;
}

TEST(JsonTree, KeepsEveryKindOfValueInOrder) {
  const Tree tree = parse(R"({"b": null, "a": [true, -2.5, "é\n\u00e9"], "": {}})", "x.json");
  const Node& root = tree.root();
  ASSERT_EQ(root.kind(), Kind::object);
  ASSERT_EQ(root.children().size(), 3u);
  EXPECT_EQ(root.children()[0].name(), "b");
  EXPECT_EQ(root.children()[0].kind(), Kind::null);
  const Node& list = root.children()[1];
  EXPECT_EQ(list.name(), "a");
  ASSERT_EQ(list.children().size(), 3u);
  EXPECT_TRUE(list.children()[0].truth());
  EXPECT_EQ(list.children()[1].number(), -2.5);
  EXPECT_EQ(list.children()[2].text(), "é\né");
  EXPECT_EQ(root.children()[2].name(), "");
  EXPECT_TRUE(root.children()[2].children().empty());
}

TEST(JsonTree, KnowsTheLineOfEveryValue) {
  // The parser reads one character past a number: the line ends right after 1, 2 and 3.
  const Tree tree = parse("\n{\"a\":\n 1\n,\"b\": [2\n, 3\n\n, \"x\"], \"c\": {\n}, \"d\": true}", "x.json");
  const auto members = tree.root().children();
  EXPECT_EQ(tree.root().line(), 2);
  EXPECT_EQ(members[0].line(), 3);
  EXPECT_EQ(members[1].line(), 4);
  EXPECT_EQ(members[1].children()[0].line(), 4);
  EXPECT_EQ(members[1].children()[1].line(), 5);
  EXPECT_EQ(members[1].children()[2].line(), 7);
  EXPECT_EQ(members[2].line(), 7);
  EXPECT_EQ(members[3].line(), 8);
}

TEST(JsonTree, LinesMatchAPlainCountOnRandomLayouts) {
  std::mt19937_64 random(1);
  for (int round = 0; round < test::scaled(300); ++round) {
    // A list of numbers, texts and empty lists with random white space; the line of each is counted by hand.
    std::string text = "[";
    std::vector<int> lines;
    int line = 1;
    const auto space = [&] {
      for (std::uint64_t n = random() % 3; n > 0; --n) {
        const char c = " \n\t\r"[random() % 4];
        if (c == '\n') ++line;
        text += c;
      }
    };
    for (int i = 0; i < 20; ++i) {
      if (i > 0) text += ',';
      space();
      lines.push_back(line);
      const char* const values[] = {"12", "-1.5e3", "\"t\"", "[]", "{}", "true", "null", "0"};
      text += values[random() % 8];
      space();
    }
    text += "]";
    const Tree tree = parse(text, "x.json");
    for (std::size_t i = 0; i < lines.size(); ++i)
      EXPECT_EQ(tree.root().children()[i].line(), lines[i]) << text;
  }
}

TEST(JsonTree, RefusesDuplicateKeysWithBothLines) {
  EXPECT_EQ(problem("{\"a\": 1,\n\"b\": 2,\n\"a\": 3}"),
            "x.json:3: the key \"a\" is given twice in one object (first on line 1)");
  EXPECT_EQ(problem("{\"a\": {\"x\": 1}, \"b\": {\"x\": 1}}"), "");
}

TEST(JsonTree, RefusesDeepNestingWithoutRecursing) {
  const std::string deep = std::string(64, '[') + std::string(64, ']');
  EXPECT_EQ(problem(deep), "");
  EXPECT_EQ(problem("\n[" + deep + "]"), "x.json:2: lists and objects are nested deeper than 64 levels");
  EXPECT_EQ(problem(std::string(10'000'000, '[')),
            "x.json:1: lists and objects are nested deeper than 64 levels");
}

TEST(JsonTree, RefusesTooManyValuesAndTooManyBytes) {
  Limits limits;
  limits.nodes = 4;
  EXPECT_EQ(problem("[1,2,3]", limits), "");
  EXPECT_EQ(problem("[1,2,\n3,4]", limits), "x.json:2: has more than 4 values; expected fewer");
  limits.bytes = 1 << 20;
  EXPECT_EQ(problem(std::string(2 << 20, ' '), limits), "x.json: is 2 MB large; files up to 1 MB are read");
}

TEST(JsonTree, ExplainsSyntaxErrors) {
  const std::pair<std::string, std::string> cases[] = {
      {"", "x.json: is empty; expected JSON"},
      {" \n\t ", "x.json: is empty; expected JSON"},
      {"{\"a\": 1",
       "x.json:1: the file ends too early: the object that begins on line 1 is not closed; the file seems to "
       "be cut off"},
      {"{\"a\": [1,\n2",
       "x.json:2: the file ends too early: the list that begins on line 1 is not closed; the file seems to "
       "be cut off"},
      {"[1, \"abc",
       "x.json:1: the file ends inside a text: its closing quote is missing; the file seems to be cut off"},
      {"[1, \"abc\n]", "x.json:1: the line ends inside a text: a closing quote is missing"},
      {"{\"a\": NaN}",
       "x.json:1: NaN is not a number in JSON; where there is no limit, leave it out or write null"},
      {"{\"a\": nan}",
       "x.json:1: nan is not a number in JSON; where there is no limit, leave it out or write null"},
      {"[1,\n-Infinity]",
       "x.json:2: -Infinity is not a number in JSON; where there is no limit, leave it out or write null"},
      {"[1e999]", "x.json:1: the number \"1e999\" is too large"},
      {"-1e999", "x.json:1: the number \"-1e999\" is too large"},
      {"[1,]", "x.json:1: there is a comma before the closing ']'; remove it"},
      {"{\"a\": 1,\n}", "x.json:2: there is a comma before the closing '}'; remove it"},
      {"{\"a\": 1 // one\n}", "x.json:1: JSON has no comments; remove the text that begins with '/'"},
      {"{'a': 1}", "x.json:1: texts and keys need double quotes, not single quotes"},
      {"{a: 1}", "x.json:1: not JSON: unexpected 'a'; expected a key in double quotes"},
      {"{\"a\" 1}", "x.json:1: not JSON: unexpected '1'; expected ':' after the key"},
      {"{\"a\": 1 \"b\": 2}", "x.json:1: not JSON: unexpected a text in quotes; expected ',' or '}'"},
      {"[1 2]", "x.json:1: not JSON: unexpected '2'; expected ',' or ']'"},
      {"{\"a\": yes}", "x.json:1: not JSON: unexpected \"yes\"; expected a value"},
      {"{} {}", "x.json:1: not JSON: unexpected '{'; expected nothing after the end of the value"},
      {"[1}", "x.json:1: not JSON: unexpected '}'; expected ',' or ']'"},
      {"[\"\xff\"]", "x.json:1: a text contains bytes that are not UTF-8; save the file as UTF-8"},
      {"\x7f"
       "ELF",
       "x.json:1: not JSON: unexpected byte 0x7f; expected a value"},
      {"\xff\xfe{", "x.json: is UTF-16 text; save it as UTF-8"},
      {std::string("{}\0{}", 5), "x.json:1: contains a zero byte, so it is not JSON text"},
  };
  for (const auto& [text, expected] : cases) EXPECT_EQ(problem(text), expected) << text;
}

TEST(JsonTree, LongTextsAreCutInMessages) {
  EXPECT_LT(problem("[" + std::string(1 << 20, 'x') + "]").size(), 200u);
  EXPECT_LT(
      problem("{\"" + std::string(1 << 20, 'x') + "\": 1, \"" + std::string(1 << 20, 'x') + "\": 1}").size(),
      200u);
}

TEST(JsonTree, AgreesWithTheParsersOwnTreeOnRandomTexts) {
  // Random short texts over the alphabet of JSON: both must accept the same ones (ours also refuses duplicate
  // keys).
  std::mt19937_64 random(2);
  const std::string pieces[] = {"[",     "]", "{",    "}",    ",",    ":", "\"a\"",
                                "\"b\"", "1", "-0.5", "true", "null", " ", "1e5"};
  int valid = 0;
  for (int round = 0; round < test::scaled(60'000); ++round) {
    std::string text;
    for (std::uint64_t n = 1 + random() % 8; n > 0; --n) text += pieces[random() % std::size(pieces)];
    const bool accepted = problem(text).empty();
    const bool theirs = nlohmann::json::accept(text);
    if (accepted) ++valid;
    if (accepted != theirs) {
      EXPECT_NE(problem(text).find("given twice"), std::string::npos) << text;
    }
  }
  EXPECT_GT(valid, test::scaled(600));
}

}  // namespace
}  // namespace limber::json
