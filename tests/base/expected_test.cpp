#include "limber/base/expected.h"

#include <gtest/gtest.h>

#include <memory>

namespace limber {
namespace {

TEST(Expected, HoldsAValueOrASentence) {
  const Expected<int> good = 3;
  EXPECT_TRUE(good.has_value());
  EXPECT_TRUE(good);
  EXPECT_EQ(*good, 3);
  const Expected<int> bad = Error{"figure.json:3: expected a number"};
  EXPECT_FALSE(bad);
  EXPECT_EQ(bad.error().message, "figure.json:3: expected a number");
}

TEST(Expected, ValueOfAnErrorThrowsItsSentence) {
  const Expected<int> bad = Error{"figure.json:3: expected a number"};
  try {
    bad.value();
    FAIL() << "a value from nowhere";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "figure.json:3: expected a number");
  }
}

TEST(Expected, MovesItsValueOut) {
  Expected<std::unique_ptr<int>> good = std::make_unique<int>(4);
  const std::unique_ptr<int> taken = std::move(good).value();
  EXPECT_EQ(*taken, 4);
}

TEST(Expected, CanHoldAString) {
  const Expected<std::string> text = std::string("not an error");
  EXPECT_TRUE(text);
  EXPECT_EQ(text->size(), 12u);
}

}  // namespace
}  // namespace limber
