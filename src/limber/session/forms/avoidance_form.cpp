// The chosen technique with its parameters, and the table of all techniques.

#include "limber/session/forms/avoidance_form.h"

#include <cmath>

#include "limber/avoidance/parameters.h"
#include "limber/avoidance/scope.h"
#include "limber/base/names.h"
#include "limber/base/number_text.h"
#include "limber/session/messages/messages.h"

namespace limber {

namespace {

using json::Output;
using json::Value;

const json::ObjectKeys avoidance_form_keys{"avoidance", {"technique", "parameters"}};

const AvoidanceParameter& parameter_of(const Value& value, const std::string& key,
                                       const TechniqueDescription& technique) {
  if (const AvoidanceParameter* found = technique.find(key)) return *found;
  std::vector<std::string> known;
  for (const AvoidanceParameter& parameter : technique.parameters) known.emplace_back(parameter.key);
  value.fail("the technique " + limber::quoted(std::string(technique.key)) + " has no parameter " +
             limber::quoted(key) + did_you_mean(key, known));
}

double read_number(const Value& value, const AvoidanceParameter& parameter) {
  const double number = value.number();
  const bool is_whole = parameter.kind() == AvoidanceParameter::Kind::number || number == std::floor(number);
  if (!(number >= parameter.least && number <= parameter.most) || !is_whole) {
    value.fail("expected a " + std::string(is_whole ? "" : "whole ") + "number from " +
               exact_text(parameter.least) + " to " + exact_text(parameter.most));
  }
  return number;
}

const char* kind_word(AvoidanceParameter::Kind kind) {
  switch (kind) {
    case AvoidanceParameter::Kind::number:
      return "number";
    case AvoidanceParameter::Kind::integer:
      return "integer";
    case AvoidanceParameter::Kind::truth:
      break;
  }
  return "truth";
}

Output write_parameter(const AvoidanceParameter& parameter) {
  Output object = Output::object();
  object.set("key", Output::text(parameter.key)).set("words", Output::text(parameter.words));
  object.set("unit", Output::text(parameter.unit)).set("kind", Output::text(kind_word(parameter.kind())));
  object.set("least", Output::number(parameter.least)).set("most", Output::number(parameter.most));
  return object.set("usual", Output::number(parameter.usual()));
}

std::string_view origin_word(TechniqueOrigin origin) {
  switch (origin) {
    case TechniqueOrigin::limber:
      return "limber";
    case TechniqueOrigin::documents:
      return "documents";
    case TechniqueOrigin::classics:
      return "classics";
  }
  return "";
}

std::string written_techniques() {
  Output list = Output::list();
  for (const TechniqueDescription& technique : techniques()) {
    Output parameters = Output::list();
    for (const AvoidanceParameter& parameter : technique.parameters)
      parameters.add(write_parameter(parameter));
    Output object = Output::object();
    object.set("key", Output::text(technique.key)).set("title", Output::text(technique.title));
    object.set("origin", Output::text(origin_word(origin(technique.technique))));
    object.set("summary", Output::text(technique.summary)).set("source", Output::text(technique.source));
    Output scope = Output::list();
    for (const ScopeWords& cell : in_words(technique.scope)) {
      Output line = Output::object();
      scope.add(line.set("about", Output::text(cell.about)).set("words", Output::text(cell.words)));
    }
    object.set("scope", std::move(scope));
    list.add(object.set("parameters", std::move(parameters)));
  }
  Output message = Output::object();
  message.set("type", Output::text("techniques"));
  return message.set("techniques", std::move(list)).to_string();
}

}  // namespace

const TechniqueDescription& read_technique(const Value& value) {
  const std::string key = value.name();
  if (const TechniqueDescription* found = find_technique(key)) return *found;
  std::vector<std::string> known;
  for (const TechniqueDescription& technique : techniques()) known.emplace_back(technique.key);
  value.fail("there is no technique " + limber::quoted(key) + did_you_mean(key, known));
}

void read_avoidance_form(const Value& object, Scene& scene) {
  object.require_object(avoidance_form_keys);
  if (const auto technique = object.find("technique"))
    scene.avoidance.technique = read_technique(*technique).technique;
  const TechniqueDescription& chosen = describe(scene.avoidance.technique);
  const auto parameters = object.find("parameters");
  if (!parameters) return;
  parameters->require_object();
  for (std::size_t i = 0; i < parameters->size(); ++i) {
    const Value value = parameters->member(i);
    const AvoidanceParameter& parameter = parameter_of(value, std::string(value.node().name()), chosen);
    set_value(parameter, read_number(value, parameter), scene.avoidance, scene.solver.clearance);
  }
}

Output write_avoidance_form(const Scene& scene) {
  const TechniqueDescription& technique = describe(scene.avoidance.technique);
  Output parameters = Output::object();
  for (const AvoidanceParameter& parameter : technique.parameters) {
    parameters.set(parameter.key, Output::number(value(parameter, scene.avoidance, scene.solver.clearance)));
  }
  Output object = Output::object();
  object.set("technique", Output::text(technique.key)).set("parameters", std::move(parameters));
  const std::string left = not_followed_in_words(technique.technique, scene.tasks, scene.figure);
  if (!left.empty()) object.set("not_followed", Output::text(left));
  return object;
}

// The table never changes.
const std::string& techniques_message() {
  static const std::string message = written_techniques();
  return message;
}

}  // namespace limber
