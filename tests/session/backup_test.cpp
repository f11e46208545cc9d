// What a backup says, so that the next start does the right thing with it.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "folder_in_memory.h"
#include "limber/session/session.h"
#include "small_scene.h"

namespace limber::test {
namespace {

using nlohmann::json;

// A backup from before the save says "unsaved", of the file before: restored after a crash, it would be saved
// over that file without a question.
TEST(Backup, AfterSavingItIsMadeAgainAndNamesTheNewFile) {
  FolderInMemory folder;
  folder.files["old.json"] = small_scene_text;
  Session session(small_scene(), "old", &folder, "old.json");
  session.apply(R"({"id": 1, "do": "posture-rest"})");
  session.apply(valid_command("task-remove").dump());
  EXPECT_EQ(json::parse(session.backup()).at("saved"), false);
  const std::uint64_t before = session.revision();
  ASSERT_FALSE(session.apply(R"({"id": 2, "do": "save-as", "file": "new.json"})").refused);
  EXPECT_GT(session.revision(), before) << "there is something worth saving: where the scene is now";
  const json backup = json::parse(session.backup());
  EXPECT_EQ(backup.at("saved"), true);
  EXPECT_EQ(backup.at("file"), "new.json");
}

TEST(Backup, RemembersWhereASceneFromElsewhereCameFrom) {
  FolderInMemory folder;
  const Session session(small_scene(), "crane", &folder, std::nullopt, "/elsewhere/crane.json");
  EXPECT_EQ(Session::from_backup(session.backup(), &folder).value().source(), "/elsewhere/crane.json");
}

}  // namespace
}  // namespace limber::test
