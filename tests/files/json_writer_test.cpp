#include "limber/files/json/writer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "limber/base/number_text.h"
#include "limber/files/json/tree.h"
#include "support/scale.h"

namespace limber::json {
namespace {

TEST(JsonWriter, NumbersAreShortAndPlain) {
  EXPECT_EQ(exact_text(0.1), "0.1");
  EXPECT_EQ(exact_text(-0.0), "0");
  EXPECT_EQ(exact_text(100000), "100000");
  EXPECT_EQ(exact_text(1e9), "1000000000");
  EXPECT_EQ(exact_text(0.00002), "0.00002");
  EXPECT_EQ(exact_text(1e-7), "1e-07");
  EXPECT_EQ(exact_text(1.0 / 3.0), "0.3333333333333333");
}

TEST(JsonWriter, EveryDoubleReadsBackAsItself) {
  std::mt19937_64 random(3);
  for (int i = 0; i < test::scaled(100'000); ++i) {
    const std::uint64_t bits = random();
    double value;
    std::memcpy(&value, &bits, sizeof value);
    if (!std::isfinite(value)) continue;
    const Tree tree = parse("[" + exact_text(value) + "]", "x.json");
    EXPECT_EQ(tree.root().children()[0].number(), value);
  }
}

TEST(JsonWriter, TextsReadBackAsThemselves) {
  std::string every = "é\"\\/";
  for (char c = 1; c < 0x7f; ++c) every += c;
  Output list = Output::list();
  list.add(Output::text(every));
  const Tree tree = parse(list.to_string(), "x.json");
  EXPECT_EQ(tree.root().children()[0].text(), every);
}

TEST(JsonWriter, TextThatIsNotUtf8StillGivesJson) {
  Output list = Output::list();
  list.add(Output::text("a\xff\xc3(b\xe2\x82"));
  const Tree tree = parse(list.to_string(), "x.json");
  EXPECT_EQ(tree.root().children()[0].text(), "a\uFFFD\uFFFD(b\uFFFD\uFFFD");
}

TEST(JsonWriter, ShortValuesAreOnOneLine) {
  Output item = Output::object();
  item.set("name", Output::text("a")).set("at", Output::vector({1, 2, 3}));
  Output other = item;
  Output document = Output::object();
  document.set("one", Output::list().add(item));
  document.set("two", Output::list().add(item).add(other));
  document.set("none", Output::list());
  document.set("nothing", Output::number(std::numeric_limits<double>::infinity()));
  EXPECT_EQ(document.to_string(), R"({
  "one": [{"name": "a", "at": [1, 2, 3]}],
  "two": [
    {"name": "a", "at": [1, 2, 3]},
    {"name": "a", "at": [1, 2, 3]}
  ],
  "none": [],
  "nothing": null
}
)");
}

TEST(JsonWriter, LinesStayWithinTheWidth) {
  Output list = Output::list();
  for (int i = 0; i < 100; ++i) list.add(Output::number(i + 0.123456789));
  Output document = Output::object();
  document.set("numbers", std::move(list));
  std::string line;
  for (const char c : document.to_string()) {
    line = c == '\n' ? "" : line + c;
    EXPECT_LE(line.size(), 110u);
  }
}

}  // namespace
}  // namespace limber::json
