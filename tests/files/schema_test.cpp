// The JSON Schemas in docs/ agree with the readers: they have the same keys, and the readers refuse what a
// schema refuses.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "files_support.h"
#include "limber/avoidance/parameters.h"
#include "limber/files/files.h"
#include "limber/files/format/format_keys.h"
#include "support/json_schema.h"
#include "support/json_values.h"
#include "support/scale.h"
#include "support/temporary_folder.h"

namespace limber {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using test::JsonSchema;

using test::data_folder;
using test::source_folder;

JsonSchema figure_schema() {
  return JsonSchema(source_folder / "docs/figure.schema.json");
}
JsonSchema scene_schema() {
  return JsonSchema(source_folder / "docs/scene.schema.json");
}

Json load_json(const fs::path& file) {
  return Json::parse(test::contents_of(file));
}

std::set<std::string> keys_of(const Json& object) {
  std::set<std::string> keys;
  for (const auto& [key, value] : object.items()) keys.insert(key);
  return keys;
}

void expect_same_keys(const JsonSchema& schema, const std::vector<json::ObjectKeys>& format) {
  std::set<std::string> types_of_reader, types_of_schema;
  for (const json::ObjectKeys& object : format) {
    types_of_reader.insert(object.object);
    ASSERT_TRUE(schema.definitions().contains(object.object)) << object.object << " is not in the schema";
    const Json& definition = schema.definition(object.object);
    EXPECT_EQ(keys_of(definition.at("properties")),
              std::set<std::string>(object.keys.begin(), object.keys.end()))
        << object.object;
    EXPECT_EQ(definition.at("additionalProperties"), false) << object.object;
  }
  for (const auto& [name, definition] : schema.definitions().items()) {
    if (definition.contains("properties")) types_of_schema.insert(name);
  }
  EXPECT_EQ(types_of_schema, types_of_reader);
}

// All keys that occur anywhere in the objects of a document, apart from the names of joints in a posture.
void collect_keys(const Json& value, std::set<std::string>& keys) {
  for (const auto& pointer : test::all_values(value)) {
    if (!pointer.empty() && !value.at(pointer.parent_pointer()).is_array()) keys.insert(pointer.back());
  }
}

TEST(Schema, HasExactlyTheKeysOfTheReaders) {
  expect_same_keys(figure_schema(), json::figure_format());
  expect_same_keys(scene_schema(), json::scene_format());
}

TEST(Schema, TestFilesUseEveryKey) {
  // The tests below change these files.
  std::set<std::string> used;
  collect_keys(load_json(data_folder / "everything.json"), used);
  collect_keys(load_json(data_folder / "everything_scene.json"), used);
  collect_keys(load_json(data_folder / "edited_scene.json"), used);  // what is made in the studio
  // A scene has one avoidance technique: avoidance_json_test.cpp goes through all of them.
  for (const TechniqueDescription& technique : techniques()) {
    for (const AvoidanceParameter& parameter : technique.parameters) used.insert(std::string(parameter.key));
  }
  for (const auto& format : {json::figure_format(), json::scene_format()}) {
    for (const json::ObjectKeys& object : format) {
      for (const std::string_view key : object.keys)
        EXPECT_TRUE(used.contains(std::string(key))) << object.object << " " << key;
    }
  }
}

TEST(Schema, ShapeWordsAreTheNamesOfTheShapes) {
  const Shape shapes[] = {Sphere{}, Ellipsoid{}, Capsule{}, Cylinder{}, Box{}, Plane{}, MeshReference{}};
  for (const Shape& shape : shapes) EXPECT_EQ(shape_type_name(shape), json::shape_words[shape.index()]);
}

TEST(Schema, AcceptsEveryShippedFile) {
  int checked = 0;
  const auto check_folder = [&](const fs::path& folder) {
    if (!fs::is_directory(folder)) return;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
      if (entry.path().extension() != ".json") continue;
      const Json document = load_json(entry.path());
      const JsonSchema schema = document.contains("figure") ? scene_schema() : figure_schema();
      EXPECT_EQ(schema.problem_in(document).value_or(""), "") << entry.path();
      const Expected<Scene> scene = load_scene(entry.path());
      EXPECT_TRUE(scene) << scene.error().message;
      ++checked;
    }
  };
  check_folder(source_folder / "models");
  check_folder(source_folder / "scenes");
  check_folder(data_folder);
  EXPECT_GE(checked, 2);
}

TEST(Schema, AcceptsWrittenFiles) {
  const Scene scene = load_scene(data_folder / "everything_scene.json").value();
  EXPECT_EQ(scene_schema().problem_in(Json::parse(write_scene(scene))).value_or(""), "");
  EXPECT_EQ(figure_schema().problem_in(Json::parse(write_figure(scene.figure))).value_or(""), "");
  Scene inside = scene;
  inside.figure_file = "";
  EXPECT_EQ(scene_schema().problem_in(Json::parse(write_scene(inside))).value_or(""), "");
}

// The blocks of JSON in a page of the documentation.
std::vector<std::string> json_blocks(const fs::path& page) {
  const std::string text = test::contents_of(page), begin_mark = "```json\n", end_mark = "```";
  std::vector<std::string> blocks;
  for (std::size_t at = text.find(begin_mark); at != std::string::npos; at = text.find(begin_mark, at)) {
    at += begin_mark.size();
    const std::size_t end = text.find(end_mark, at);
    blocks.push_back(text.substr(at, end - at));
    at = end;
  }
  return blocks;
}

TEST(Schema, AcceptsTheExamplesOfTheDocumentation) {
  int figures = 0, scenes = 0;
  for (const std::string& block : json_blocks(source_folder / "docs/json.md")) {
    if (block.find("\"limber\"") == std::string::npos) continue;  // a part of a file
    const Json document = Json::parse(block);
    const bool is_scene = document.contains("figure");
    EXPECT_EQ((is_scene ? scene_schema() : figure_schema()).problem_in(document).value_or(""), "") << block;
    if (!is_scene) {
      const Expected<Figure> figure = parse_figure(block, "docs/json.md");
      EXPECT_TRUE(figure) << figure.error().message;
    }
    ++(is_scene ? scenes : figures);
  }
  EXPECT_GE(figures, 1);
  EXPECT_GE(scenes, 1);
}

TEST(Schema, RefusesBadSamples) {
  const JsonSchema schema = figure_schema();
  const char* const bad[] = {
      R"([])",
      R"({"limber": 1, "name": "f"})",
      R"({"name": "f", "segments": [{"name": "a"}]})",
      R"({"limber": 2, "name": "f", "segments": [{"name": "a"}]})",
      R"({"limber": 1, "name": "", "segments": [{"name": "a"}]})",
      R"({"limber": 1, "name": "f", "segments": []})",
      R"({"limber": 1, "name": "f", "segments": [{"name": "a", "extra": 1}]})",
      R"({"limber": 1, "name": "f", "segments": [{"name": "a", "at": {"position": [0, 0]}}]})",
      R"({"limber": 1, "name": "f", "segments": [{"name": "a", "joint": {"type": "hinge"}}]})",
      R"({"limber": 1, "name": "f", "segments": [{"name": "a", "joint": {"type": "ball", "axis": [0, 0, 1]}}]})",
      R"({"limber": 1, "name": "f", "segments": [{"name": "a", "shapes": [{"shape": "sphere", "radius": 0}]}]})",
      R"({"limber": 1, "name": "f", "segments": [{"name": "a", "shapes": [{"shape": "plane"}]}]})",
      R"({"limber": 1, "name": "f", "segments": [{"name": "a", "shapes": [{"shape": "sphere", "radius": 1, "color": "red"}]}]})",
      R"({"limber": 1, "name": "f", "segments": [{"name": "a"}],
          "couplings": [{"name": "c", "terms": [{"joint": "a"}], "equals": 0, "min": 0}]})",
  };
  for (const char* text : bad) {
    EXPECT_TRUE(schema.problem_in(Json::parse(text))) << text;
    EXPECT_FALSE(parse_figure(text, "x.json")) << text;
  }
}

TEST(Schema, ValidatorRefusesUnknownKeywords) {
  const test::TemporaryFolder folder;
  const JsonSchema schema(folder.write("x.json", R"({"type": "object", "dependentRequired": {}})"));
  EXPECT_THROW(schema.problem_in(Json::object()), std::runtime_error);
}

// Replaces every value by values of other kinds, and removes every member. The reader must refuse what the
// schema refuses, or editors would mark valid files as wrong.
template <class Parse>
void expect_reader_refuses_what_schema_refuses(const Json& document, const JsonSchema& schema,
                                               const Parse& parse) {
  int refused = 0;
  const auto check = [&](const Json& changed, const auto& pointer) {
    if (!schema.problem_in(changed)) return;
    ++refused;
    EXPECT_NE(parse(changed.dump()), "")
        << "at " << pointer << ": " << changed.at(pointer.empty() ? pointer : pointer.parent_pointer());
  };
  const std::vector<Json>& kinds = test::one_of_each_kind();
  const std::size_t tried = std::min(kinds.size(), static_cast<std::size_t>(test::scaled(2)));
  std::size_t next = 0;
  for (const auto& pointer : test::all_values(document)) {
    for (std::size_t i = 0; i < tried; ++i) {
      Json changed = document;
      changed[pointer] = kinds[next++ % kinds.size()];
      check(changed, pointer);
    }
    if (pointer.empty() || !document.at(pointer.parent_pointer()).is_object()) continue;
    Json without = document;
    without[pointer.parent_pointer()].erase(pointer.back());
    check(without, pointer.parent_pointer());
  }
  EXPECT_GT(refused, test::scaled(150));
}

TEST(Schema, FigureReaderRefusesWhatItRefuses) {
  expect_reader_refuses_what_schema_refuses(load_json(data_folder / "everything.json"), figure_schema(),
                                            [](const std::string& text) {
                                              const Expected<Figure> figure = parse_figure(text, "x.json");
                                              return figure ? "" : figure.error().message;
                                            });
}

TEST(Schema, SceneReaderRefusesWhatItRefuses) {
  expect_reader_refuses_what_schema_refuses(
      load_json(data_folder / "everything_scene.json"), scene_schema(), [](const std::string& text) {
        const Expected<Scene> scene = parse_scene(text, "x.json", data_folder);
        return scene ? "" : scene.error().message;
      });
}

}  // namespace
}  // namespace limber
