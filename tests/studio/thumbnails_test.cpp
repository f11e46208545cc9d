// What pictures of the folder's scenes may show.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "running_studio.h"

namespace limber::test {
namespace {

using nlohmann::json;

TEST(StudioPictures, ShowNothingFromOutsideTheFolder) {
  RunningStudio running;
  TemporaryFolder outside;
  outside.write("secret.json", contents_of(shipped("models/planar-chain.json")));
  const std::string name = outside.path().filename() / "secret.json";
  const std::string paths[] = {(outside.path() / "secret.json").string(), "../" + name};
  for (const std::string& path : paths) {
    running.folder.write("scene.json", json{{"limber", 1}, {"figure", path}}.dump());
    const SocketClient::Response picture = running.client().get("/thumbnail/folder/scene.png");
    EXPECT_EQ(picture.status, 404) << path;
    EXPECT_NE(picture.body.find("there is no figure file"), std::string::npos) << picture.body;
  }
}

}  // namespace
}  // namespace limber::test
