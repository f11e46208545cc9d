// When a session steps, speaks and is saved, by a clock that the test sets.

#include "limber/session/driver.h"

#include <gtest/gtest.h>

#include <new>
#include <stdexcept>

#include "decoded_snapshot.h"
#include "folder_in_memory.h"
#include "random_session.h"
#include "small_scene.h"

namespace limber::test {
namespace {

using nlohmann::json;

// Keeps what it is sent, in order.
class Listener : public Outlet {
 public:
  void send(WindowNumber window, SharedText message) override {
    log.push_back({window, json::parse(*message).at("type")});
    messages.push_back(json::parse(*message));
  }
  void show(WindowNumber window, SharedSnapshot snapshot) override {
    log.push_back({window, "snapshot"});
    snapshots.push_back(decoded(snapshot->bytes));
  }
  int count(const std::string& type) const {
    int found = 0;
    for (const auto& [window, each] : log) found += each == type;
    return found;
  }
  std::vector<std::pair<WindowNumber, std::string>> log;
  std::vector<json> messages;
  std::vector<DecodedSnapshot> snapshots;
};

struct Host {
  explicit Host(Session session, DriverOptions options = {})
      : driver(
            std::move(session), listener, [this] { return time; },
            [this](std::function<void()> job) {
              jobs.push_back(std::move(job));
              return jobs.size() <= 2;
            },
            std::move(options)) {}

  // Does all that is due until `end`, at the very time it is due.
  void run_until(double end) {
    while (driver.next_time() <= end) {
      time = std::max(time, driver.next_time());
      driver.advance();
    }
    time = end;
  }

  double time = 0.0;
  Listener listener;
  std::vector<std::function<void()>> jobs;
  Driver driver;
};

Session arm() {
  return shipped_session("scenes/planar-chain.json");
}

TEST(Driver, NeedsNothingMoreOnceTheFigureRests) {
  Host host(arm());
  host.run_until(60.0);
  EXPECT_EQ(host.driver.next_time(), Driver::never);
  host.driver.command(1, R"({"id": 1, "do": "posture-rest"})");
  EXPECT_LE(host.driver.next_time(), 60.0 + 1e-9);
}

TEST(Driver, SendsSnapshotsAtTheDisplayRateWhileMoving) {
  Host host(arm());
  host.driver.open_window(1);
  host.driver.command(
      1, R"({"id": 1, "do": "drag-begin", "segment": "link.3", "point": [0, 0, 0], "target": [9, 9, 0]})");
  host.run_until(0.1);
  EXPECT_LE(host.listener.count("snapshot"), 2 + 6) << "the first, the command's, and 60 a second";
  EXPECT_GE(host.listener.count("snapshot"), 3);
}

const char* const begin_drag =
    R"({"id": 1, "do": "drag-begin", "segment": "link.3", "point": [0, 0, 0], "target": [9, 9, 0]})";

// Of the answers to `window`, the last.
json last_answer(const Listener& listener, WindowNumber window) {
  for (std::size_t i = listener.messages.size(), k = listener.log.size(); k-- > 0;) {
    if (listener.log[k].second == "snapshot") continue;
    const json& message = listener.messages[--i];
    if (listener.log[k].first == window && message.contains("id")) return message;
  }
  return {};
}

TEST(Driver, WhileOneWindowDragsOthersCannot) {
  Host host(arm());
  for (const WindowNumber window : {1u, 2u}) host.driver.open_window(window);
  host.driver.command(1, begin_drag);
  host.driver.command(2, begin_drag);
  host.run_until(0.05);
  EXPECT_EQ(last_answer(host.listener, 1).at("type"), "done");
  EXPECT_EQ(last_answer(host.listener, 2).at("words"), "another window is dragging the figure");
  host.driver.command(2, R"({"do": "drag-move", "target": [0, 0, 0]})");
  host.driver.command(2, R"({"id": 4, "do": "drag-end"})");
  host.run_until(0.4);
  EXPECT_EQ(last_answer(host.listener, 2).at("type"), "refused");
  json status;
  for (const json& message : host.listener.messages) {
    if (message.at("type") == "status") status = message;
  }
  EXPECT_EQ(status.at("dragged_by"), 1);
  host.driver.command(1, R"({"id": 5, "do": "drag-end"})");
  host.driver.command(2, begin_drag);
  host.run_until(0.5);
  EXPECT_EQ(last_answer(host.listener, 2).at("type"), "done");
}

TEST(Driver, ADragEndsWithItsWindowAndTheOthersAreTold) {
  Host host(arm());
  for (const WindowNumber window : {1u, 2u}) host.driver.open_window(window);
  host.driver.command(1, begin_drag);
  host.run_until(0.2);
  host.driver.close_window(2);
  host.driver.open_window(3);
  host.run_until(0.25);
  EXPECT_EQ(host.listener.count("notice"), 0) << "its own window goes on dragging";
  host.driver.close_window(1);
  host.run_until(60.0);
  EXPECT_EQ(host.listener.count("notice"), 1);
  EXPECT_EQ(host.driver.next_time(), Driver::never);
  constexpr int dragging = 8;
  EXPECT_EQ(host.listener.snapshots.back().flags & dragging, 0);
  host.driver.command(3, begin_drag);
  host.run_until(60.1);
  EXPECT_EQ(last_answer(host.listener, 3).at("type"), "done");
}

TEST(Driver, ShowsTheEffectOfACommandAfterOneStepNotAtTheBeat) {
  Host host(arm());
  host.driver.open_window(1);
  host.run_until(60.0);
  const int before = host.listener.count("snapshot");
  host.driver.command(1, R"({"id": 5, "do": "joint-set", "segment": "link.1", "values": [0.3]})");
  host.driver.advance();
  EXPECT_EQ(host.listener.count("snapshot"), before + 1) << "at once: the last snapshot is long past";
  ASSERT_EQ(host.listener.log.back().second, "snapshot");
  EXPECT_EQ(host.listener.log[host.listener.log.size() - 2].second, "done")
      << "changes, then the answer, then the snapshot";
}

TEST(Driver, SendsTheLeastClearanceSinceTheSnapshotBefore) {
  // A ball flies past the hand between two snapshots: how near it came is not lost.
  Host host(Session(small_scene(), "crane"), {.snapshot_time = 0.5});
  host.driver.command(1, R"({"id": 1, "do": "world-set", "world": [{"name": "ball", "shape": "sphere",
            "center": [0.6, -1, 0.6], "radius": 0.1, "velocity": [0, 5, 0]}]})");
  host.driver.command(1, R"({"id": 2, "do": "world-run", "moves": true})");
  host.driver.open_window(1);
  host.run_until(0.6);
  ASSERT_GE(host.listener.snapshots.size(), 2u);
  const DecodedSnapshot& last = host.listener.snapshots.back();
  EXPECT_LT(last.least_clearance, last.clearance);
}

TEST(Driver, AnswersQuestionsLaterAndRefusesThemWhenTooManyWait) {
  Host host(arm());
  host.driver.open_window(1);
  for (int id = 1; id <= 3; ++id) {
    host.driver.command(
        1, R"({"id": )" + std::to_string(id) + R"(, "do": "reach-cloud", "place": "link.tip", "count": 5})");
  }
  host.run_until(0.1);
  EXPECT_EQ(host.listener.count("done"), 0);
  EXPECT_EQ(host.listener.count("refused"), 1);
  host.jobs.front()();
  EXPECT_EQ(host.listener.count("done"), 1);
  EXPECT_EQ(host.listener.messages.back().at("result").at("points").size(), 15u);
}

TEST(Driver, SavesAChangeOnce) {
  std::vector<std::string> saved;
  Host host(arm(), {.autosave = [&](std::string backup) { saved.push_back(std::move(backup)); }});
  host.run_until(60.0);
  const std::size_t before = saved.size();
  host.driver.command(1,
                      R"({"id": 1, "do": "camera-set", "camera": {"eye": [1, 2, 3], "target": [0, 0, 0]}})");
  host.run_until(61.0);
  ASSERT_EQ(saved.size(), before + 1);
  EXPECT_EQ(saved.back(), host.driver.finish().backup());
}

// --- what fails

// Cannot send what it is told not to.
class Failing final : public Listener {
 public:
  void send(WindowNumber window, SharedText message) override {
    const std::string type = json::parse(*message).at("type");
    if (type == bug) throw std::runtime_error("a bug");
    if (type == too_large && ++tried == 1) throw std::bad_alloc();
    Listener::send(window, std::move(message));
  }
  std::string bug, too_large;
  int tried = 0;
};

struct FailingHost {
  explicit FailingHost(DriverOptions options = {})
      : driver(
            arm(), outlet, [this] { return time; },
            [this](std::function<void()> next) {
              job = std::move(next);
              return true;
            },
            std::move(options)) {}
  // Returns how often something was due.
  int run_until(double end) {
    int count = 0;
    for (; driver.next_time() <= end && count < 1'000'000; ++count) {
      time = std::max(time, driver.next_time());
      driver.advance();
    }
    time = end;
    return count;
  }
  double time = 0.0;
  Failing outlet;
  std::function<void()> job;
  Driver driver;
};

const char* const set_camera =
    R"({"id": 1, "do": "camera-set", "camera": {"eye": [1, 2, 3], "target": [0, 0, 0]}})";

TEST(Driver, ABugInAMessageCostsTheMessageAlone) {
  int saved = 0;
  FailingHost host({.autosave = [&](const std::string&) { ++saved; }});
  host.driver.open_window(1);
  host.run_until(60.0);
  const int saved_before = saved;
  host.outlet.bug = "scene";
  host.driver.command(1, set_camera);
  EXPECT_LT(host.run_until(70.0), 300) << "it is not tried again at full speed";
  EXPECT_EQ(host.outlet.count("notice"), 1);
  EXPECT_EQ(last_answer(host.outlet, 1).at("type"), "done") << "whoever waits for an answer gets it";
  EXPECT_EQ(saved, saved_before + 1);
  host.outlet.bug.clear();
  const int before = host.outlet.count("scene");
  host.run_until(80.0);
  EXPECT_EQ(host.outlet.count("scene"), before + 1) << "what could not be told is told later";
  EXPECT_EQ(host.driver.next_time(), Driver::never);
}

TEST(Driver, AFailingBackupIsSaidOnceAndTriedAgain) {
  bool fails = true;
  int tried = 0;
  FailingHost host({.autosave = [&](const std::string&) {
    ++tried;
    if (fails) throw std::bad_alloc();
  }});
  host.driver.open_window(1);
  host.driver.command(1, set_camera);
  host.run_until(10.0);
  EXPECT_GE(tried, 10);
  EXPECT_LE(tried, 30);
  EXPECT_EQ(host.outlet.count("notice"), 1);
  fails = false;
  host.run_until(60.0);
  EXPECT_EQ(host.driver.next_time(), Driver::never);
  fails = true;
  host.driver.command(1, R"({"id": 1, "do": "joint-set", "segment": "link.1", "values": [0.1234]})");
  const Session session = host.driver.finish();
  EXPECT_NE(session.backup().find("0.1234"), std::string::npos) << "the session comes back all the same";
}

TEST(Driver, NoticesThatCannotBeSentAreSentLater) {
  FailingHost host;
  host.driver.open_window(1);
  host.run_until(60.0);
  host.outlet.too_large = "notice";
  host.driver.notice("hear this");
  EXPECT_EQ(host.outlet.count("notice"), 0);
  host.run_until(61.0);
  EXPECT_EQ(host.outlet.count("notice"), 1);
  EXPECT_EQ(host.driver.next_time(), Driver::never);
}

TEST(Driver, AnAnswerTooLargeForMemoryIsARefusal) {
  FailingHost host;
  host.driver.open_window(1);
  host.outlet.too_large = "done";
  host.driver.command(1, R"({"id": 5, "do": "reach-cloud", "place": "link.tip", "count": 5})");
  ASSERT_TRUE(host.job);
  host.job();
  const json answer = last_answer(host.outlet, 1);
  EXPECT_EQ(answer.at("type"), "refused");
  EXPECT_EQ(answer.at("id"), 5);
  EXPECT_EQ(answer.at("words"), "there is not enough memory for this");
}

TEST(Driver, AWindowThatFindsNoMemoryIsToldEverythingLater) {
  FailingHost host;
  host.outlet.too_large = "scene";
  host.driver.open_window(1);
  EXPECT_EQ(host.outlet.count("status"), 0);
  host.run_until(60.0);
  for (const char* type : {"scene", "status", "time", "techniques"}) {
    EXPECT_EQ(host.outlet.count(type), 1) << type;
  }
  EXPECT_GE(host.outlet.count("snapshot"), 1);
  host.driver.command(1, set_camera);
  host.run_until(61.0);
  EXPECT_EQ(host.outlet.count("scene"), 2) << "it hears of every change";
}

TEST(Driver, ANoticeWaitsForTheFirstWindow) {
  Host host(arm());
  host.driver.notice("hear this");
  EXPECT_EQ(host.listener.count("notice"), 0);
  host.driver.open_window(1);
  host.driver.open_window(2);
  EXPECT_EQ(host.listener.count("notice"), 1);
}

// A backup from before the save would be restored as work that is not in the file.
TEST(Driver, ASaveIsFollowedByABackupAtOnce) {
  FolderInMemory folder;
  std::vector<json> backups;
  Host host(Session(small_scene(), "crane", &folder),
            {.autosave = [&](std::string text) { backups.push_back(json::parse(text)); }});
  host.driver.command(1, valid_command("task-remove").dump());
  EXPECT_TRUE(backups.empty());
  host.driver.command(1, R"({"id": 2, "do": "save-as", "file": "new.json"})");
  ASSERT_EQ(backups.size(), 1u);
  EXPECT_EQ(backups[0].at("saved"), true);
  EXPECT_EQ(backups[0].at("file"), "new.json");
}

// While a file is read the session goes on, and the program may be killed.
TEST(Driver, WhatIsUnsavedIsBackedUpWhileAFileIsRead) {
  FolderInMemory folder;
  folder.files["other.json"] = small_scene_text;
  std::vector<json> backups;
  std::function<void()> read, land;
  Host host(Session(small_scene(), "crane", &folder),
            {.autosave = [&](std::string text) { backups.push_back(json::parse(text)); },
             .elsewhere =
                 [&](std::function<void()> work, std::function<void()> back) {
                   read = std::move(work), land = std::move(back);
                   return true;
                 }});
  host.run_until(10.0);
  backups.clear();
  host.driver.command(1, valid_command("task-remove").dump());
  host.driver.command(1, R"({"id": 2, "do": "open", "file": "other.json", "where": "folder"})");
  host.run_until(11.0);
  ASSERT_FALSE(backups.empty());
  EXPECT_EQ(backups.back().at("title"), "crane");
  EXPECT_EQ(backups.back().at("saved"), false);
  read();
  land();
  host.run_until(12.0);
  EXPECT_EQ(backups.back().at("title"), "other");
}

// The session's own as well: that a restored robot has lost its meshes, before any window is open.
TEST(Driver, WhatTheSessionHasToSayWaitsForTheFirstWindowToo) {
  FolderInMemory folder;
  folder.files["tape.timing.txt"] = "of somebody else";
  Host host(Session(small_scene(), "crane", &folder));
  for (const char* command : {R"({"id": 1, "do": "record-start"})", R"({"id": 2, "do": "record-stop"})",
                              R"({"id": 3, "do": "record-save", "file": "tape"})"}) {
    host.driver.command(1, command);
  }
  host.run_until(1.0);
  EXPECT_EQ(host.listener.count("notice"), 0);
  host.driver.open_window(2);
  host.run_until(2.0);
  EXPECT_EQ(host.listener.count("notice"), 1);
  EXPECT_EQ(folder.files["tape.timing.txt"], "of somebody else");
}

}  // namespace
}  // namespace limber::test
