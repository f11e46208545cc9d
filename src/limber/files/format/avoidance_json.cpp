#include "limber/files/format/avoidance_json.h"

#include <algorithm>
#include <set>
#include <stdexcept>

#include "limber/avoidance/parameters.h"
#include "limber/base/names.h"

namespace limber::json {

namespace {

constexpr std::string_view method_key = "method";

std::vector<std::string_view> method_words() {
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
    value.fail("expected a number between " + written(parameter.least) + " and " + written(parameter.most) +
               ", got " + written(number));
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
  member.fail("the avoidance method " + quoted(technique.key) + " has no " + quoted(key) +
              did_you_mean(key, own) + (known.empty() ? "; it has no numbers" : "; it has " + known));
}

}  // namespace

const ObjectKeys& avoidance_keys() {
  static const ObjectKeys keys = [] {
    std::set<std::string_view> all;
    for (const TechniqueDescription& technique : techniques()) {
      for (const AvoidanceParameter& parameter : technique.parameters) all.insert(parameter.key);
    }
    ObjectKeys result{"avoidance", {method_key}};
    result.keys.insert(result.keys.end(), all.begin(), all.end());
    return result;
  }();
  return keys;
}

void read_avoidance(const Value& object, Scene& scene) {
  object.require_object(avoidance_keys());
  const TechniqueDescription& technique =
      techniques()[object.at(method_key).word(method_words(), "avoidance method")];
  AvoidanceOptions avoidance;
  avoidance.technique = technique.technique;
  ClearanceOptions clearance;
  for (std::size_t i = 0; i < object.size(); ++i) {
    const Value member = object.member(i);
    if (member.node().name() == method_key) continue;
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

Output write_avoidance(const Scene& scene, Written amount) {
  // The solver keeps no clearance either way.
  const bool off = scene.avoidance.technique == Technique::clearance && !scene.solver.clearance.enabled;
  const TechniqueDescription& technique = describe(off ? Technique::off : scene.avoidance.technique);
  Output object = Output::object();
  object.set(method_key, Output::text(technique.key));
  bool usual = technique.technique == Technique::clearance;
  for (const AvoidanceParameter& parameter : technique.parameters) {
    const double now = value(parameter, scene.avoidance, scene.solver.clearance);
    if (now == parameter.usual() && amount != Written::everything) continue;
    usual = false;
    object.set(parameter.key, write_parameter(parameter, now));
  }
  return usual && amount != Written::everything ? Output::object() : object;
}

}  // namespace limber::json
