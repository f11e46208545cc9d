// Compiled programs that are kept, in real folders: ours alone is read, replaced and removed; nothing that
// was found gets other permissions; what others could have written is not run.

#include "limber/batch/gpu/kept_programs.h"

#include <gtest/gtest.h>

#include <sys/stat.h>
#include <unistd.h>

#include <fstream>
#include <set>

#include "support/temporary_folder.h"

namespace limber::test {

namespace fs = std::filesystem;
using batch::gpu::KeptPrograms;

namespace {

mode_t mode_of(const fs::path& file) {
  struct stat status;
  EXPECT_EQ(::lstat(file.c_str(), &status), 0) << file;
  return status.st_mode & 07777U;
}

std::set<std::string> names_in(const fs::path& folder) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.insert(entry.path().filename().string());
  return names;
}

void make_old(const fs::path& file) {
  fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::hours(1));
}

class KeptProgramsIn : public testing::Test {
 protected:
  const TemporaryFolder place_;
  const fs::path folder_ = place_.path() / "limber-gpu";
  const KeptPrograms kept_{place_.path()};
  const std::vector<char> code_{'c', '\0', '\n', 'd'};

  Expected<bool> keep(const std::string& text) const { return kept_.keep("figure", text, code_); }
  auto find(const std::string& text) const { return kept_.find("figure", text); }
  // That of the one program.
  fs::path file() const { return fs::directory_iterator(folder_)->path(); }
  void expect_not_kept(const std::string& why) const {
    const Expected<bool> kept = keep("text");
    ASSERT_FALSE(kept);
    EXPECT_EQ(kept.error().message, "compiled GPU programs are not kept: " + why);
    EXPECT_FALSE(find("text"));
    EXPECT_FALSE(kept_.has("figure"));
  }
};

}  // namespace

TEST_F(KeptProgramsIn, AFolderOfTheirOwnAreFoundByTheirWholeText) {
  EXPECT_FALSE(find("text"));
  EXPECT_FALSE(kept_.has("figure"));
  EXPECT_TRUE(keep("text"));
  EXPECT_EQ(find("text"), code_);
  EXPECT_FALSE(find("tex"));
  EXPECT_FALSE(find("another"));
  EXPECT_TRUE(kept_.has("figure"));
  EXPECT_FALSE(kept_.has("another figure"));
  EXPECT_EQ(names_in(place_.path()), std::set<std::string>{"limber-gpu"});
  EXPECT_EQ(mode_of(folder_), 0700U);
  EXPECT_EQ(mode_of(file()), 0600U);
  const KeptPrograms nowhere("");
  EXPECT_TRUE(nowhere.keep("figure", "text", code_));
  EXPECT_FALSE(nowhere.find("figure", "text"));
}

TEST_F(KeptProgramsIn, AFolderOfTheirOwnMakeRoomByAge) {
  EXPECT_TRUE(keep("text"));
  make_old(file());
  for (int i = 0; i < KeptPrograms::most; ++i) EXPECT_TRUE(keep(std::to_string(i)));
  EXPECT_FALSE(find("text"));
  EXPECT_EQ(find("0"), code_);
  EXPECT_EQ(names_in(folder_).size(), static_cast<std::size_t>(KeptPrograms::most));
}

TEST_F(KeptProgramsIn, APlaceWithOtherFilesLeaveThemAlone) {
  for (int i = 0; i < 120; ++i) {
    make_old(place_.write("chapter" + std::to_string(i) + ".txt", "x"));
    make_old(place_.write("limber-gpu/chapter" + std::to_string(i) + ".txt", "x"));
    // Named like ours, but not written by us.
    char name[64];
    std::snprintf(name, sizeof name, "limber-gpu/%016d-%016d", i, i);
    make_old(place_.write(name, "notes"));
    // One of ours that somebody has set aside.
    make_old(place_.write("limber-gpu/copy-" + std::to_string(i), "limber gpu program 1, 4 4 0"));
  }
  fs::permissions(place_.path(), fs::perms(0711));
  fs::permissions(folder_, fs::perms(0755));
  const auto before = names_in(place_.path()), before_inside = names_in(folder_);
  for (int i = 0; i < KeptPrograms::most + 5; ++i) EXPECT_TRUE(keep(std::to_string(i)));
  EXPECT_EQ(names_in(place_.path()), before);
  const auto inside = names_in(folder_);
  EXPECT_TRUE(std::includes(inside.begin(), inside.end(), before_inside.begin(), before_inside.end()));
  EXPECT_EQ(inside.size(), before_inside.size() + KeptPrograms::most);
  EXPECT_EQ(mode_of(place_.path()), 0711U);
  EXPECT_EQ(mode_of(folder_), 0755U);
}

TEST_F(KeptProgramsIn, AFolderThatOthersCanWriteToAreNotKept) {
  EXPECT_TRUE(keep("text"));
  for (const auto mode : {0770U, 0720U, 0702U, 0777U}) {
    fs::permissions(folder_, fs::perms(mode));
    expect_not_kept(folder_.string() + ": other users can write to it");
    EXPECT_EQ(mode_of(folder_), mode);
  }
  fs::permissions(folder_, fs::perms(0700));
  EXPECT_EQ(find("text"), code_);
}

TEST_F(KeptProgramsIn, AFileThatOthersCanWriteToAreWrittenAgain) {
  EXPECT_TRUE(keep("text"));
  for (const auto mode : {0660U, 0620U, 0602U}) {
    fs::permissions(file(), fs::perms(mode));
    EXPECT_FALSE(find("text"));
    EXPECT_TRUE(keep("text"));
    EXPECT_EQ(mode_of(file()), 0600U);
    EXPECT_EQ(find("text"), code_);
  }
}

TEST_F(KeptProgramsIn, APlaceWithALinkDoNotFollowIt) {
  const TemporaryFolder elsewhere;
  const KeptPrograms there(elsewhere.path());
  EXPECT_TRUE(there.keep("figure", "text", code_));
  fs::permissions(elsewhere.path(), fs::perms(0755));
  fs::create_directory_symlink(elsewhere.path() / "limber-gpu", folder_);
  expect_not_kept(folder_.string() + ": is not a folder");
  EXPECT_EQ(mode_of(elsewhere.path()), 0755U);
  EXPECT_EQ(names_in(elsewhere.path() / "limber-gpu").size(), 1u);

  // A link in place of a file, to one that is as it should be.
  fs::remove(folder_);
  EXPECT_TRUE(keep("text"));
  const fs::path own = file(), other = elsewhere.path() / "limber-gpu" / own.filename();
  fs::remove(own);
  fs::create_symlink(other, own);
  EXPECT_FALSE(find("text"));
  const Expected<bool> kept = keep("text");
  ASSERT_FALSE(kept);
  EXPECT_EQ(kept.error().message,
            "compiled GPU programs are not kept: " + own.string() + ": was not written by Limber");
  EXPECT_TRUE(fs::is_symlink(own));
  EXPECT_TRUE(there.find("figure", "text"));
}

TEST_F(KeptProgramsIn, APlaceThatIsALinkAreBehindIt) {
  const TemporaryFolder elsewhere;
  fs::permissions(elsewhere.path(), fs::perms(0755));
  const fs::path link = place_.path() / "link";
  fs::create_directory_symlink(elsewhere.path(), link);
  const KeptPrograms behind(link);
  EXPECT_TRUE(behind.keep("figure", "text", code_));
  EXPECT_EQ(behind.find("figure", "text"), code_);
  EXPECT_EQ(mode_of(elsewhere.path()), 0755U);
}

TEST_F(KeptProgramsIn, AFileThatIsNoFolderAreNotKept) {
  place_.write("limber-gpu", "notes");
  expect_not_kept(folder_.string() + ": is not a folder");
  EXPECT_EQ(contents_of(folder_), "notes");
  fs::remove(folder_);
  const KeptPrograms below_a_file(place_.write("file", "notes"));
  EXPECT_FALSE(below_a_file.keep("figure", "text", code_));
}

TEST_F(KeptProgramsIn, APipeInPlaceOfAFileDoNotWaitForIt) {
  EXPECT_TRUE(keep("text"));
  const fs::path own = file();
  fs::remove(own);
  ASSERT_EQ(::mkfifo(own.c_str(), 0600), 0);
  EXPECT_FALSE(find("text"));
  EXPECT_FALSE(keep("text"));
  EXPECT_TRUE(fs::is_fifo(own));
}

TEST_F(KeptProgramsIn, AFileThatWasCutOffOrChangedAreWrittenAgain) {
  EXPECT_TRUE(keep("text"));
  const auto size = fs::file_size(file());
  for (std::uintmax_t left = 0; left < size; ++left) {
    fs::resize_file(file(), left);
    EXPECT_FALSE(find("text")) << left;
    EXPECT_TRUE(keep("text")) << left;
    EXPECT_EQ(find("text"), code_) << left;
  }
  const std::string whole = contents_of(file());
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] + 1);
    std::ofstream(file(), std::ios::binary) << changed;
    EXPECT_FALSE(find("text")) << at;
  }
}

TEST_F(KeptProgramsIn, MissingFoldersAreMadeForThisUserAlone) {
  const mode_t mask = ::umask(0);
  const fs::path far = place_.path() / "one" / "two";
  const KeptPrograms kept(far);
  EXPECT_TRUE(kept.keep("figure", "text", code_));
  ::umask(mask);
  EXPECT_EQ(mode_of(place_.path() / "one"), 0700U);
  EXPECT_EQ(mode_of(far), 0700U);
  EXPECT_EQ(mode_of(far / "limber-gpu"), 0700U);
  EXPECT_EQ(kept.find("figure", "text"), code_);
}

// Root can give files away; whoever is not root finds folders of root's.
TEST_F(KeptProgramsIn, AFolderOfAnotherUserAreNeitherReadNorChanged) {
  if (::geteuid() != 0) {
    const KeptPrograms in_roots("/");
    EXPECT_FALSE(in_roots.keep("figure", "text", code_));
    return;
  }
  constexpr uid_t another = 65'534;
  EXPECT_TRUE(keep("text"));
  const fs::path own = file();
  ASSERT_EQ(::chown(own.c_str(), another, another), 0);
  EXPECT_FALSE(find("text"));
  const Expected<bool> kept = keep("text");
  ASSERT_FALSE(kept);
  EXPECT_EQ(kept.error().message,
            "compiled GPU programs are not kept: " + own.string() + ": was not written by Limber");
  // It does not make room either.
  make_old(own);
  for (int i = 0; i < KeptPrograms::most + 5; ++i) EXPECT_TRUE(keep(std::to_string(i)));
  EXPECT_TRUE(fs::exists(own));
  ASSERT_EQ(::chown(own.c_str(), 0, 0), 0);
  EXPECT_EQ(find("text"), code_);

  ASSERT_EQ(::chown(folder_.c_str(), another, another), 0);
  expect_not_kept(folder_.string() + ": belongs to another user");
}

}  // namespace limber::test
