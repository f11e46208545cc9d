// Backups that the next start finds.

#include "studio/autosave.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <thread>

#include "support/temporary_folder.h"

namespace limber::test {
namespace {

namespace fs = std::filesystem;
using studio::Autosave;
using studio::autosave_folder;

void wait_for(const fs::path& file) {
  for (int i = 0; i < 2000 && !fs::exists(file); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  ASSERT_TRUE(fs::exists(file));
}

TEST(Autosave, TheLastBackupIsLeftBehind) {
  TemporaryFolder folder;
  {
    Autosave autosave = Autosave::in(folder.path() / ".limber").value();
    EXPECT_FALSE(autosave.left_behind());
    for (int i = 0; i <= 100; ++i) autosave.save(std::to_string(i));
    autosave.finish();
  }
  const Autosave next = Autosave::in(folder.path() / ".limber").value();
  EXPECT_EQ(next.left_behind(), "100");
}

TEST(Autosave, WhatIsSetAsideIsNeverReplaced) {
  TemporaryFolder folder;
  for (const char* text : {"first", "second"}) {
    {
      Autosave autosave = Autosave::in(folder.path()).value();
      autosave.save(text);
      autosave.finish();
    }
    Autosave next = Autosave::in(folder.path()).value();
    EXPECT_EQ(next.left_behind(), text);
    ASSERT_TRUE(next.set_aside(".unreadable"));
    next.save("new");
    next.finish_and_remove();
  }
  const std::vector<fs::path> kept = Autosave::in(folder.path()).value().files_set_aside(".unreadable");
  ASSERT_EQ(kept.size(), 2u);
  EXPECT_EQ(contents_of(kept[0]), "second");  // autosave-2.unreadable
  EXPECT_EQ(contents_of(kept[1]), "first");
}

TEST(Autosave, WhatCannotBeSetAsideStaysAndNothingIsSavedOverIt) {
  TemporaryFolder folder;
  {
    Autosave autosave = Autosave::in(folder.path()).value();
    autosave.save("precious");
    autosave.finish();
  }
  const std::string ending = std::string("/") + "no-such-folder";  // a name that cannot be given
  {
    Autosave next = Autosave::in(folder.path()).value();
    EXPECT_FALSE(next.set_aside(ending));
    next.save("new");
    EXPECT_FALSE(next.finish()) << "what is new is not on the disk";
  }
  {
    Autosave next = Autosave::in(folder.path()).value();
    EXPECT_FALSE(next.set_aside(ending));
    next.finish_and_remove();
  }
  EXPECT_EQ(Autosave::in(folder.path()).value().left_behind(), "precious");
}

TEST(Autosave, AfterAFullDiskTheNextTryComesByItself) {
  TemporaryFolder folder;
  const fs::path place = folder.path() / "state";
  Autosave autosave = Autosave::in(place).value();
  std::atomic<int> problems = 0;
  autosave.on_problem([&](std::string) { ++problems; });
  fs::rename(place, folder.path() / "elsewhere");
  folder.write("state", "in the way");  // nothing can be written there
  autosave.save("precious");
  for (int i = 0; i < 1000 && problems == 0; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_EQ(problems, 1);
  fs::remove(place);
  wait_for(autosave.file());
  EXPECT_EQ(contents_of(autosave.file()), "precious");
}

TEST(Autosave, SaysAtTheEndWhetherTheLastBackupIsOnTheDisk) {
  TemporaryFolder folder;
  const fs::path place = folder.path() / "state";
  Autosave autosave = Autosave::in(place).value();
  autosave.save("kept");
  wait_for(autosave.file());
  fs::rename(place, folder.path() / "elsewhere");
  folder.write("state", "in the way");
  autosave.save("lost");
  EXPECT_FALSE(autosave.finish());
  Autosave next = Autosave::in(folder.path() / "elsewhere").value();
  next.save("new");
  EXPECT_TRUE(next.finish());
}

// As after a power cut.
TEST(Autosave, WhatASecondStudioLeftBehindWaitsBesideTheFirst) {
  TemporaryFolder folder;
  folder.write("autosave.json", "first");
  folder.write("autosave.lock", "");
  folder.write("autosave-2.json", "second");
  folder.write("autosave-2.lock", "");
  const Autosave next = Autosave::in(folder.path()).value();
  EXPECT_EQ(next.left_behind(), "first");
  const std::vector<fs::path> waiting = next.files_set_aside(Autosave::waiting_ending);
  ASSERT_EQ(waiting.size(), 1u);
  EXPECT_EQ(contents_of(waiting[0]), "second");
}

TEST(Autosave, ACleanEndLeavesNothing) {
  TemporaryFolder folder;
  {
    Autosave autosave = Autosave::in(folder.path()).value();
    autosave.save("something");
    autosave.finish_and_remove();
  }
  EXPECT_FALSE(Autosave::in(folder.path()).value().left_behind());
}

TEST(Autosave, ABackupThatCannotBeMadeIsNotTakenForTheOneBefore) {
  TemporaryFolder folder;
  {
    Autosave autosave = Autosave::in(folder.path()).value();
    autosave.save("older");
    EXPECT_FALSE(autosave.finish([]() -> std::string { throw std::bad_alloc(); }));
  }
  Autosave next = Autosave::in(folder.path()).value();
  EXPECT_EQ(next.left_behind(), "older");
  EXPECT_TRUE(next.finish([] { return "newer"; }));
  EXPECT_EQ(contents_of(next.file()), "newer");
}

TEST(Autosave, TwoStudiosInOneFolderHaveSeparateFiles) {
  TemporaryFolder folder;
  {
    Autosave first = Autosave::in(folder.path()).value();
    Autosave second = Autosave::in(folder.path()).value();
    EXPECT_FALSE(first.is_second());
    EXPECT_TRUE(second.is_second());
    EXPECT_NE(first.file(), second.file());
    first.save("first");
    second.save("second");
    first.finish_and_remove();
    second.finish();
  }
  // The first ended well; what the second left is not forgotten, though nobody works beside us now.
  Autosave alone = Autosave::in(folder.path()).value();
  EXPECT_FALSE(alone.is_second());
  EXPECT_EQ(alone.left_behind(), "second");
}

TEST(Autosave, RepeatedStartsDoNotAccumulateFiles) {
  TemporaryFolder folder;
  for (int i = 0; i < 10; ++i) Autosave::in(folder.path()).value().finish();
  int files = 0;
  for ([[maybe_unused]] const auto& entry : fs::directory_iterator(folder.path())) ++files;
  EXPECT_EQ(files, 1);  // the lock
}

TEST(Autosave, SaysWhyAFolderCannotBeUsed) {
  TemporaryFolder folder;
  folder.write("file", "in the way");
  const Expected<Autosave> autosave = Autosave::in(folder.path() / "file" / "below");
  ASSERT_FALSE(autosave);
  EXPECT_NE(autosave.error().message.find("cannot be created"), std::string::npos);
}

TEST(Autosave, ReportsOnceThatItCannotWrite) {
  TemporaryFolder folder;
  Autosave autosave = Autosave::in(folder.path() / "gone").value();
  int told = 0;
  autosave.on_problem([&](const std::string& words) {
    ++told;
    EXPECT_NE(words.find(" is no longer a folder of yours."), std::string::npos) << words;
  });
  fs::remove_all(folder.path() / "gone");
  folder.write("gone", "in the way");
  autosave.save("one");
  autosave.finish();
  EXPECT_EQ(told, 1);
}

// By `git clean`, for example.
TEST(Autosave, APlaceThatWasRemovedIsMadeAgain) {
  TemporaryFolder folder;
  const fs::path place = folder.path() / ".limber";
  Autosave autosave = Autosave::in(place).value();
  autosave.save("one");
  wait_for(autosave.file());
  fs::remove_all(place);
  EXPECT_TRUE(autosave.finish([] { return "two"; }));
  EXPECT_EQ(contents_of(place / "autosave.json"), "two");
  const Autosave next = Autosave::in(place).value();
  EXPECT_TRUE(next.is_second()) << "the lock, too";
}

TEST(Autosave, IsNotWrittenThroughALinkThatReplacesItsFolder) {
  TemporaryFolder folder;
  const fs::path place = folder.path() / ".limber", elsewhere = folder.path() / "elsewhere";
  fs::create_directory(elsewhere);
  Autosave autosave = Autosave::in(place).value();
  fs::rename(place, folder.path() / "moved");
  fs::create_symlink(elsewhere, place);
  EXPECT_FALSE(autosave.finish([] { return "work"; }));
  EXPECT_TRUE(fs::is_empty(elsewhere));
}

// The folder of scenes comes into being with the first save; from the next start on backups belong there.
TEST(Autosave, WhatWasLeftBehindInTheEarlierFolderIsBroughtOver) {
  TemporaryFolder folder;
  const fs::path earlier = folder.path() / "earlier", place = folder.path() / "place";
  {
    Autosave first = Autosave::in(earlier).value(), second = Autosave::in(earlier).value();
    first.save("first");
    second.save("second");
    first.finish();
    second.finish();
    std::ofstream(earlier / "autosave.unsaved") << "waiting";
  }
  const Autosave next = Autosave::in(place, earlier).value();
  EXPECT_EQ(next.left_behind(), "first");
  EXPECT_FALSE(next.is_second());
  std::vector<std::string> waiting;
  for (const fs::path& file : next.files_set_aside(Autosave::waiting_ending))
    waiting.push_back(contents_of(file));
  std::sort(waiting.begin(), waiting.end());
  EXPECT_EQ(waiting, (std::vector<std::string>{"second", "waiting"}));
  EXPECT_FALSE(fs::exists(earlier / "autosave.json"));
}

TEST(Autosave, AStudioThatStillUsesTheEarlierFolderKeepsItsBackup) {
  TemporaryFolder folder;
  const fs::path earlier = folder.path() / "earlier", place = folder.path() / "place";
  Autosave running = Autosave::in(earlier).value();
  running.save("its own");
  running.finish();
  const Autosave next = Autosave::in(place, earlier).value();
  EXPECT_FALSE(next.left_behind());
  EXPECT_TRUE(next.is_second());
  EXPECT_EQ(contents_of(earlier / "autosave.json"), "its own");
}

// A folder of scenes may come from a stranger.
TEST(Autosave, IsNeverWrittenThroughLinks) {
  TemporaryFolder folder;
  const fs::path state = folder.path() / "state", victim = folder.path() / "victim.json";
  fs::create_directory(state);
  fs::create_symlink(victim, state / "autosave.json");
  fs::create_symlink(victim, state / "autosave-2.lock");
  Autosave autosave = Autosave::in(state).value();
  EXPECT_FALSE(autosave.is_second());
  EXPECT_EQ(autosave.file(), state / "autosave-3.json");
  autosave.save("work");
  EXPECT_TRUE(autosave.finish());
  EXPECT_FALSE(fs::exists(victim));
  EXPECT_EQ(contents_of(state / "autosave-3.json"), "work");
}

TEST(Autosave, WorkThatWaitsIsNotReadThroughLinks) {
  TemporaryFolder folder;
  const fs::path state = folder.path() / "state";
  fs::create_directory(state);
  std::ofstream(folder.path() / "other.json") << "other work";
  fs::create_symlink(folder.path() / "other.json", state / "x.unsaved");
  std::ofstream(state / "y.unsaved") << "ours";
  const Autosave autosave = Autosave::in(state).value();
  EXPECT_EQ(autosave.files_set_aside(Autosave::waiting_ending), std::vector<fs::path>{state / "y.unsaved"});
}

TEST(Autosave, ALockThatCannotBeOpenedIsNoSecondStudio) {
  TemporaryFolder folder;
  fs::create_directory(folder.path() / "autosave.lock");
  const Autosave autosave = Autosave::in(folder.path()).value();
  EXPECT_FALSE(autosave.is_second());
  EXPECT_EQ(autosave.file(), folder.path() / "autosave-2.json");
}

// /dev/shm is a disk of its own on most machines; where it is not, moving is renaming.
TEST(Autosave, WhatWaitsOnAnotherDiskIsBroughtOverBesideWhatWaitsHere) {
  TemporaryFolder folder;
  const fs::path shared = "/dev/shm";
  const fs::path elsewhere = fs::is_directory(shared) ? shared : folder.path();
  const fs::path earlier = elsewhere / ("limber-autosave-test-" + std::to_string(::getpid()));
  fs::create_directories(earlier);
  std::ofstream(earlier / "autosave.json") << "left behind there";
  std::ofstream(earlier / "autosave.unsaved") << "waits there";
  const fs::path state = folder.path() / "state";
  fs::create_directory(state);
  std::ofstream(state / "autosave.unsaved") << "waits here";
  const Autosave autosave = Autosave::in(state, earlier).value();
  EXPECT_EQ(autosave.left_behind(), "left behind there");
  EXPECT_EQ(contents_of(state / "autosave.unsaved"), "waits here");
  EXPECT_EQ(contents_of(state / "autosave-2.unsaved"), "waits there");
  fs::remove_all(earlier);
}

// While it lives, a variable of the environment has another value; null: none.
class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    set(value);
  }
  ~Variable() { set(before_ ? before_->c_str() : nullptr); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  void set(const char* value) { value ? ::setenv(name_, value, 1) : ::unsetenv(name_); }

  const char* name_;
  std::optional<std::string> before_;
};

// While it lives, state is kept below /state.
struct StateElsewhere {
  Variable state{"XDG_STATE_HOME", "/state"};
};

TEST(AutosaveFolder, IsNowhereForAUserWithoutAFolder) {
  const Variable state("XDG_STATE_HOME", nullptr), home("HOME", nullptr);
  EXPECT_EQ(autosave_folder("/no/such/folder"), fs::path());
  const Expected<Autosave> autosave = Autosave::in(autosave_folder("/no/such/folder"));
  ASSERT_FALSE(autosave);
  EXPECT_EQ(autosave.error().message, "HOME is not set, so there is no folder to keep it in");
}

TEST(AutosaveFolder, IsInTheFolderOfScenesIfThatExists) {
  TemporaryFolder folder;
  EXPECT_EQ(autosave_folder(folder.path()), folder.path() / ".limber");
  fs::create_directory(folder.path() / ".limber");
  EXPECT_EQ(autosave_folder(folder.path()), folder.path() / ".limber");
  const StateElsewhere state;
  EXPECT_EQ(autosave_folder("/no/such/folder"), "/state/limber/%no%such%folder");
  EXPECT_EQ(autosave_folder("/no/such/folder/"), "/state/limber/%no%such%folder");
}

TEST(AutosaveFolder, IsNeverWhereALinkLeads) {
  TemporaryFolder folder;
  fs::create_directory(folder.path() / "elsewhere");
  fs::create_symlink("elsewhere", folder.path() / ".limber");
  const StateElsewhere state;
  EXPECT_EQ(autosave_folder(folder.path()).parent_path(), "/state/limber");
}

}  // namespace
}  // namespace limber::test
