// The same input gives the same bits: hashes written down once, in tests/session/data/bits.json, for whoever
// runs this with another compiler, optimisation or processor (docs/decisions/0003). They change with the
// solver's arithmetic: LIMBER_WRITE_SAMPLES=1 writes them anew.

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>

#include "limber/session/recording.h"
#include "limber/session/time/posture_hash.h"
#include "random_session.h"
#include "support/temporary_folder.h"

namespace limber::test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr int steps_per_scene = 120;
constexpr int actions_per_session = 60;

std::string after_steps(Session session) {
  PostureHash hash;
  for (int i = 0; i < steps_per_scene; ++i) {
    session.step(0.0);
    hash.add(session.posture());
  }
  return hash_text(hash.value());
}

// A user who drags, edits and changes techniques at random, the same one every time.
std::string after_use(Session session) {
  Random random(20);
  RandomUser user(session, random);
  PostureHash hash;
  for (int i = 0; i < actions_per_session; ++i) {
    user.act();
    for (int step = uniform_int(random, 0, 6); step > 0; --step) session.step(0.0);
    hash.add(session.posture());
  }
  return hash_text(hash.value());
}

Json bits_now() {
  Json bits;
  std::set<std::string> scenes;
  for (const auto& entry : fs::directory_iterator(fs::path(LIMBER_SOURCE_DIR) / "scenes")) {
    if (entry.path().extension() == ".json") scenes.insert("scenes/" + entry.path().filename().string());
  }
  for (const std::string& scene : scenes) bits["steps"][scene] = after_steps(shipped_session(scene));
  for (const char* scene : {"scenes/elephant.json", "scenes/human-standing.json", "scenes/panda.json",
                            "scenes/snake.json", "scenes/planar-chain.json"}) {
    bits["use"][scene] = after_use(shipped_session(scene));
  }
  return bits;
}

TEST(SameBits, AsWrittenDown) {
  const fs::path file = fs::path(LIMBER_SOURCE_DIR) / "tests/session/data/bits.json";
  const Json now = bits_now();
  if (std::getenv("LIMBER_WRITE_SAMPLES")) std::ofstream(file) << now.dump(2) << "\n";
  const Json written = Json::parse(contents_of(file));
  for (const char* kind : {"steps", "use"}) {
    for (const auto& [scene, hash] : now.at(kind).items()) {
      EXPECT_EQ(hash, written.at(kind).value(scene, "")) << kind << " of " << scene;
    }
    EXPECT_EQ(now.at(kind).size(), written.at(kind).size()) << kind;
  }
}

}  // namespace
}  // namespace limber::test
