// Every avoidance technique in a scene file: all of its parameters and no others.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "files_support.h"
#include "limber/avoidance/parameters.h"
#include "limber/files/files.h"
#include "limber/files/format/avoidance_json.h"
#include "support/json_schema.h"
#include "support/temporary_folder.h"

namespace limber {
namespace {

using Json = nlohmann::json;

Scene arm_scene() {
  return parse_scene(R"({"limber": 1, "figure": {"name": "f",
      "segments": [{"name": "base"}, {"name": "arm", "parent": "base", "joint": {"type": "revolute"}}]}})",
                     "arm.json", ".")
      .value();
}

// Allowed, and not the default. The distances stay in order.
double another_value(const AvoidanceParameter& parameter) {
  if (parameter.kind() == AvoidanceParameter::Kind::truth) return 1.0 - parameter.usual();
  if (parameter.kind() == AvoidanceParameter::Kind::integer)
    return parameter.usual() == parameter.most ? parameter.least : parameter.usual() + 1.0;
  if (parameter.key == "abort_distance") return 0.125;
  if (parameter.key == "full_distance") return 0.25;
  if (parameter.key == "influence") return 0.75;
  return 0.5 * (parameter.usual() + std::min(parameter.most, parameter.usual() + 1.0));
}

TEST(AvoidanceJson, EveryTechniqueReadsBackAllItsParameters) {
  const test::JsonSchema schema(test::source_folder / "docs/scene.schema.json");
  for (const TechniqueDescription& technique : techniques()) {
    SCOPED_TRACE(technique.key);
    Scene scene = arm_scene();
    scene.avoidance.technique = technique.technique;
    for (const AvoidanceParameter& parameter : technique.parameters)
      set_value(parameter, another_value(parameter), scene.avoidance, scene.solver.clearance);
    const std::string text = write_scene(scene);
    const Json document = Json::parse(text);
    EXPECT_EQ(schema.problem_in(document).value_or(""), "");
    const Json& written = document.at("solver").at("avoidance");
    EXPECT_EQ(written.at("technique"), std::string(technique.key));
    EXPECT_EQ(written.size(), 1 + technique.parameters.size());
    const Expected<Scene> again = parse_scene(text, "again.json", ".");
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->avoidance, scene.avoidance);
    EXPECT_EQ(again->solver.clearance, scene.solver.clearance);
    EXPECT_EQ(write_scene(*again), text);
  }
}

TEST(AvoidanceJson, DefaultsAreNotWritten) {
  for (const TechniqueDescription& technique : techniques()) {
    Scene scene = arm_scene();
    scene.avoidance.technique = technique.technique;
    const Json document = Json::parse(write_scene(scene));
    if (technique.technique == Technique::clearance) {
      EXPECT_FALSE(document.contains("solver"));
    } else {
      EXPECT_EQ(document.at("solver").at("avoidance"), Json({{"technique", std::string(technique.key)}}));
    }
  }
}

TEST(AvoidanceJson, FilesWithTheOldKeyMethodAreRead) {
  Scene scene = arm_scene();
  scene.avoidance.technique = Technique::objective;
  std::string text = write_scene(scene);
  const std::size_t key = text.find("\"technique\"");
  ASSERT_NE(key, std::string::npos);
  text.replace(key, 11, "\"method\"");
  EXPECT_EQ(parse_scene(text, "old.json", ".").value().avoidance, scene.avoidance);
  text.replace(key, 8, "\"technique\": \"off\", \"method\"");
  const Expected<Scene> both = parse_scene(text, "old.json", ".");
  ASSERT_FALSE(both);
  EXPECT_NE(both.error().message.find("\"method\" is the old name of \"technique\""), std::string::npos)
      << both.error().message;
}

TEST(AvoidanceJson, TheDocumentationNamesEveryTechniqueAndItsParameters) {
  const std::string page = test::contents_of(test::source_folder / "docs/json.md");
  for (const TechniqueDescription& technique : techniques()) {
    EXPECT_NE(page.find("`" + std::string(technique.key) + "`"), std::string::npos) << technique.key;
    for (const AvoidanceParameter& parameter : technique.parameters)
      EXPECT_NE(page.find("`" + std::string(parameter.key) + "`"), std::string::npos) << parameter.key;
  }
}

// The schema has the widest range that any technique has for a parameter.
TEST(AvoidanceJson, TheSchemaHasTheRangesOfTheTable) {
  const Json properties = test::JsonSchema(test::source_folder / "docs/scene.schema.json")
                              .definition("avoidance")
                              .at("properties");
  for (const TechniqueDescription& technique : techniques()) {
    for (const AvoidanceParameter& parameter : technique.parameters) {
      SCOPED_TRACE(std::string(technique.key) + " " + std::string(parameter.key));
      const Json& property = properties.at(std::string(parameter.key));
      const std::string type = property.at("type");
      switch (parameter.kind()) {
        case AvoidanceParameter::Kind::truth:
          EXPECT_EQ(type, "boolean");
          continue;
        case AvoidanceParameter::Kind::integer:
          EXPECT_EQ(type, "integer");
          break;
        case AvoidanceParameter::Kind::number:
          EXPECT_EQ(type, "number");
          break;
      }
      EXPECT_LE(property.at("minimum").get<double>(), parameter.least);
      EXPECT_GE(property.at("maximum").get<double>(), parameter.most);
      EXPECT_NE(property.at("description").get<std::string>().find(parameter.words.substr(1)),
                std::string::npos);
    }
  }
}

}  // namespace
}  // namespace limber
