// limber-soak [MINUTES [SEED]]: random sessions for so long (10 minutes), one core on sessions in memory and one on
// a running studio with windows, kills and restarts. Says every minute how far it is; what it finds is kept in
// soak-found/ below the current folder and makes it fail. Started by tools/soak.sh.

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <iostream>
#include <thread>

#include "session_soak.h"
#include "studio_soak.h"

namespace limber::soak {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double studio_life = 60.0;        // [s] of one studio, from its start to its kill
constexpr double longest_usual_wait = 0.1;  // [s] what the 99th percentile of answers must stay below

std::vector<std::filesystem::path> shipped_scenes() {
  std::vector<std::filesystem::path> scenes;
  for (const auto& file :
       std::filesystem::directory_iterator(std::filesystem::path(LIMBER_SOURCE_DIR) / "scenes")) {
    if (file.path().extension() == ".json") scenes.push_back(file.path());
  }
  std::sort(scenes.begin(), scenes.end());
  return scenes;
}

double percentile(std::vector<double>& numbers, double share) {
  if (numbers.empty()) return 0.0;
  const auto place = static_cast<std::ptrdiff_t>(share * static_cast<double>(numbers.size() - 1));
  std::nth_element(numbers.begin(), numbers.begin() + place, numbers.end());
  return numbers[static_cast<std::size_t>(place)];
}

void say(double minutes, const SessionCounts& sessions, const Findings& findings) {
  std::cerr << minutes << " min: " << sessions.steps << " steps in " << sessions.sessions << " sessions, "
            << findings.count() << " findings\n";
}

int run(double minutes, std::uint64_t seed) {
  const std::vector<std::filesystem::path> scenes = shipped_scenes();
  Findings findings("soak-found");
  SessionCounts sessions;
  StudioCounts studios;
  const Clock::time_point start = Clock::now();
  const auto minutes_passed = [&] {
    return std::chrono::duration<double>(Clock::now() - start).count() / 60.0;
  };

  std::thread in_memory([&] {
    for (std::uint64_t i = 0; minutes_passed() < minutes; ++i)
      run_session(scenes, seed + i, findings, sessions);
  });
  std::thread in_studios([&] {
    for (std::uint64_t i = 0; minutes_passed() < minutes; ++i) {
      const double left = 60.0 * (minutes - minutes_passed());
      run_studio(LIMBER_PROGRAM, scenes, std::min(studio_life, left), seed + i, findings, studios);
    }
  });
  while (minutes_passed() < minutes) {
    std::this_thread::sleep_for(
        std::chrono::duration<double>(std::min(60.0, 60.0 * (minutes - minutes_passed()))));
    say(minutes_passed(), sessions, findings);
  }
  in_memory.join();
  in_studios.join();

  const double usual = percentile(studios.latencies, 0.5), slow = percentile(studios.latencies, 0.99);
  if (slow > longest_usual_wait)
    findings.add("1 in 100 answers takes longer than 0.1 s", std::to_string(slow));
  std::cout << "sessions in memory: " << sessions.sessions << "\nsteps: " << sessions.steps
            << "\ncommands: " << sessions.commands << " (" << sessions.refused
            << " refused)\nrests checked: " << sessions.rests_checked << "\nundone: " << sessions.undone
            << "\nrecordings replayed: " << sessions.recordings_replayed
            << "\nstudios started: " << studios.lives << " (" << studios.kills
            << " killed)\nanswers: " << studios.answers << ", median " << 1e3 * usual << " ms, p99 "
            << 1e3 * slow << " ms\nsnapshots: " << studios.snapshots
            << "\nscenes undone to their start: " << studios.scenes_undone
            << "\nrecordings of studios replayed: " << studios.recordings_replayed
            << "\nmost memory of a studio: " << (studios.most_memory >> 20)
            << " MiB\nfindings: " << findings.count() << "\n";
  return findings.count() == 0 ? 0 : 1;
}

}  // namespace
}  // namespace limber::soak

int main(int argc, char** argv) {
  const double minutes = argc > 1 ? std::strtod(argv[1], nullptr) : 10.0;
  const std::uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  if (!(minutes > 0.0)) {
    std::cerr << "usage: limber-soak [MINUTES [SEED]]\n";
    return 2;
  }
  return limber::soak::run(minutes, seed);
}
