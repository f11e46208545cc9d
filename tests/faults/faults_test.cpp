// Every point at which the machine can fail, once each: no crash, nothing lost, one sentence.
#include "faults.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "limber/figure/posture.h"
#include "limber/files/files.h"
#include "limber/files/text_file.h"
#include "limber/session/driver.h"
#include "limber/session/recording.h"
#include "limber/session/session.h"
#include "session/folder_in_memory.h"
#include "session/small_scene.h"
#include "studio/autosave.h"
#include "studio/folder_library.h"
#include "studio/outbox.h"
#include "support/scale.h"
#include "support/shell.h"
#include "support/temporary_folder.h"

namespace limber::test {
namespace {

using faults::Kind;
namespace fs = std::filesystem;

bool is_one_sentence(const std::string& words) {
  return !words.empty() && words.find('\n') == std::string::npos;
}

// Which of `points` failure points are tried: all at full scale, every few otherwise.
long stride(long points, long most) {
  return std::max(1L, points / std::max(1L, static_cast<long>(scaled(static_cast<int>(most)))));
}

// --- allocations

// A session that is being recorded, with a folder in memory to save the recording to.
struct Recorded {
  FolderInMemory folder;
  Session session{small_scene(), "crane", &folder};
  Recorded() { session.apply(R"({"id": 1, "do": "record-start"})"); }

  bool replays_to_the_same_bits() {
    session.apply(R"({"id": 1, "do": "record-stop"})");
    session.apply(R"({"id": 1, "do": "record-save", "file": "tape"})");
    const Expected<Recording> recording = parse_recording(folder.files["tape.recording.json"], "tape");
    return recording && replay(*recording).is_same;
  }
};

TEST(Faults, WhereverMemoryRunsOutInACommandItIsRefusedOrDoneAndTheSessionGoesOn) {
  int commands = 0;
  for (const nlohmann::json& command : valid_commands()) {
    const std::string text = command.dump();
    Recorded reference;
    const std::string before = reference.session.backup();
    faults::arm(Kind::allocation, 0);
    const bool can_be_done = !reference.session.apply(text).refused;
    const long points = faults::disarm();
    if (!can_be_done) continue;  // ends a drag, and there is none
    ++commands;
    const std::string after = reference.session.backup();
    for (long point = 1; point <= points; point += stride(points, 60)) {
      SCOPED_TRACE(text + ", allocation " + std::to_string(point));
      Recorded recorded;
      Session& session = recorded.session;
      faults::arm(Kind::allocation, point);
      const Answer answer = session.apply(text);
      faults::disarm();
      if (answer.refused) {
        ASSERT_TRUE(is_one_sentence(answer.words));
        ASSERT_EQ(session.backup(), before);
        const Answer again = session.apply(text);
        ASSERT_FALSE(again.refused) << again.words;
      }
      ASSERT_EQ(session.backup(), after);
      ASSERT_TRUE(recorded.replays_to_the_same_bits());
    }
  }
  EXPECT_GT(commands, 30);
}

// A goal runs along its path: the first step makes what tracks it.
Session running_session() {
  Session session(small_scene(), "crane");
  session.apply(valid_command("goal-path-set").dump());
  session.apply(R"({"id": 1, "do": "goals-run", "run": true})");
  return session;
}

TEST(Faults, WhereverMemoryRunsOutInAStepSolvingIsSwitchedOffAndTheSessionGoesOn) {
  Session reference = running_session();
  faults::arm(Kind::allocation, 0);
  reference.step(0.01);
  const long points = faults::disarm();
  ASSERT_GT(points, 50);
  for (long point = 1; point <= points; point += stride(points, 100)) {
    SCOPED_TRACE("allocation " + std::to_string(point));
    Session session = running_session();
    faults::arm(Kind::allocation, point);
    const bool moves = session.step(0.01);
    faults::disarm();
    ASSERT_FALSE(moves);
    std::string told;
    for (const std::string& message : session.take_changes(1.0)) told += message;
    ASSERT_NE(told.find("Solving was switched off because memory ran out."), std::string::npos);
    ASSERT_FALSE(session.apply(R"({"id": 1, "do": "run-set", "running": true})").refused);
    ASSERT_TRUE(session.step(0.01));
    ASSERT_TRUE(is_finite(session.posture()));
  }
}

class Heard final : public Outlet {
 public:
  void send(WindowNumber, SharedText message) override { texts.push_back(*message); }
  void show(WindowNumber, SharedSnapshot) override {}
  std::vector<nlohmann::json> messages(const std::string& type) const {
    std::vector<nlohmann::json> found;
    for (const std::string& text : texts) {
      const nlohmann::json message = nlohmann::json::parse(text);
      if (message.at("type") == type) found.push_back(message);
    }
    return found;
  }
  std::vector<std::string> texts;
};

TEST(Faults, WhereverMemoryRunsOutInAMessageItIsSentLater) {
  for (long point = 0, points = 1; point <= points; point += std::max(1L, stride(points, 100))) {
    SCOPED_TRACE("allocation " + std::to_string(point));
    double time = 0.0;
    Heard heard;
    std::string backup;
    Driver driver(
        Session(small_scene(), "crane"), heard, [&] { return time; }, [](auto) { return false; },
        {.autosave = [&](std::string text) { backup = std::move(text); }});
    driver.open_window(1);
    driver.command(
        1,
        R"({"id": 5, "do": "task-add", "task": {"name": "new", "type": "reach", "frame": "tail.tip", "target": [0.5, 0, 1]}})");
    driver.command(1, R"({"id": 6, "do": "branch-delete", "segment": "hand"})");
    time = 1.0;
    faults::arm(Kind::allocation, point);
    driver.advance();
    const long passed = faults::disarm();
    if (point == 0) points = passed;
    for (; time < 2.0; time += 0.01) driver.advance();
    ASSERT_EQ(heard.messages("done").size(), 2u);
    ASSERT_EQ(heard.messages("done").front().at("id"), 5);
    std::set<std::string> notices;
    for (const nlohmann::json& notice : heard.messages("notice")) notices.insert(notice.at("words"));
    ASSERT_TRUE(notices.contains("left out task \"reach ball\": frame \"grip\" is gone"))
        << nlohmann::json(notices);
    ASSERT_EQ(heard.messages("scene").back().at("tasks").back().at("name"), "new");
    ASSERT_NE(backup.find("\"new\""), std::string::npos);
  }
}

TEST(Faults, AMessageThatFindsNoMemoryTakesNoRoomFromOthers) {
  const auto half = std::make_shared<const std::string>(studio::Outbox::most_waiting_bytes / 2, 'x');
  studio::Outbox outbox;
  int failures = 0;
  for (int i = 0; i < 200; ++i) {
    faults::arm(Kind::allocation, 1);
    try {
      outbox.add(half);  // may need another block of the queue
      (void)outbox.take_message();
    } catch (const std::bad_alloc&) {
      ++failures;
    }
    faults::disarm();
  }
  EXPECT_GT(failures, 0);
  EXPECT_TRUE(outbox.is_empty());
  EXPECT_TRUE(outbox.add(half) && outbox.add(half) && outbox.add(half));
}

// --- files

struct Saved {
  TemporaryFolder folder;
  studio::FolderLibrary library{folder.path(), fs::path(LIMBER_SOURCE_DIR) / "scenes"};
  Session session{small_scene(), "crane", &library};

  Answer tell(const char* text) { return session.apply(text); }
  int file_count() const {
    return static_cast<int>(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()));
  }
};

TEST(Faults, ASaveThatFailsLeavesTheFileThatWasThere) {
  const char* const save = R"({"id": 1, "do": "save"})";
  for (const Kind kind : {Kind::writing, Kind::renaming, Kind::reading}) {
    int failures = 0;
    for (long point = 1;; ++point) {
      Saved saved;
      ASSERT_FALSE(saved.tell(R"({"id": 1, "do": "save-as", "file": "crane.json"})").refused);
      const fs::path file = saved.folder.path() / "crane.json";
      const std::string before = write_scene(load_scene(file).value());
      ASSERT_FALSE(saved.tell(R"({"id": 1, "do": "task-remove", "number": 0})").refused);
      faults::arm(kind, point);
      const Answer answer = saved.tell(save);
      const long passed = faults::disarm();
      if (answer.refused) {
        ++failures;
        EXPECT_TRUE(is_one_sentence(answer.words));
        EXPECT_EQ(write_scene(load_scene(file).value()), before) << "point " << point;
        EXPECT_EQ(saved.file_count(), 1) << "a half-written file is left, point " << point;
        EXPECT_FALSE(saved.tell(save).refused) << "point " << point;
      }
      EXPECT_NE(write_scene(load_scene(file).value()), before);
      if (passed < point) break;
    }
    if (kind != Kind::reading) {
      EXPECT_GT(failures, 0) << "nothing failed: the test tests nothing";
    }
  }
}

TEST(Faults, AFileThatCannotBeReadIsRefusedInOneSentence) {
  for (const char* name : {"scenes/human-reach.json", "models/human.json"}) {
    const fs::path file = fs::path(LIMBER_SOURCE_DIR) / name;
    int failures = 0;
    for (long point = 1;; ++point) {
      faults::arm(Kind::reading, point);
      std::string words;
      const bool is_scene = std::string_view(name).starts_with("scenes");
      if (is_scene) {
        const Expected<Scene> scene = load_scene(file);
        if (!scene) words = scene.error().message;
      } else {
        const Expected<Figure> figure = load_figure(file);
        if (!figure) words = figure.error().message;
      }
      const long passed = faults::disarm();
      if (!words.empty()) {
        ++failures;
        EXPECT_TRUE(is_one_sentence(words)) << words;
      }
      if (passed < point) break;
    }
    EXPECT_GT(failures, 1) << name;
  }
}

// Wherever a start fails to read or write, what was left behind is restored, or still there for the next
// start.
TEST(Faults, UnsavedWorkOutlivesEveryFailureOfTheNextStart) {
  const std::string work = Session(small_scene(), "crane").backup();
  for (const Kind kind : {Kind::reading, Kind::writing, Kind::renaming}) {
    for (long point = 1;; ++point) {
      TemporaryFolder folder;
      {
        studio::Autosave first = studio::Autosave::in(folder.path()).value();
        first.save(work);
        first.finish();
      }
      faults::arm(kind, point);
      Expected<studio::Autosave> second = studio::Autosave::in(folder.path());
      const long passed = faults::disarm();
      const bool is_restored = second && second->left_behind() && *second->left_behind() == work;
      if (second) {
        second->save("{}");
        second->finish();
      }
      if (!is_restored) {
        int kept = 0;
        for (const auto& entry : fs::directory_iterator(folder.path())) {
          const Expected<std::string> text = read_text(entry.path(), studio::Autosave::largest_backup);
          if (text && *text == work) ++kept;
        }
        EXPECT_EQ(kept, 1) << "point " << point << ": what was left behind is lost";
      }
      if (passed < point) break;
    }
  }
}

// --- a whole program

TEST(Faults, TheCommandSaysOneSentenceWhereverMemoryRunsOut) {
  constexpr long before_main = 200;  // the loader's own allocations: it gives up in its own words
  constexpr long most_points = 20'000;
  const TemporaryFolder folder;
  int refused = 0;
  for (long point = before_main; point < most_points; point += most_points / scaled(60)) {
    const Shell run =
        shell("LD_PRELOAD=" LIMBER_FAULTS " LIMBER_FAULT=allocation:" + std::to_string(point) +
                  " " LIMBER_CLI " solve " LIMBER_SOURCE_DIR "/scenes/two-goals.json >/dev/null",
              folder.path());
    ASSERT_LT(run.code, 126) << "allocation " << point << ": ended by a signal";
    if (run.code <= 1) continue;  // solved, or as far as it goes: what failed was not needed
    ++refused;
    EXPECT_EQ(std::count(run.output.begin(), run.output.end(), '\n'), 1) << run.output;
  }
  EXPECT_GT(refused, 0);
}

}  // namespace
}  // namespace limber::test
