#include "limber/base/version.h"

#include <gtest/gtest.h>

#include <string>

namespace limber {
namespace {

TEST(Version, LibraryAndHeadersAgree) {
  EXPECT_EQ(version(), LIMBER_VERSION_STRING);
}

TEST(Version, IsMajorMinorPatch) {
  EXPECT_EQ(version(), std::to_string(LIMBER_VERSION_MAJOR) + "." + std::to_string(LIMBER_VERSION_MINOR) +
                           "." + std::to_string(LIMBER_VERSION_PATCH));
}

}  // namespace
}  // namespace limber
