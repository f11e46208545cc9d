// The folder a studio may touch, and nothing else.

#include "studio/folder_library.h"

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "limber/files/files.h"
#include "support/temporary_folder.h"

namespace limber::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using studio::FolderLibrary;
using Where = Library::Where;

const fs::path gallery = fs::path(LIMBER_SOURCE_DIR) / "scenes";

TEST(FolderLibrary, WritesAndReadsByName) {
  TemporaryFolder folder;
  FolderLibrary library(folder.path(), gallery);
  EXPECT_EQ(library.write("arm", "{}", false).value(), "arm.json");
  EXPECT_EQ(library.read("arm.json", Where::folder).value(), "{}");
  EXPECT_EQ(contents_of(folder.path() / "arm.json"), "{}");
}

TEST(FolderLibrary, CreatesTheFolderAtTheFirstSave) {
  TemporaryFolder folder;
  const fs::path inside = folder.path() / "not" / "yet";
  FolderLibrary library(inside, gallery);
  EXPECT_TRUE(library.scenes().empty());
  EXPECT_FALSE(fs::exists(inside));
  EXPECT_TRUE(library.write("a.json", "{}", false));
  EXPECT_TRUE(fs::exists(inside / "a.json"));
}

TEST(FolderLibrary, ReplacesAnotherFileOnlyWhenToldTo) {
  TemporaryFolder folder;
  FolderLibrary library(folder.path(), gallery);
  ASSERT_TRUE(library.write("a.json", "first", false));
  const Expected<std::string> again = library.write("a", "second", false);
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().message, "there is already a file \"a.json\"; replace it or choose another name");
  EXPECT_EQ(library.read("a.json", Where::folder).value(), "first");
  EXPECT_TRUE(library.write("a.json", "second", true));
  EXPECT_EQ(library.read("a.json", Where::folder).value(), "second");
}

// Two studios, or two recoveries, may find the same name unused.
TEST(FolderLibrary, OfTwoThatSaveUnderOneNewNameOneIsRefused) {
  TemporaryFolder folder;
  FolderLibrary library(folder.path(), gallery);
  for (int round = 0; round < 50; ++round) {
    const std::string name = "round-" + std::to_string(round);
    std::atomic<int> saved = 0;
    const auto save = [&] { saved += library.write(name, "{}", false).has_value(); };
    std::thread other(save);
    save();
    other.join();
    ASSERT_EQ(saved, 1) << name;
  }
}

TEST(FolderLibrary, AnUnusedNameIsCountedUpFromTheOneWanted) {
  TemporaryFolder folder;
  FolderLibrary library(folder.path(), gallery);
  for (const std::string expected : {"arm.json", "arm-2.json", "arm-3.json"}) {
    EXPECT_EQ(library.unused_name("arm"), expected);
    ASSERT_TRUE(library.write(library.unused_name("arm"), "{}", false));
  }
  fs::create_symlink("nowhere", folder.path() / "arm-4.json");
  EXPECT_EQ(library.unused_name("arm"), "arm-5.json");
}

TEST(FolderLibrary, NoNameLeadsOutOfTheFolder) {
  TemporaryFolder folder;
  folder.write("outside.json", "secret");
  FolderLibrary library(folder.path() / "scenes", gallery);
  ASSERT_TRUE(library.write("inside.json", "{}", false));
  for (const std::string name :
       {"../outside.json", "/etc/passwd", "a/b.json", "a\\b.json", ".hidden.json", "..json", "a..json", "",
        " .json", "a.txt/../b.json", ".", "..", "sub/../inside.json", "a\nb.json"}) {
    const Expected<std::string> read = library.read(name, Where::folder);
    EXPECT_FALSE(read) << name;
    EXPECT_FALSE(library.write(name, "x", true)) << name;
    EXPECT_FALSE(library.read(name, Where::gallery)) << name;
  }
  EXPECT_FALSE(library.read(std::string("a\0b.json", 8), Where::folder));
  EXPECT_FALSE(library.read(std::string(500, 'a') + ".json", Where::folder));
  EXPECT_EQ(contents_of(folder.path() / "outside.json"), "secret");
}

TEST(FolderLibrary, NoLinkLeadsOutOfTheFolder) {
  TemporaryFolder folder;
  const fs::path outside = folder.write("outside.json", "secret");
  FolderLibrary library(folder.path() / "scenes", gallery);
  ASSERT_TRUE(library.write("inside.json", "{}", false));
  fs::create_symlink(outside, folder.path() / "scenes" / "link.json");
  fs::create_symlink("inside.json", folder.path() / "scenes" / "fine.json");
  const Expected<std::string> read = library.read("link.json", Where::folder);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().message, "\"link.json\" leads out of the folder");
  EXPECT_FALSE(library.write("link.json", "x", true));
  EXPECT_EQ(contents_of(outside), "secret");
  EXPECT_TRUE(library.read("fine.json", Where::folder));
  for (const FolderLibrary::Entry& entry : library.scenes()) EXPECT_NE(entry.file, "link.json");
}

TEST(FolderLibrary, ListsScenesAndRecordingsApart) {
  TemporaryFolder folder;
  FolderLibrary library(folder.path(), gallery);
  for (const char* name : {"b.json", "a.json", "a.recording.json", "a.timing.txt"}) {
    ASSERT_TRUE(library.write(name, "{}", false)) << name;
  }
  folder.write("notes.md", "not ours");
  const json files = json::parse(library.files_message());
  EXPECT_EQ(files.at("type"), "files");
  EXPECT_EQ(files.at("folder"), folder.path().string());
  ASSERT_EQ(files.at("scenes").size(), 2u);
  EXPECT_EQ(files["scenes"][0].at("file"), "a.json");
  EXPECT_EQ(files["scenes"][1].at("file"), "b.json");
  EXPECT_GT(files["scenes"][0].at("modified"), 1.6e12);
  EXPECT_TRUE(files["scenes"][0].at("thumbnail").get<std::string>().starts_with("/thumbnail/folder/a.png?"));
  ASSERT_EQ(files.at("recordings").size(), 1u);
  EXPECT_EQ(files["recordings"][0].at("file"), "a.recording.json");
}

TEST(Gallery, EverySceneOpensAndHasATitleAndASentence) {
  TemporaryFolder folder;
  const FolderLibrary library(folder.path(), gallery);
  ASSERT_GE(library.gallery().size(), 9u);
  for (const FolderLibrary::Exhibit& exhibit : library.gallery()) {
    const Expected<fs::path> path = library.path_of(exhibit.file, Where::gallery);
    ASSERT_TRUE(path) << exhibit.file;
    EXPECT_TRUE(load_scene(*path)) << exhibit.file;
    EXPECT_FALSE(exhibit.title.empty()) << exhibit.file;
    EXPECT_TRUE(exhibit.words.ends_with(".")) << exhibit.file;
  }
}

}  // namespace
}  // namespace limber::test
