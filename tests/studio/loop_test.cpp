// A session on its own thread.

#include "studio/loop.h"

#include <gtest/gtest.h>
#include <time.h>

#include <chrono>
#include <condition_variable>
#include <filesystem>
#include <future>
#include <memory>
#include <mutex>
#include <new>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "limber/files/files.h"

namespace limber::test {
namespace {

using nlohmann::json;
using studio::SessionLoop;
using studio::Worker;
using Clock = std::chrono::steady_clock;

// Keeps what it is told.
class Listener : public Outlet {
 public:
  void send(WindowNumber window, SharedText message) override {
    const std::lock_guard lock(mutex_);
    messages_.push_back({window, json::parse(*message)});
    news_.notify_all();
  }
  void show(WindowNumber window, SharedSnapshot snapshot) override {
    const std::lock_guard lock(mutex_);
    EXPECT_GE(snapshot->bytes.size(), 72u);
    snapshots_.push_back({window, snapshot->sequence});
    news_.notify_all();
  }
  template <class Wanted>
  bool wait_for(const Wanted& wanted) {
    std::unique_lock lock(mutex_);
    return news_.wait_for(lock, std::chrono::seconds(30), [&] {
      for (const auto& [window, message] : messages_) {
        if (wanted(window, message)) return true;
      }
      return false;
    });
  }
  bool wait_for_answer(WindowNumber to, double id) {
    return wait_for([&](WindowNumber window, const json& message) {
      return window == to && message.contains("id") && message["id"] == id;
    });
  }
  std::size_t snapshot_count() {
    const std::lock_guard lock(mutex_);
    return snapshots_.size();
  }
  std::vector<std::string> types_for(WindowNumber wanted) {
    const std::lock_guard lock(mutex_);
    std::vector<std::string> types;
    for (const auto& [window, message] : messages_) {
      if (window == wanted) types.push_back(message.at("type"));
    }
    return types;
  }

 private:
  std::mutex mutex_;
  std::condition_variable news_;
  std::vector<std::pair<WindowNumber, json>> messages_;
  std::vector<std::pair<WindowNumber, std::uint32_t>> snapshots_;
};

Session arm() {
  return Session(load_scene(std::filesystem::path(LIMBER_SOURCE_DIR) / "scenes/planar-chain.json").value(),
                 "arm");
}

double cpu_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

TEST(Worker, GoesOnAfterAJobThatThrows) {
  std::promise<void> done;
  const auto dropped = std::make_shared<int>(0);
  Worker worker;
  ASSERT_TRUE(worker.add(Worker::Kind::mesh, [dropped] { throw std::bad_alloc(); }));
  ASSERT_TRUE(worker.add(Worker::Kind::question, [&] { done.set_value(); }));
  ASSERT_EQ(done.get_future().wait_for(std::chrono::seconds(30)), std::future_status::ready);
  EXPECT_EQ(dropped.use_count(), 1) << "it was let go of";
}

// A bug for one of the windows.
class Buggy final : public Listener {
 public:
  void send(WindowNumber window, SharedText message) override {
    if (window == 13 && json::parse(*message).at("type") != "notice") throw std::runtime_error("a bug");
    Listener::send(window, std::move(message));
  }
};

TEST(SessionLoop, ABugCostsTheWindowNotTheScene) {
  Buggy listener;
  Worker worker;
  SessionLoop loop(arm(), listener, worker);
  loop.open_window(1);
  loop.open_window(13);
  EXPECT_TRUE(listener.wait_for([](WindowNumber window, const json& message) {
    return window == 1 && message.at("type") == "notice" &&
           message.at("words") == "internal error in limber, please report it: a bug";
  }));
  loop.close_window(13);
  loop.command(1, R"({"id": 5, "do": "posture-rest"})");
  EXPECT_TRUE(listener.wait_for_answer(1, 5));
}

TEST(SessionLoop, AnswersTheWindowThatAsked) {
  Listener listener;
  Worker worker;
  SessionLoop loop(arm(), listener, worker);
  loop.open_window(1);
  loop.open_window(2);
  EXPECT_TRUE(loop.command(2, R"({"id": 5, "do": "run-set", "running": false})"));
  EXPECT_TRUE(listener.wait_for_answer(2, 5));
  EXPECT_FALSE(listener.types_for(1).empty());
  for (const std::string& type : listener.types_for(1)) EXPECT_NE(type, "done");
}

TEST(SessionLoop, ANewWindowIsSentEverythingTheWelcomeFirst) {
  Listener listener;
  Worker worker;
  SessionLoop loop(arm(), listener, worker);
  loop.open_window(3);
  ASSERT_TRUE(
      listener.wait_for([](WindowNumber, const json& message) { return message.at("type") == "time"; }));
  const std::vector<std::string> types = listener.types_for(3);
  ASSERT_GE(types.size(), 4u);
  EXPECT_EQ(types[0], "welcome");
  EXPECT_EQ(types[1], "figure");
  EXPECT_EQ(types[2], "scene");
}

TEST(SessionLoop, AClosedWindowIsSentNothing) {
  Listener listener;
  Worker worker;
  SessionLoop loop(arm(), listener, worker);
  loop.open_window(1);
  loop.open_window(2);
  loop.close_window(1);
  loop.command(2, R"({"id": 5, "do": "posture-rest"})");
  ASSERT_TRUE(listener.wait_for_answer(2, 5));
  const std::size_t heard = listener.types_for(1).size();
  loop.command(2, R"({"id": 6, "do": "run-set", "running": false})");
  ASSERT_TRUE(listener.wait_for_answer(2, 6));
  EXPECT_EQ(listener.types_for(1).size(), heard);
}

TEST(SessionLoop, ANoticeWaitsForTheFirstWindow) {
  Listener listener;
  Worker worker;
  SessionLoop loop(arm(), listener, worker);
  loop.notice("hear this");
  loop.open_window(1);
  EXPECT_TRUE(listener.wait_for([](WindowNumber, const json& message) {
    return message.at("type") == "notice" && message.at("words") == "hear this";
  }));
}

TEST(SessionLoop, QuestionsAreAnsweredFromTheWorker) {
  Listener listener;
  Worker worker;
  SessionLoop loop(arm(), listener, worker);
  loop.open_window(1);
  loop.command(1, R"({"id": 9, "do": "reach-cloud", "place": "link.tip", "count": 50})");
  EXPECT_TRUE(listener.wait_for([](WindowNumber, const json& message) {
    return message.contains("id") && message["id"] == 9 && message.at("type") == "done" &&
           message.at("result").at("points").size() == 150;
  }));
}

TEST(SessionLoop, RefusesCommandsWhenTooManyWait) {
  Listener listener;
  Worker worker;
  SessionLoop loop(arm(), listener, worker);
  bool refused = false;
  for (int i = 0; i < 1'000'000 && !refused; ++i) refused = !loop.command(1, "{}");
  EXPECT_TRUE(refused);
  while (!loop.command(1, R"({"id": 7, "do": "posture-rest"})")) std::this_thread::yield();
  loop.open_window(1);
  EXPECT_TRUE(listener.wait_for_answer(1, 7));
}

TEST(SessionLoop, SleepsWhenNothingMoves) {
  Listener listener;
  Worker worker;
  SessionLoop loop(arm(), listener, worker);
  loop.open_window(1);
  // It settles first; how long that takes is not the point.
  std::size_t snapshots = 0;
  for (int i = 0; i < 100; ++i) {
    snapshots = listener.snapshot_count();
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    if (listener.snapshot_count() == snapshots) break;
  }
  const double before = cpu_seconds();
  std::this_thread::sleep_for(std::chrono::seconds(1));
  EXPECT_LT(cpu_seconds() - before, 0.05);
  EXPECT_EQ(listener.snapshot_count(), snapshots);
}

TEST(SessionLoop, SnapshotsComeAtMostAtTheDisplayRate) {
  Listener listener;
  Worker worker;
  SessionLoop loop(arm(), listener, worker);
  loop.open_window(1);
  const Clock::time_point begin = Clock::now();
  std::size_t sent = 0;
  for (; Clock::now() - begin < std::chrono::milliseconds(500); ++sent) {
    const std::string x = std::to_string(0.3 + 0.0001 * static_cast<double>(sent % 100));
    loop.command(
        1, R"({"id": 1, "do": "task-add", "task": {"type": "reach", "frame": "link.tip", "target": [)" + x +
               ", 0.2, 0]}}");
    loop.command(1, R"({"id": 1, "do": "undo"})");
    std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
  EXPECT_GT(listener.snapshot_count(), 0u);
  EXPECT_LE(listener.snapshot_count(), 0.5 * 240 + 10);
}

TEST(SessionLoop, SavesWhatChangedAndGivesTheSessionBackAsItIs) {
  Listener listener;
  Worker worker;
  std::mutex mutex;
  std::vector<std::string> saved;
  DriverOptions options;
  options.autosave_time = 0.05;
  options.autosave = [&](std::string backup) {
    const std::lock_guard lock(mutex);
    saved.push_back(std::move(backup));
  };
  SessionLoop loop(arm(), listener, worker, options);
  loop.command(1, R"({"id": 1, "do": "camera-set", "camera": {"eye": [1, 2, 3], "target": [0, 0, 0]}})");
  for (int i = 0; i < 200; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    const std::lock_guard lock(mutex);
    if (!saved.empty()) break;
  }
  loop.command(1, R"({"id": 2, "do": "run-set", "running": false})");
  loop.command(1, R"({"id": 2, "do": "joint-set", "segment": "link.1", "values": [0.1234]})");
  Session session = loop.stop();
  ASSERT_GE(saved.size(), 1u);
  EXPECT_NE(saved.back().find("\"eye\""), std::string::npos);
  EXPECT_NE(session.backup().find("0.1234"), std::string::npos);
  const Expected<Session> restored = Session::from_backup(session.backup(), nullptr);
  ASSERT_TRUE(restored);
  EXPECT_EQ(restored->backup(), session.backup());
}

}  // namespace
}  // namespace limber::test
