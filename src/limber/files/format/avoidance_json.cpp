// Reads and writes the technique and its parameters by the table of avoidance/parameters.h.

#include "limber/files/format/avoidance_json.h"

#include <algorithm>
#include <set>
#include <stdexcept>

#include "limber/avoidance/parameters.h"
#include "limber/base/names.h"
#include "limber/base/number_text.h"

namespace limber::json {

namespace {

constexpr std::string_view technique_key = "technique", old_technique_key = "method";

bool is_technique_key(std::string_view key) {
  return key == technique_key || key == old_technique_key;
}

std::vector<std::string_view> technique_words() {
  std::vector<std::string_view> words;
  for (const TechniqueDescription& technique : techniques()) words.push_back(technique.key);
  return words;
}

double read_parameter(const Value& value, const AvoidanceParameter& parameter) {
  switch (parameter.kind()) {
    case AvoidanceParameter::Kind::truth:
      return value.truth() ? 1.0 : 0.0;
    case AvoidanceParameter::Kind::integer:
      return value.integer(static_cast<int>(parameter.least), static_cast<int>(parameter.most));
    case AvoidanceParameter::Kind::number:
      break;
  }
  const double number = value.number();
  if (!(number >= parameter.least && number <= parameter.most)) {
    value.fail("expected a number between " + exact_text(parameter.least) + " and " +
               exact_text(parameter.most) + ", got " + exact_text(number));
  }
  return number;
}

Output write_parameter(const AvoidanceParameter& parameter, double value) {
  return parameter.kind() == AvoidanceParameter::Kind::truth ? Output::truth(value != 0.0)
                                                             : Output::number(value);
}

[[noreturn]] void refuse_key(const Value& member, const TechniqueDescription& technique) {
  const std::string key(member.node().name());
  std::vector<std::string> own;
  for (const AvoidanceParameter& parameter : technique.parameters) own.emplace_back(parameter.key);
  std::string known;
  for (const std::string& name : own) known += (known.empty() ? "" : ", ") + name;
  member.fail("the avoidance technique " + limber::quoted(technique.key) + " has no " + limber::quoted(key) +
              did_you_mean(key, own) + (known.empty() ? "; it has no parameters" : "; it has " + known));
}

}  // namespace

const ObjectKeys& avoidance_keys() {
  static const ObjectKeys keys = [] {
    std::set<std::string_view> all;
    for (const TechniqueDescription& technique : techniques()) {
      for (const AvoidanceParameter& parameter : technique.parameters) all.insert(parameter.key);
    }
    ObjectKeys result{"avoidance", {technique_key}, {old_technique_key}};
    result.keys.insert(result.keys.end(), all.begin(), all.end());
    return result;
  }();
  return keys;
}

void read_avoidance(const Value& object, Scene& scene) {
  object.require_object(avoidance_keys());
  const std::optional<Value> old_key = object.find(old_technique_key);
  if (old_key && object.find(technique_key)) {
    old_key->fail("\"method\" is the old name of \"technique\"; expected only one of them");
  }
  const Value word = old_key ? *old_key : object.at(technique_key);
  const TechniqueDescription& technique = techniques()[word.word(technique_words(), "avoidance technique")];
  AvoidanceOptions avoidance;
  avoidance.technique = technique.technique;
  ClearanceOptions clearance;
  for (std::size_t i = 0; i < object.size(); ++i) {
    const Value member = object.member(i);
    if (is_technique_key(member.node().name())) continue;
    const AvoidanceParameter* parameter = technique.find(member.node().name());
    if (parameter == nullptr) refuse_key(member, technique);
    set_value(*parameter, read_parameter(member, *parameter), avoidance, clearance);
  }
  try {
    resolved(avoidance, scene.figure);
  } catch (const std::invalid_argument& problem) {
    object.fail(problem.what());
  }
  scene.avoidance = avoidance;
  scene.solver.clearance = clearance;
}

Output write_avoidance(const Scene& scene) {
  const TechniqueDescription& technique = describe(scene.avoidance.technique);
  Output object = Output::object();
  object.set(technique_key, Output::text(technique.key));
  bool usual = technique.technique == Technique::clearance;
  for (const AvoidanceParameter& parameter : technique.parameters) {
    const double now = value(parameter, scene.avoidance, scene.solver.clearance);
    if (now == parameter.usual()) continue;
    usual = false;
    object.set(parameter.key, write_parameter(parameter, now));
  }
  return usual ? Output::object() : object;
}

}  // namespace limber::json
