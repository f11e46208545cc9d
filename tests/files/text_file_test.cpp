#include "limber/files/text_file.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <thread>

#include "limber/files/files.h"
#include "support/temporary_folder.h"

namespace limber {
namespace {

namespace fs = std::filesystem;
using test::contents_of;
using test::TemporaryFolder;

std::string load_error(const fs::path& file) {
  const Expected<Figure> figure = load_figure(file);
  const Expected<Scene> scene = load_scene(file);
  EXPECT_EQ(figure.error().message, scene.error().message);
  return figure.error().message;
}

int files_in(const fs::path& folder) {
  return static_cast<int>(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

TEST(TextFile, UnreadableFilesGiveOneSentence) {
  const TemporaryFolder folder;
  const fs::path& here = folder.path();
  folder.write("human.json", "{");
  EXPECT_EQ(load_error(here / "humn.json"),
            (here / "humn.json").string() + ": there is no such file (did you mean \"human.json\"?)");
  EXPECT_EQ(load_error(here / "no/x.json"), (here / "no/x.json").string() + ": there is no such file");
  EXPECT_EQ(load_error(here / "human.json/x.json"),
            (here / "human.json/x.json").string() + ": there is no such file");
  EXPECT_EQ(load_error(here), here.string() + ": is a folder; expected a file");
  EXPECT_EQ(load_error(folder.write("empty.json", "")), (here / "empty.json").string() + ": is empty");
  ASSERT_EQ(::mkfifo((here / "pipe.json").c_str(), 0600), 0);
  EXPECT_EQ(load_error(here / "pipe.json"), (here / "pipe.json").string() + ": is not a regular file");
  EXPECT_EQ(load_error("/dev/zero"), "/dev/zero: is not a regular file");
  fs::create_symlink("loop.json", here / "loop.json");
  EXPECT_NE(load_error(here / "loop.json").find("cannot be read: Too many levels of symbolic links"),
            std::string::npos);
}

TEST(TextFile, FileWithoutReadPermissionGivesOneSentence) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may read everything";
  const TemporaryFolder folder;
  const fs::path file = folder.write("secret.json", "{}");
  fs::permissions(file, fs::perms::none);
  EXPECT_EQ(load_error(file), file.string() + ": cannot be read: Permission denied");
}

TEST(TextFile, NamesWithLineBreaksStayOnOneLine) {
  EXPECT_EQ(load_error("/no\nsuch.json"), "/no?such.json: there is no such file");
}

TEST(SaveText, WritesAndReplaces) {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "x.json";
  EXPECT_TRUE(save_text(file, "one"));
  EXPECT_EQ(contents_of(file), "one");
  fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_TRUE(save_text(file, "two\n"));
  EXPECT_EQ(contents_of(file), "two\n");
  EXPECT_EQ(fs::status(file).permissions(), fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_EQ(files_in(folder.path()), 1);
}

TEST(SaveText, FollowsLinks) {
  const TemporaryFolder folder;
  const fs::path file = folder.write("real.json", "one");
  fs::create_symlink("real.json", folder.path() / "link.json");
  EXPECT_TRUE(save_text(folder.path() / "link.json", "two"));
  EXPECT_TRUE(fs::is_symlink(folder.path() / "link.json"));
  EXPECT_EQ(contents_of(file), "two");
}

TEST(SaveText, FailedWritesGiveOneSentenceAndLeaveNoFile) {
  const TemporaryFolder folder;
  EXPECT_EQ(save_text(folder.path(), "x").error().message,
            folder.path().string() + ": is a folder; expected the name of a file");
  const fs::path lost = folder.path() / "no/such/x.json";
  EXPECT_EQ(save_text(lost, "x").error().message,
            lost.string() + ": cannot be written: No such file or directory");
  EXPECT_EQ(files_in(folder.path()), 0);
}

// While it lives, files of this process grow to so many bytes at most, as on a disk that is full.
class SmallFiles {
 public:
  explicit SmallFiles(rlim_t bytes) : signal_before_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit small{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &small);
  }
  ~SmallFiles() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, signal_before_);
  }
  SmallFiles(const SmallFiles&) = delete;
  SmallFiles& operator=(const SmallFiles&) = delete;

 private:
  void (*signal_before_)(int);
  rlimit before_{};
};

TEST(SaveText, FullDiskKeepsTheOldFile) {
  const TemporaryFolder folder;
  const fs::path file = folder.write("x.json", "old");
  const Expected<bool> saved = [&] {
    const SmallFiles disk(2);
    return save_text(file, "new");
  }();
  ASSERT_FALSE(saved);
  EXPECT_EQ(saved.error().message, file.string() + ": cannot be written: File too large");
  EXPECT_EQ(contents_of(file), "old");
  EXPECT_EQ(files_in(folder.path()), 1);
}

// Text goes to a file beside the target first.
fs::path beside(const fs::path& file) {
  return file.parent_path() / ("." + file.filename().string() + ".saving-" + std::to_string(::getpid()));
}

TEST(SaveText, DoesNotWriteThroughALinkThatSomeoneLeftBesideTheFile) {
  const TemporaryFolder folder;
  const fs::path precious = folder.write("precious", "of somebody else");
  fs::create_symlink(precious, beside(folder.path() / "x.json"));
  EXPECT_TRUE(save_text(folder.path() / "x.json", "new"));
  EXPECT_EQ(contents_of(precious), "of somebody else");
  EXPECT_EQ(contents_of(folder.path() / "x.json"), "new");
  EXPECT_FALSE(fs::is_symlink(folder.path() / "x.json"));
}

TEST(SaveText, DoesNotTakeThePlaceOfAPipe) {
  const TemporaryFolder folder;
  const fs::path pipe = folder.path() / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(save_text(pipe, "text").error().message, shown(pipe) + ": is not a regular file");
  EXPECT_TRUE(fs::is_fifo(pipe));
}

// Where others may write as well, the file that is replaced may be theirs.
TEST(SaveText, WhatReplacesAFileOfAnotherRunsAsNobody) {
  const TemporaryFolder folder;
  const fs::path file = folder.write("x", "old");
  fs::permissions(file, fs::perms(06777));
  ASSERT_EQ(fs::status(file).permissions(), fs::perms(06777));
  EXPECT_TRUE(save_text(file, "new"));
  EXPECT_EQ(fs::status(file).permissions(), fs::perms(0777));
}

// As a stranger would who looks at the folder all the time.
TEST(SaveText, WhatOnlyItsOwnerMayReadIsNeverReadableForOthers) {
  const TemporaryFolder folder;
  const fs::path file = folder.write("secret", "x");
  fs::permissions(file, fs::perms::owner_read | fs::perms::owner_write);
  const std::string text(std::size_t{16} << 20, 's');  // takes some milliseconds
  std::atomic<bool> done = false;
  std::atomic<int> seen = 0, open_to_others = 0;
  std::thread stranger([&] {
    while (!done) {
      struct stat status;
      if (::stat(beside(file).c_str(), &status) != 0) continue;
      ++seen;
      if ((status.st_mode & 0077) != 0) ++open_to_others;
    }
  });
  for (int i = 0; i < 100 && seen == 0; ++i) EXPECT_TRUE(save_text(file, text));
  done = true;
  stranger.join();
  EXPECT_GT(seen, 0);
  EXPECT_EQ(open_to_others, 0);
}

TEST(ShippedFiles, AreFoundInTheCurrentFolderToo) {
  const TemporaryFolder folder;
  folder.write("models/x.json", "{}");
  const fs::path before = fs::current_path();
  fs::current_path(folder.path());
  EXPECT_EQ(find_shipped_file("models/x.json"), fs::path("models/x.json"));
  EXPECT_EQ(find_shipped_file("models/y.json"), std::nullopt);
  fs::current_path(before);
}

}  // namespace
}  // namespace limber
