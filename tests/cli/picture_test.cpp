// limber picture: formats and sizes. tests/picture tests what is drawn.

#include <gtest/gtest.h>

#include "run_limber.h"

namespace limber::test {

namespace {

int big_endian_at(const std::string& bytes, std::size_t at) {
  int value = 0;
  for (std::size_t i = 0; i < 4; ++i) value = value * 256 + static_cast<unsigned char>(bytes.at(at + i));
  return value;
}

int little_endian_at(const std::string& bytes, std::size_t at) {
  return static_cast<unsigned char>(bytes.at(at)) + 256 * static_cast<unsigned char>(bytes.at(at + 1));
}

}  // namespace

TEST(Picture, PngHasTheSizeAskedFor) {
  const TemporaryFolder folder;
  const std::string out = folder.file("tiny.png");
  for (const char* view : {"front", "side", "top", "three-quarter"}) {
    const Ran ran = limber({"picture", data_file("tiny.json"), "-o", out, "--size", "96x60", "--view", view});
    ASSERT_EQ(ran.code, 0) << ran.err;
    EXPECT_EQ(ran.out + ran.err, "");
    const std::string bytes = contents_of(out);
    EXPECT_EQ(bytes.substr(0, 8), "\x89PNG\r\n\x1a\n");
    EXPECT_EQ(big_endian_at(bytes, 16), 96);
    EXPECT_EQ(big_endian_at(bytes, 20), 60);
  }
}

TEST(Picture, ViewsDiffer) {
  const auto view = [](const char* name) {
    return limber({"picture", data_file("tiny.json"), "-o", "-", "--format", "png", "--size", "48x30",
                   "--view", name})
        .out;
  };
  EXPECT_NE(view("front"), view("side"));
  EXPECT_NE(view("side"), view("top"));
  EXPECT_EQ(view("top"), view("top"));
}

TEST(Picture, GifHasTheSizeAskedFor) {
  const TemporaryFolder folder;
  const std::string out = folder.file("tiny.GIF");
  const Ran ran = limber({"picture", data_file("tiny.json"), "-o", out, "--size", "40x30", "--frames", "3"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  const std::string bytes = contents_of(out);
  EXPECT_EQ(bytes.substr(0, 6), "GIF89a");
  EXPECT_EQ(little_endian_at(bytes, 6), 40);
  EXPECT_EQ(little_endian_at(bytes, 8), 30);
}

TEST(Picture, SvgIsText) {
  const Ran ran = limber({"picture", data_file("tiny.json"), "-o", "-", "--format", "svg"});
  ASSERT_EQ(ran.code, 0) << ran.err;
  EXPECT_NE(ran.out.find("<svg"), std::string::npos);
}

TEST(Picture, ProgressIsShownOnATerminalAndErased) {
  if (!has_terminals()) GTEST_SKIP() << "no /dev/pts here";
  const TemporaryFolder folder;
  const Ran ran =
      limber({"picture", data_file("tiny.json"), "-o", folder.file("tiny.png"), "--size", "96x60"},
             {.on_terminal = true});
  EXPECT_EQ(ran.code, 0);
  EXPECT_NE(ran.out.find(" %"), std::string::npos) << ran.out;
  EXPECT_TRUE(ran.out.ends_with("\r\033[K")) << ran.out;
}

}  // namespace limber::test
