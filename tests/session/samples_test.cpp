// The golden samples in protocol/samples/, made from the small scene: the page's tests read the same files.
// LIMBER_WRITE_SAMPLES=1 writes them anew.

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>

#include "decoded_snapshot.h"
#include "folder_in_memory.h"
#include "random_session.h"
#include "small_scene.h"
#include "support/temporary_folder.h"

namespace limber::test {
namespace {

using nlohmann::json;
namespace fs = std::filesystem;

const fs::path samples_folder = fs::path(LIMBER_SOURCE_DIR) / "protocol" / "samples";

void expect_sample(const std::string& file, const std::string& bytes) {
  if (std::getenv("LIMBER_WRITE_SAMPLES")) {
    fs::create_directories(samples_folder);
    std::ofstream(samples_folder / file, std::ios::binary) << bytes;
  }
  ASSERT_TRUE(fs::exists(samples_folder / file)) << file;
  EXPECT_EQ(contents_of(samples_folder / file), bytes) << file;
}

const char* const files_text = R"({
  "type": "files",
  "folder": "~/Limber",
  "gallery": [{"file": "elephant.json", "title": "Elephant", "words": "A trunk of 30 links.", "thumbnail": "/thumbnail/gallery/elephant.json.png"}],
  "scenes": [{"file": "crane.json", "modified": 1794736800000, "thumbnail": "/thumbnail/folder/crane.json.png"}],
  "recordings": [{"file": "crane.recording.json", "modified": 1794736800000}]
}
)";

class SampleFolder final : public Library {
 public:
  Expected<std::string> read(const std::string&, Where) const override {
    return std::string(small_scene_text);
  }
  Expected<std::string> write(const std::string& file, std::string_view, bool) override { return file; }
  fs::path folder(Where) const override { return {}; }
  std::string files_message() const override { return files_text; }
};

std::string sample_of(const json& command) {
  return "command-" + command.at("do").get<std::string>() + ".json";
}

Session settled_session(Library& library) {
  Session session(small_scene(), "crane", &library);
  ask(session, {{"do", "key-add"}, {"time", 0}});
  for (int i = 0; i < 2000 && session.step(0.001); ++i) {
  }
  return session;
}

TEST(Samples, OfEveryMessage) {
  SampleFolder library;
  Session session = settled_session(library);
  for (const std::string& text : session.all_messages()) {
    const std::string type = json::parse(text).at("type");
    expect_sample("message-" + type + ".json", text);
  }
  session.take_changes(0.0);
  const Answer done = session.apply(valid_command("branch-add").dump());
  expect_sample("message-done.json", message(done));
  const Answer refused = session.apply(R"({"id": 2, "do": "root-set", "segment": "bom"})");
  expect_sample("message-refused.json", message(refused));
  ask(session, valid_command("branch-delete"));
  for (const std::string& text : session.take_changes(1.0)) {
    if (json::parse(text).at("type") == "notice") expect_sample("message-notice.json", text);
  }
  expect_sample("message-welcome.json",
                "{\"type\": \"welcome\", \"protocol\": 2, \"version\": \"1.0.0\", \"window\": 1}\n");
}

TEST(Samples, OfEveryCommandThatThePageKnows) {
  std::vector<std::string> verbs;
  for (const auto& list : {valid_commands(), other_commands()}) {
    for (const json& command : list) {
      expect_sample(sample_of(command), command.dump(2) + "\n");
      verbs.push_back(command.at("do"));
    }
  }
  // interface Commands { ... } of the page: one verb a line, in quotes or not, and comments.
  const std::string page = contents_of(fs::path(LIMBER_SOURCE_DIR) / "web/src/protocol/commands.ts");
  const std::size_t begin = page.find("export interface Commands {"), end = page.find("\n}\n", begin);
  ASSERT_NE(begin, std::string::npos);
  const std::string interface = page.substr(begin, end - begin);
  const std::regex verb(R"(\n  '?([a-z-]+)'?: )");
  int count = 0;
  Session session(small_scene(), "crane");
  for (std::sregex_iterator at(interface.begin(), interface.end(), verb), none; at != none; ++at, ++count) {
    const std::string word = (*at)[1];
    EXPECT_NE(std::find(verbs.begin(), verbs.end(), word), verbs.end()) << word << " has no sample";
    if (word == "hello" || word == "seen") continue;  // the server's own
    EXPECT_EQ(tell(session, {{"do", word}}).find("there is no command"), std::string::npos) << word;
  }
  EXPECT_EQ(count, static_cast<int>(verbs.size()));
}

TEST(Samples, OfASnapshotAndWhatItDecodesTo) {
  SampleFolder library;
  Session session = settled_session(library);
  ask(session, valid_command("watch"));
  // Something of every list: a ball near by that moves, virtual arms.
  ask(session, {{"do", "obstacle-move"}, {"obstacle", "ball"}, {"by", {{"position", {-0.04, 0, 0}}}}});
  ask(session, {{"do", "obstacle-set"}, {"obstacle", "ball"}, {"velocity", {0, 0.1, 0}}});
  ask(session, valid_command("world-run"));
  ask(session, {{"do", "avoidance-set"}, {"avoidance", {{"technique", "virtual-arms"}}}});
  ask(session, valid_command("statics-show"));
  const std::vector<std::byte> bytes = snapshot_bytes(session, {.sequence = 7,
                                                                .time = 12.5,
                                                                .step_microseconds = 180.0,
                                                                .steps_per_second = 960.0,
                                                                .least_clearance = -0.01});
  std::string text;
  for (const std::byte byte : bytes) text += static_cast<char>(byte);
  expect_sample("snapshot.bin", text);

  const DecodedSnapshot snapshot = decoded(bytes);
  EXPECT_FALSE(snapshot.contacts.empty() || snapshot.moved.empty() || snapshot.arms.empty() ||
               snapshot.tasks.empty());
  json tasks = json::array();
  for (const DecodedSnapshot::TaskPoint& task : snapshot.tasks) {
    tasks.push_back({{"number", task.number},
                     {"satisfied", task.satisfied},
                     {"enabled", task.enabled},
                     {"error", task.error},
                     {"effector", task.effector},
                     {"goal", task.goal}});
  }
  json levels = json::array();
  for (std::size_t i = 0; i < snapshot.levels.size(); i += 5) {
    levels.push_back({{"priority", snapshot.levels[i]},
                      {"error", snapshot.levels[i + 1]},
                      {"residual", snapshot.levels[i + 2]},
                      {"rank", snapshot.levels[i + 3]},
                      {"lambda", snapshot.levels[i + 4]}});
  }
  json contacts = json::array(), moved = json::array(), arms = json::array();
  for (const DecodedSnapshot::ContactPoint& contact : snapshot.contacts) {
    contacts.push_back({{"segment", contact.segment},
                        {"obstacle", contact.obstacle},
                        {"otherSegment", contact.other_segment},
                        {"point", contact.point},
                        {"other", contact.other},
                        {"normal", contact.normal},
                        {"clearance", contact.clearance}});
  }
  for (const DecodedSnapshot::PlacedThing& each : snapshot.moved)
    moved.push_back({{"obstacle", each.number}, {"position", each.position}});
  for (const DecodedSnapshot::PlacedThing& each : snapshot.arms)
    arms.push_back({{"segment", each.number}, {"position", each.position}, {"radius", each.radius}});
  json support_forces = json::array(), region = json::array(), joint_loads = json::array();
  for (const DecodedSnapshot::SupportForce& force : snapshot.support_forces)
    support_forces.push_back(
        {{"support", force.support},
         {"state", json{"holds", "slips", "tips", "lifts", "off"}.at(static_cast<std::size_t>(force.state))},
         {"place", force.place},
         {"force", force.force}});
  for (const DecodedSnapshot::JointLoad& joint : snapshot.joint_loads)
    joint_loads.push_back({{"segment", joint.segment},
                           {"ratio", joint.numbers[0]},
                           {"strength", joint.numbers[1]},
                           {"torque", joint.numbers[2]},
                           {"compression", joint.numbers[3]},
                           {"shear", joint.numbers[4]},
                           {"moment", std::vector<float>(joint.numbers.begin() + 5, joint.numbers.end())}});
  for (std::size_t i = 0; i < snapshot.region.size(); i += 3)
    region.push_back({snapshot.region[i], snapshot.region[i + 1], snapshot.region[i + 2]});
  const std::vector<float>& numbers = snapshot.statics;
  ASSERT_EQ(numbers.size(), 16u);
  const auto or_null = [](float number) { return std::isnan(number) ? json() : json(number); };
  const json statics = {{"balanced", numbers[0] != 0.0f},
                        {"effort", numbers[1]},
                        {"margin", or_null(numbers[2])},
                        {"frictionNeeded", or_null(numbers[3])},
                        {"weight", numbers[4]},
                        {"unmetForce", numbers[5]},
                        {"unmetMoment", numbers[6]},
                        {"gyration", std::vector<float>(numbers.begin() + 7, numbers.begin() + 13)},
                        {"worstWay", std::vector<float>(numbers.begin() + 13, numbers.end())},
                        {"forces", support_forces},
                        {"region", region},
                        {"joints", joint_loads}};
  const std::vector<float>& watched = snapshot.watched;
  const json decoded_snapshot = {
      {"light", json{"green", "orange", "red"}.at(static_cast<std::size_t>(snapshot.light))},
      {"flags", snapshot.flags},
      {"sequence", snapshot.sequence},
      {"figureRevision", snapshot.figure_revision},
      {"time", snapshot.time},
      {"stepMicroseconds", snapshot.step_microseconds},
      {"stepsPerSecond", snapshot.steps_per_second},
      {"centerOfMass", snapshot.center_of_mass},
      {"segments", snapshot.segments},
      {"values", snapshot.values},
      {"tasks", tasks},
      {"levels", levels},
      {"singularValues", snapshot.singular_values},
      {"clearance", snapshot.clearance},
      {"leastClearance", snapshot.least_clearance},
      {"contacts", contacts},
      {"moved", moved},
      {"arms", arms},
      {"statics", statics},
      {"watched",
       {{"position", std::vector<float>(watched.begin(), watched.begin() + 3)},
        {"jjt", std::vector<float>(watched.begin() + 3, watched.end())}}}};
  expect_sample("snapshot.json", decoded_snapshot.dump(2) + "\n");
}

}  // namespace
}  // namespace limber::test
