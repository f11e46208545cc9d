// How long after the hand does the figure follow, and what does a studio cost that nobody touches?
//
// A client on loopback drags the elephant's trunk at the rate of a display, out of step with it, and takes
// the time from sending a drag message to having the first snapshot that shows what it did. Beside it,
// in the same run: the round trip of as many bytes through a bare echo, which is what loopback and two
// threads cost by themselves. Wanted: median below 5 ms, 99th percentile below 16 ms, below 5 % of a core
// when idle.

#include <benchmark/benchmark.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <random>
#include <stdexcept>
#include <thread>
#include <vector>

#include "limber/files/files.h"
#include "studio/folder_library.h"
#include "studio/studio.h"
#include "support/socket_client.h"
#include "support/temporary_folder.h"

namespace {

using namespace limber;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

void report(benchmark::State& state, std::vector<double> times) {
  std::sort(times.begin(), times.end());
  const auto quantile = [&](double share) {
    return 1e3 * times[static_cast<std::size_t>(share * static_cast<double>(times.size() - 1))];
  };
  state.counters["median_ms"] = quantile(0.5);
  state.counters["p99_ms"] = quantile(0.99);
  state.counters["worst_ms"] = quantile(1.0);
}

// A display's rate, give or take: so that it does not lock in with the studio's.
void wait_for_next_move(std::mt19937& random) {
  std::this_thread::sleep_for(std::chrono::microseconds(12'000 + random() % 9'000));
}

// The elephant at the table with all tasks switched off: the drag is measured alone.
Scene elephant_at_rest(const std::filesystem::path& gallery) {
  Scene scene = load_scene(gallery / "elephant.json").value();
  for (TaskList::Entry& entry : scene.tasks) entry.settings.enabled = false;
  return scene;
}

struct ElephantStudio {
  ElephantStudio()
      : library(folder.path(), std::filesystem::path(LIMBER_SOURCE_DIR) / "scenes"),
        studio(Session(elephant_at_rest(library.folder(Library::Where::gallery)), "elephant", &library),
               library, {}),
        window(studio.port()) {
    if (!window.open_window()) throw std::runtime_error("the studio does not greet");
  }

  test::TemporaryFolder folder;
  studio::FolderLibrary library;
  studio::Studio studio;
  test::SocketClient window;
};

// The first frame after the answer to a command sent with the drag shows the drag: the loop sends answers,
// then the posture, and neither before a step was taken.
void wait_for_frame_after(test::SocketClient& window, double id) {
  bool answered = false;
  for (;;) {
    const auto frame = window.receive_frame();
    if (!frame) throw std::runtime_error("the studio hung up");
    if (frame->opcode == 2) {
      const std::uint32_t sequence = test::snapshot_sequence(frame->payload);
      window.command({{"id", 0}, {"do", "seen"}, {"snapshot", sequence}});
      if (answered) return;
    } else if (frame->opcode == 1 && !answered) {
      const nlohmann::json message = nlohmann::json::parse(frame->payload);
      answered = message.contains("id") && message["id"] == id;
    }
  }
}

void drag_to_frame_elephant(benchmark::State& state) {
  ElephantStudio elephant;
  test::SocketClient& window = elephant.window;
  window.command({{"id", 2},
                  {"do", "drag-begin"},
                  {"segment", "trunk.20"},
                  {"point", {0, 0, 0}},
                  {"target", {3.0, 0.0, 1.0}}});
  const auto begun = window.wait_for_answer(2);
  if (!begun || begun->at("type") != "done") throw std::runtime_error("the drag does not begin");
  std::mt19937 random(1);
  std::vector<double> times;
  double id = 1000.0, phase = 0.0;
  for (auto _ : state) {
    wait_for_next_move(random);
    phase += 0.05;
    const Clock::time_point begin = Clock::now();
    window.command({{"id", 0},
                    {"do", "drag-move"},
                    {"target", {3.0 + 0.3 * std::sin(phase), 0.4 * std::cos(1.3 * phase), 1.0}}});
    window.command({{"id", ++id}, {"do", "watch"}, {"place", nullptr}});
    wait_for_frame_after(window, id);
    times.push_back(seconds_since(begin));
    state.SetIterationTime(times.back());
  }
  report(state, times);
}

// What loopback and the scheduler cost alone: a message of a drag's size there, bytes of a frame's size back.
void bare_echo(benchmark::State& state) {
  constexpr std::size_t request_size = 96, reply_size = 8192;
  const int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  sockaddr generic{};
  std::memcpy(&generic, &address, sizeof generic);
  socklen_t size = sizeof generic;
  if (::bind(listener, &generic, size) != 0 || ::listen(listener, 1) != 0)
    throw std::runtime_error("no port");
  ::getsockname(listener, &generic, &size);
  std::memcpy(&address, &generic, sizeof address);
  std::thread echo([listener] {
    const int peer = ::accept(listener, nullptr, nullptr);
    std::vector<char> bytes(reply_size);
    while (::recv(peer, bytes.data(), request_size, MSG_WAITALL) == static_cast<ssize_t>(request_size)) {
      if (::send(peer, bytes.data(), reply_size, MSG_NOSIGNAL) < 0) break;
    }
    ::close(peer);
  });
  {
    test::SocketClient client(ntohs(address.sin_port));
    std::mt19937 random(1);
    std::vector<double> times;
    for (auto _ : state) {
      wait_for_next_move(random);
      const Clock::time_point begin = Clock::now();
      client.send_bytes(std::string(request_size, 'x'));
      if (!client.receive_bytes(reply_size)) throw std::runtime_error("the echo is gone");
      times.push_back(seconds_since(begin));
      state.SetIterationTime(times.back());
    }
    report(state, times);
  }
  echo.join();
  ::close(listener);
}

void idle_with_one_window(benchmark::State& state) {
  const auto cpu_seconds = [] {
    timespec time{};
    ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  };
  ElephantStudio elephant;
  // Until it has come to rest: no word and no frame for a second.
  while (const auto frame = elephant.window.receive_frame(1.0)) {
    if (frame->opcode != 2) continue;
    const std::uint32_t sequence = test::snapshot_sequence(frame->payload);
    elephant.window.command({{"id", 0}, {"do", "seen"}, {"snapshot", sequence}});
  }
  for (auto _ : state) {
    const double before = cpu_seconds();
    const Clock::time_point begin = Clock::now();
    std::this_thread::sleep_for(std::chrono::seconds(3));
    state.counters["cpu_percent"] = 100.0 * (cpu_seconds() - before) / seconds_since(begin);
    state.SetIterationTime(seconds_since(begin));
  }
}

BENCHMARK(bare_echo)->UseManualTime()->Unit(benchmark::kMillisecond)->Iterations(300);
BENCHMARK(drag_to_frame_elephant)->UseManualTime()->Unit(benchmark::kMillisecond)->Iterations(600);
BENCHMARK(idle_with_one_window)->UseManualTime()->Unit(benchmark::kSecond)->Iterations(1);

}  // namespace

BENCHMARK_MAIN();
