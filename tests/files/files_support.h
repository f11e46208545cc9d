#pragma once
// What the tests of files share.

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace limber::test {

inline const std::filesystem::path source_folder = LIMBER_SOURCE_DIR;
inline const std::filesystem::path data_folder = source_folder / "tests/files/data";

// "file: ...", on one line, and short enough to read.
inline void expect_one_sentence(const std::string& message, const std::string& file,
                                std::size_t longest = 500) {
  EXPECT_TRUE(message.starts_with(file + ":")) << message;
  EXPECT_EQ(message.find('\n'), message.npos) << message;
  EXPECT_LT(message.size(), longest) << message;
}

}  // namespace limber::test
