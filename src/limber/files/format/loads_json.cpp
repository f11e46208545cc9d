// Reads and writes forces, supports and strengths.

#include "limber/files/format/loads_json.h"

#include <algorithm>
#include <stdexcept>

#include "limber/base/names.h"
#include "limber/figure/figure.h"
#include "limber/files/format/joint_json.h"
#include "limber/files/format/place_json.h"

namespace limber::json {

namespace {

const ObjectKeys force_keys{"force", {"frame", "force", "torque", "in", "mass", "against"}};
const ObjectKeys support_keys{"support",
                              {"name", "frame", "patch", "friction", "share", "normal", "grip", "anywhere"}};
const ObjectKeys strength_keys{"strength", {"joints", "torque", "table", "axes"}};
constexpr std::array<std::string_view, 2> force_axes_words = {"world", "body"};               // ForceAxes
constexpr std::array<std::string_view, 2> distribution_words = {"even", "least-tangential"};  // Distribution

// The sentence of a check begins with the key it is about: then the message names the place of that key.
template <class Load>
void check_at(const Value& object, const Load& load, const Figure& figure) {
  try {
    check(load, figure);
  } catch (const std::invalid_argument& problem) {
    const std::string_view sentence = problem.what();
    const std::size_t colon = sentence.find(": ");
    if (colon != std::string_view::npos) {
      if (const auto value = object.find(sentence.substr(0, colon)))
        value->fail(std::string(sentence.substr(colon + 2)));
    }
    object.fail(std::string(sentence));
  }
}

Vec2 read_corner(const Value& value) {
  const std::vector<double> numbers = value.numbers(2);
  return {numbers[0], numbers[1]};
}

}  // namespace

ForceDescription read_force(const Value& object, const Figure& figure) {
  object.require_object(force_keys);
  ForceDescription force{.frame = read_frame_name(object.at("frame"), figure)};
  const auto vector = object.find("force"), torque = object.find("torque"), mass = object.find("mass");
  if (!vector && !torque && !mass)
    object.fail("expected \"force\" in newtons, \"torque\" in newton metres or \"mass\" in kilograms");
  if (vector) force.force = vector->vec3();
  if (torque) force.torque = torque->vec3();
  if (mass) force.mass = mass->not_negative();
  if (const auto in = object.find("in"))
    force.in = static_cast<ForceAxes>(in->word(force_axes_words, "axes"));
  if (const auto against = object.find("against")) force.against = read_frame_name(*against, figure);
  check_at(object, force, figure);
  return force;
}

// Itself, or by fixed joints all the way.
bool is_fixed_to_root(const Figure& figure, SegmentId segment) {
  while (segment != root_segment) {
    if (figure.joint(figure.joint_of(segment)).type != JointType::fixed) return false;
    segment = figure.parent(segment);
  }
  return true;
}

bool has_support_at_root(const Loads& loads, const Figure& figure) {
  return std::any_of(loads.supports.begin(), loads.supports.end(), [&](const SupportDescription& support) {
    return is_fixed_to_root(figure, figure.frame(figure.frame(support.frame)).segment);
  });
}

SupportDescription read_support(const Value& object, const Figure& figure, bool is_held) {
  object.require_object(support_keys);
  SupportDescription support{.name = object.at("name").name(),
                             .frame = read_frame_name(object.at("frame"), figure)};
  object.for_each("patch", [&](const Value& corner) { support.patch.push_back(read_corner(corner)); });
  if (const auto friction = object.find("friction")) support.friction = friction->number();
  if (const auto share = object.find("share")) support.share = share->number();
  if (const auto normal = object.find("normal")) support.normal = normal->unit_vector();
  if (const auto grip = object.find("grip")) support.grip = grip->truth();
  if (const auto anywhere = object.find("anywhere")) support.anywhere = anywhere->truth();
  check_at(object, support, figure);
  const SegmentId segment = figure.frame(figure.frame(support.frame)).segment;
  if (is_held && is_fixed_to_root(figure, segment)) {
    object.at("frame").fail(
        "segment " + limber::quoted(figure.segment_name(segment)) +
        " is fixed to the world, which carries it anyway; give a frame on a part that moves, or hold the "
        "figure elsewhere (\"root\")");
  }
  return support;
}

StrengthDescription read_strength(const Value& object, const Figure& figure) {
  object.require_object(strength_keys);
  StrengthDescription strength{.joints = object.at("joints").name()};
  if (const auto torque = object.find("torque")) strength.strength.torque = torque->number();
  if (const auto table = object.find("table")) strength.strength.table = read_strength_table(*table);
  if (const auto axes = object.find("axes")) strength.strength.axes = read_strength_axes(*axes);
  check_at(object, strength, figure);
  return strength;
}

Output write_strength(const StrengthDescription& strength) {
  Output object = Output::object();
  object.set("joints", Output::text(strength.joints));
  const Strength& given = strength.strength;
  if (!given.axes.empty()) return object.set("axes", write_strength_axes(given.axes));
  if (given.table.empty()) return object.set("torque", Output::number(given.torque));
  return object.set("table", write_strength_table(given.table));
}

Distribution read_distribution(const Value& word) {
  return static_cast<Distribution>(word.word(distribution_words, "distribution"));
}
Output write_distribution(Distribution distribution) {
  return Output::text(distribution_words[static_cast<std::size_t>(distribution)]);
}

Loads read_loads(const Value& scene, const Figure& figure, bool is_held) {
  Loads loads;
  if (const auto gravity = scene.find("gravity")) loads.gravity = gravity->vec3();
  scene.for_each("forces", [&](const Value& force) { loads.forces.push_back(read_force(force, figure)); });
  scene.for_each("supports", [&](const Value& object) {
    loads.supports.push_back(read_support(object, figure, is_held));
    const std::string& name = loads.supports.back().name;
    for (std::size_t i = 0; i + 1 < loads.supports.size(); ++i) {
      if (loads.supports[i].name == name)
        object.at("name").fail("the name " + limber::quoted(name) + " is used twice");
    }
  });
  try {
    check_shares(loads.supports);
  } catch (const std::invalid_argument& problem) {
    scene.at("supports").fail(problem.what());
  }
  scene.for_each("strengths",
                 [&](const Value& object) { loads.strengths.push_back(read_strength(object, figure)); });
  if (const auto word = scene.find("distribution")) loads.distribution = read_distribution(*word);
  return loads;
}

Output write_force(const ForceDescription& force) {
  const ForceDescription usual;
  Output object = Output::object();
  object.set("frame", Output::text(force.frame));
  if (force.force != usual.force || (force.torque == usual.torque && force.mass == 0.0))
    object.set("force", Output::vector(force.force));
  if (force.torque != usual.torque) object.set("torque", Output::vector(force.torque));
  if (force.in != usual.in)
    object.set("in", Output::text(force_axes_words[static_cast<std::size_t>(force.in)]));
  if (force.mass != 0.0) object.set("mass", Output::number(force.mass));
  if (!force.against.empty()) object.set("against", Output::text(force.against));
  return object;
}

Output write_support(const SupportDescription& support) {
  Output object = Output::object();
  object.set("name", Output::text(support.name)).set("frame", Output::text(support.frame));
  object.set_list("patch", support.patch, [](const Vec2& corner) {
    return Output::numbers({corner.x(), corner.y()});
  });
  if (support.friction != SupportDescription{}.friction)
    object.set("friction", Output::number(support.friction));
  if (support.share) object.set("share", Output::number(*support.share));
  if (support.normal) object.set("normal", Output::vector(*support.normal));
  if (support.grip) object.set("grip", Output::truth(true));
  if (support.anywhere) object.set("anywhere", Output::truth(true));
  return object;
}

void write_loads(const Loads& loads, Output& scene) {
  const Loads usual;
  if (loads.gravity != usual.gravity) scene.set("gravity", Output::vector(loads.gravity));
  scene.set_list("forces", loads.forces, write_force);
  scene.set_list("supports", loads.supports, write_support);
  scene.set_list("strengths", loads.strengths, write_strength);
  if (loads.distribution != usual.distribution) {
    scene.set("distribution", write_distribution(loads.distribution));
  }
}

std::vector<ObjectKeys> loads_formats() {
  return {force_keys, support_keys, strength_keys};
}

}  // namespace limber::json
