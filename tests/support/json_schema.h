#pragma once
// A validator for the part of JSON Schema (draft 2020-12) that docs/*.schema.json use. A keyword it does not
// know is an error, so that no rule of a schema can be passed over in silence.

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace limber::test {

class JsonSchema {
 public:
  // References to other files are looked up beside `file`.
  explicit JsonSchema(const std::filesystem::path& file);

  // Where the document breaks the schema and how, "/segments/0/name: ..."; none when it is valid.
  std::optional<std::string> problem_in(const nlohmann::json& document) const;

  // The schema of one object by its name in $defs.
  const nlohmann::json& definition(const std::string& name) const;
  const nlohmann::json& definitions() const;

 private:
  using Json = nlohmann::json;
  struct Schema {
    const Json* rules;
    std::string file;  // that it stands in
  };

  std::optional<std::string> check(const Schema& schema, const Json& value, const std::string& place) const;
  std::optional<std::string> check_keyword(const Schema& schema, const std::string& keyword, const Json& rule,
                                           const Json& value, const std::string& place) const;
  std::optional<std::string> check_members(const Schema& schema, const Json& value,
                                           const std::string& place) const;
  int count_matches(const Schema& schema, const Json& alternatives, const Json& value,
                    const std::string& place, std::string& first_problem) const;
  Schema resolve(const Schema& from, const std::string& reference) const;
  const Json& load(const std::string& file) const;

  std::filesystem::path folder_;
  std::string main_;
  mutable std::map<std::string, Json> files_;
};

}  // namespace limber::test
