// Other windows, and the end of the studio, while a large file is read.

#include <gtest/gtest.h>

#include <chrono>

#include "running_studio.h"

namespace limber::test {
namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

std::string base64(const std::string& bytes) {
  constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i + 2 < bytes.size(); i += 3) {
    const std::uint32_t group = static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i])) << 16 |
                                static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[i + 1])) << 8 |
                                static_cast<unsigned char>(bytes[i + 2]);
    for (int k = 3; k >= 0; --k) text += digits[group >> (6 * k) & 63];
  }
  return text;
}

// Takes some seconds to read, and is too large for a session in the end.
std::string long_chain(int links) {
  std::string text = "<robot name='r'><link name='l0'/>";
  for (int i = 1; i <= links; ++i) {
    const std::string n = std::to_string(i), before = std::to_string(i - 1);
    text += "<link name='l" + n + "'/><joint name='j" + n + "' type='continuous'><parent link='l" + before +
            "'/><child link='l" + n + "'/></joint>\n";
  }
  text += "</robot>";
  return text + std::string(3 - text.size() % 3, ' ');
}

void drop(SocketClient& window, const std::string& text) {
  constexpr std::size_t piece = 1'200'000;  // a multiple of 3
  for (std::size_t at = 0; at < text.size(); at += piece) {
    ASSERT_TRUE(window.command({{"id", 100 + at / piece},
                                {"do", "drop"},
                                {"path", "r.urdf"},
                                {"data", base64(text.substr(at, piece))},
                                {"begin", at == 0},
                                {"open", at + piece >= text.size()}}));
    if (at + piece < text.size()) {
      ASSERT_TRUE(window.wait_for_answer(100.0 + static_cast<double>(at / piece)));
    }
  }
}

constexpr int many_links = 100'000;  // 12 MB

TEST(StudioImport, OtherWindowsAreAnsweredWhileAFileIsRead) {
  RunningStudio running;
  SocketClient one = running.window(), other = running.window();
  const std::string text = long_chain(many_links);
  const double last = 100.0 + static_cast<double>((text.size() - 1) / 1'200'000);
  drop(one, text);
  const auto begin = Clock::now();
  double slowest = 0.0;
  int answered = 0;
  std::optional<nlohmann::json> answer;
  while (!answer && since(begin) < 60.0) {
    const auto asked = Clock::now();
    ASSERT_TRUE(other.command({{"id", ++answered}, {"do", "posture-rest"}}));
    ASSERT_TRUE(other.wait_for_answer(answered));
    answer =
        one.wait_for([&](const nlohmann::json& m) { return m.contains("id") && m.at("id") == last; }, 0.01);
    if (!answer) slowest = std::max(slowest, since(asked) - 0.01);
  }
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->at("type"), "refused") << *answer;
  EXPECT_GT(answered, 3) << "before the file had been read";
  std::printf("read for %.1f s; the slowest of %d answers took %.0f ms\n", since(begin), answered,
              1e3 * slowest);
}

TEST(StudioImport, TheStudioEndsWhileAFileIsRead) {
  auto running = std::make_unique<RunningStudio>();
  SocketClient one = running->window();
  drop(one, long_chain(many_links));
  const auto begin = Clock::now();
  running.reset();
  std::printf("ended after %.1f s\n", since(begin));
  EXPECT_LT(since(begin), 20.0) << "it is meant to be far less; the machine may be busy";
}

}  // namespace
}  // namespace limber::test
