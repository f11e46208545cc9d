// A window that does not read: it must cost neither memory nor anybody else's time.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <string>
#include <vector>

#include "running_studio.h"

namespace limber::test {
namespace {

using Clock = std::chrono::steady_clock;

double memory_in_megabytes() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with("VmRSS:")) return std::stod(line.substr(6)) / 1024.0;
  }
  return 0.0;
}

// Seconds from a command to its answer.
double time_of_a_command(SocketClient& window, int id) {
  const Clock::time_point begin = Clock::now();
  window.command(
      {{"id", id}, {"do", "camera-set"}, {"camera", {{"eye", {3, -4, 0.001 * id}}, {"target", {0, 0, 0}}}}});
  if (!window.wait_for_answer(id)) throw std::runtime_error("no answer");
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr double most_growth = 512.0;  // [MB] the sanitizer keeps what was freed for a while
#else
constexpr double most_growth = 64.0;  // [MB]
#endif

TEST(StalledWindow, IsClosedAndNeitherGrowsMemoryNorDelaysOthers) {
  RunningStudio running;
  SocketClient busy = running.window();
  // A world that makes every scene message a hundred kilobytes long.
  nlohmann::json world = nlohmann::json::array();
  for (int i = 0; i < 1000; ++i) {
    const std::string name = "ball." + std::to_string(i);
    world.push_back({{"name", name}, {"shape", "sphere"}, {"center", {0.01 * i, 5, 0}}, {"radius", 0.005}});
  }
  busy.command({{"id", 2}, {"do", "world-set"}, {"world", world}});
  ASSERT_TRUE(busy.wait_for_answer(2));
  std::vector<double> alone, beside;
  for (int i = 0; i < 50; ++i) alone.push_back(time_of_a_command(busy, 100 + i));

  SocketClient stalled(running.studio.port(), 4096);
  ASSERT_TRUE(stalled.open_window());
  const double memory_before = memory_in_megabytes();
  // Every camera makes a scene message for both windows.
  const Clock::time_point latest = Clock::now() + std::chrono::seconds(60);
  int id = 1000;
  while (!stalled.is_cut_off() && Clock::now() < latest) beside.push_back(time_of_a_command(busy, ++id));
  EXPECT_GT(beside.size(), 50u);
  EXPECT_LT(memory_in_megabytes() - memory_before, most_growth);

  const auto median = [](std::vector<double>& times) {
    std::nth_element(times.begin(), times.begin() + static_cast<std::ptrdiff_t>(times.size() / 2),
                     times.end());
    return times[times.size() / 2];
  };
  // An answer may take as long as a frame; a machine under load takes longer, so this is no more than a
  // guard.
  EXPECT_LT(median(beside), 10.0 * median(alone) + 0.05);
  EXPECT_TRUE(stalled.is_hung_up(30.0));
  EXPECT_TRUE(running.works());
}

}  // namespace
}  // namespace limber::test
