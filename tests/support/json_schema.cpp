#include "support/json_schema.h"

#include <cmath>
#include <fstream>
#include <regex>
#include <set>
#include <stdexcept>

namespace limber::test {

namespace {

using Json = nlohmann::json;

bool has_type(const Json& value, const std::string& type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "boolean") return value.is_boolean();
  if (type == "null") return value.is_null();
  if (type == "number") return value.is_number();
  if (type == "integer") return value.is_number() && std::floor(value.get<double>()) == value.get<double>();
  throw std::runtime_error("unknown type in a schema: " + type);
}

bool is_annotation(const std::string& keyword) {
  static const std::set<std::string> annotations = {"$schema", "$defs", "title", "description",
                                                    "additionalProperties"};
  return annotations.contains(keyword);  // additionalProperties is looked at together with properties
}

}  // namespace

JsonSchema::JsonSchema(const std::filesystem::path& file)
    : folder_(file.parent_path()), main_(file.filename().string()) {
  load(main_);
}

std::optional<std::string> JsonSchema::problem_in(const Json& document) const {
  return check({&load(main_), main_}, document, "");
}

const Json& JsonSchema::definitions() const {
  return load(main_).at("$defs");
}

const Json& JsonSchema::definition(const std::string& name) const {
  return definitions().at(name);
}

const Json& JsonSchema::load(const std::string& file) const {
  if (const auto found = files_.find(file); found != files_.end()) return found->second;
  std::ifstream stream(folder_ / file);
  if (!stream) throw std::runtime_error("no schema " + (folder_ / file).string());
  return files_.emplace(file, Json::parse(stream)).first->second;
}

JsonSchema::Schema JsonSchema::resolve(const Schema& from, const std::string& reference) const {
  const std::size_t hash = reference.find('#');
  const std::string file = reference.substr(0, hash);
  const std::string pointer = hash == std::string::npos ? "" : reference.substr(hash + 1);
  const std::string resolved = file.empty() ? from.file : file;
  return {&load(resolved).at(Json::json_pointer(pointer)), resolved};
}

std::optional<std::string> JsonSchema::check(const Schema& schema, const Json& value,
                                             const std::string& place) const {
  if (schema.rules->is_boolean()) {
    if (schema.rules->get<bool>()) return std::nullopt;
    return place + ": nothing is allowed here";
  }
  for (const auto& [keyword, rule] : schema.rules->items()) {
    if (auto problem = check_keyword(schema, keyword, rule, value, place)) return problem;
  }
  return check_members(schema, value, place);
}

std::optional<std::string> JsonSchema::check_members(const Schema& schema, const Json& value,
                                                     const std::string& place) const {
  if (!value.is_object()) return std::nullopt;
  const auto properties = schema.rules->find("properties");
  const auto others = schema.rules->find("additionalProperties");
  for (const auto& [key, member] : value.items()) {
    const std::string below = place + "/" + key;
    const bool is_known = properties != schema.rules->end() && properties->contains(key);
    const Json* rules = is_known ? &properties->at(key) : others != schema.rules->end() ? &*others : nullptr;
    if (!rules) continue;
    if (auto problem = check({rules, schema.file}, member, below)) return problem;
  }
  return std::nullopt;
}

int JsonSchema::count_matches(const Schema& schema, const Json& alternatives, const Json& value,
                              const std::string& place, std::string& first_problem) const {
  int matches = 0;
  for (const Json& alternative : alternatives) {
    const auto problem = check({&alternative, schema.file}, value, place);
    if (!problem) ++matches;
    if (problem && first_problem.empty()) first_problem = *problem;
  }
  return matches;
}

std::optional<std::string> JsonSchema::check_keyword(const Schema& schema, const std::string& keyword,
                                                     const Json& rule, const Json& value,
                                                     const std::string& place) const {
  const auto fail_unless = [&](bool holds) -> std::optional<std::string> {
    if (holds) return std::nullopt;
    return place + ": breaks \"" + keyword + "\"" + (rule.is_primitive() ? ": " + rule.dump() : "");
  };
  const auto size = [&] { return value.size(); };
  std::string why;
  if (is_annotation(keyword) || keyword == "properties") return std::nullopt;
  if (keyword == "$ref") return check(resolve(schema, rule.get<std::string>()), value, place);
  if (keyword == "type") return fail_unless(has_type(value, rule.get<std::string>()));
  if (keyword == "const") return fail_unless(value == rule);
  if (keyword == "enum") return fail_unless(std::find(rule.begin(), rule.end(), value) != rule.end());
  if (keyword == "oneOf") return fail_unless(count_matches(schema, rule, value, place, why) == 1);
  if (keyword == "anyOf") return fail_unless(count_matches(schema, rule, value, place, why) >= 1);
  if (keyword == "not") return fail_unless(check({&rule, schema.file}, value, place).has_value());
  if (keyword == "required") {
    for (const Json& key : rule) {
      if (value.is_object() && !value.contains(key.get<std::string>())) return fail_unless(false);
    }
    return std::nullopt;
  }
  if (keyword == "items") {
    for (std::size_t i = 0; value.is_array() && i < size(); ++i) {
      if (auto problem = check({&rule, schema.file}, value[i], place + "/" + std::to_string(i)))
        return problem;
    }
    return std::nullopt;
  }
  if (keyword == "minItems") return fail_unless(!value.is_array() || size() >= rule.get<std::size_t>());
  if (keyword == "maxItems") return fail_unless(!value.is_array() || size() <= rule.get<std::size_t>());
  if (keyword == "maxLength") {  // of texts in ASCII
    return fail_unless(!value.is_string() || value.get<std::string>().size() <= rule.get<std::size_t>());
  }
  if (keyword == "minProperties") return fail_unless(!value.is_object() || size() >= rule.get<std::size_t>());
  if (keyword == "maxProperties") return fail_unless(!value.is_object() || size() <= rule.get<std::size_t>());
  if (keyword == "minLength") {  // counts bytes, not characters: the same for the 1 our schemas ask for
    return fail_unless(!value.is_string() ||
                       value.get_ref<const std::string&>().size() >= rule.get<std::size_t>());
  }
  if (keyword == "pattern") {
    static std::map<std::string, std::regex> patterns;  // making one takes long
    const std::regex& pattern =
        patterns.try_emplace(rule.get<std::string>(), rule.get<std::string>()).first->second;
    return fail_unless(!value.is_string() || std::regex_search(value.get_ref<const std::string&>(), pattern));
  }
  const bool is_number = value.is_number();
  if (keyword == "minimum") return fail_unless(!is_number || value.get<double>() >= rule.get<double>());
  if (keyword == "maximum") return fail_unless(!is_number || value.get<double>() <= rule.get<double>());
  if (keyword == "exclusiveMinimum")
    return fail_unless(!is_number || value.get<double>() > rule.get<double>());
  if (keyword == "exclusiveMaximum")
    return fail_unless(!is_number || value.get<double>() < rule.get<double>());
  throw std::runtime_error("the schema uses a keyword this validator does not know: " + keyword);
}

}  // namespace limber::test
