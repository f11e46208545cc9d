// Joints: kind, the two frames they connect, axes, limits and mimic.

#include <numbers>

#include "limber/base/names.h"
#include "limber/files/sdf/model.h"

namespace limber::sdf_import {

namespace {

constexpr double shortest_axis = 1e-6;  // shorter is a mistake rather than a direction
constexpr double largest_effort = 1e6;  // [N m, N] beyond: as good as without end

struct KindWord {
  std::string_view word;
  JointKind kind;
};
constexpr KindWord kinds[] = {
    {"revolute", JointKind::revolute},
    {"continuous", JointKind::revolute},
    {"prismatic", JointKind::prismatic},
    {"fixed", JointKind::fixed},
    {"ball", JointKind::ball},
    {"universal", JointKind::two_hinges},
    {"revolute2", JointKind::two_hinges},
    {"screw", JointKind::screw},
};

// Before version 1.5 all axes were in the model's frame; until 1.6 a flag said so.
std::string frame_of_axis(const Xml& xml, const Element& axis, const Element* xyz, int version) {
  if (version < 5 || (version < 7 && is_true(xml, axis, "use_parent_model_frame"))) return "__model__";
  return xyz != nullptr ? xml.text(*xyz, "expressed_in").value_or("") : "";
}

Range read_range(const Xml& xml, const Element& axis, const std::string& joint) {
  const Element* limit = axis.FirstChildElement("limit");
  const auto bound = [&](const char* word, double fallback) {
    const Element* found = limit ? limit->FirstChildElement(word) : nullptr;
    return found == nullptr || xml.content(*found).empty() ? fallback : xml.limit_in(*found);
  };
  Range range{bound("lower", -unlimited), bound("upper", unlimited)};
  if (range.min > range.max || range.min == unlimited || range.max == -unlimited) {
    xml.warn(*limit, "joint " + limber::quoted(joint) +
                         " has a lower limit above the upper one; they are read the other way round");
    if (range.min > range.max) std::swap(range.min, range.max);
    if (range.min == unlimited) range.min = -unlimited;
    if (range.max == -unlimited) range.max = unlimited;
  }
  return range;
}

// Below zero: not enforced, and so not known.
Strength read_strength(const Xml& xml, const Element& axis) {
  const Element* limit = axis.FirstChildElement("limit");
  const Element* effort = limit ? limit->FirstChildElement("effort") : nullptr;
  if (effort == nullptr || xml.content(*effort).empty()) return {};
  const double most = xml.limit_in(*effort);
  return {.torque = most > 0.0 && most < largest_effort ? most : 0.0};
}

Axis read_axis(const Xml& xml, const Element& joint, const char* word, const std::string& name, int version,
               bool is_limited) {
  Axis axis;
  const Element* element = joint.FirstChildElement(word);
  if (element == nullptr) {
    xml.fail(joint, "joint " + limber::quoted(name) + " has no <" + word + ">; expected one with <xyz>");
  }
  const Element* xyz = element->FirstChildElement("xyz");
  axis.direction = vector_of_child(xml, *element, "xyz", Vec3::UnitZ());
  if (axis.direction.norm() < shortest_axis) {
    xml.fail(*element, "the axis of joint " + limber::quoted(name) +
                           " has no length; expected a direction such as 0 0 1");
  }
  axis.expressed_in = frame_of_axis(xml, *element, xyz, version);
  if (is_limited) axis.range = read_range(xml, *element, name);
  axis.strength = read_strength(xml, *element);
  return axis;
}

// <mimic> of the axis, from version 1.10 on, and Drake's own.
std::optional<SdfMimic> read_mimic(const Xml& xml, const Element& joint) {
  if (const Element* drake = joint.FirstChildElement("drake:mimic")) {
    return SdfMimic{xml.required(*drake, "joint"), xml.number(*drake, "multiplier", 1.0),
                    xml.number(*drake, "offset", 0.0)};
  }
  const Element* axis = joint.FirstChildElement("axis");
  const Element* mimic = axis ? axis->FirstChildElement("mimic") : nullptr;
  if (mimic == nullptr) return {};
  if (xml.text(*mimic, "axis").value_or("axis") != "axis") {
    xml.warn(*mimic, "a mimic of the second axis of a joint is not read; the joint moves by itself");
    return {};
  }
  return SdfMimic{xml.required(*mimic, "joint"), number_of_child(xml, *mimic, "multiplier", 1.0),
                  number_of_child(xml, *mimic, "offset", 0.0),
                  number_of_child(xml, *mimic, "reference", 0.0)};
}

// How far a turn of one radian moves a right-handed screw [m/rad].
double read_pitch(const Xml& xml, const Element& joint) {
  if (joint.FirstChildElement("screw_thread_pitch") != nullptr) {
    return number_of_child(xml, joint, "screw_thread_pitch", 1.0) / (2 * std::numbers::pi);
  }
  const double radians_per_metre = number_of_child(xml, joint, "thread_pitch", 1.0);
  if (radians_per_metre == 0.0) xml.fail(joint, "<thread_pitch> is zero; expected radians per metre");
  return -1.0 / radians_per_metre;
}

std::string read_end(const Xml& xml, const Element& joint, const char* word, const std::string& name) {
  const Element* end = joint.FirstChildElement(word);
  // Files written for the first versions name the link in an attribute.
  const std::string text = end == nullptr ? "" : xml.text(*end, "link").value_or(xml.content(*end));
  if (text.empty()) {
    xml.fail(joint, "joint " + limber::quoted(name) + " has no <" + word + ">; expected the name of a link");
  }
  return text;
}

}  // namespace

std::optional<SdfJoint> read_joint(const Xml& xml, const Element& element, const Place& place, int version) {
  SdfJoint joint;
  joint.place = place;
  joint.name = xml.required(element, "name");
  const std::string type = xml.required(element, "type");
  if (type == "gearbox") {
    xml.warn(element,
             "the gearbox " + limber::quoted(joint.name) + " is left out: its wheels turn by themselves");
    return {};
  }
  const KindWord* known = nullptr;
  std::vector<std::string> words;
  for (const KindWord& entry : kinds) {
    words.emplace_back(entry.word);
    if (entry.word == type) known = &entry;
  }
  if (known == nullptr) {
    xml.fail(element, "joint " + limber::quoted(joint.name) + " has the type " + limber::quoted(type) +
                          did_you_mean(type, words) +
                          "; expected revolute, continuous, prismatic, fixed, ball, universal, revolute2, "
                          "screw or gearbox");
  }
  joint.kind = known->kind;
  joint.parent = read_end(xml, element, "parent", joint.name);
  joint.child = read_end(xml, element, "child", joint.name);
  joint.pose = read_pose(xml, element);
  const bool turns_or_slides = joint.kind != JointKind::fixed && joint.kind != JointKind::ball;
  const bool is_limited = type != "continuous";
  if (turns_or_slides) {
    joint.axes.push_back(read_axis(xml, element, "axis", joint.name, version, is_limited));
  }
  if (joint.kind == JointKind::two_hinges) {
    joint.axes.push_back(read_axis(xml, element, "axis2", joint.name, version, is_limited));
  } else if (turns_or_slides) {
    joint.mimic = read_mimic(xml, element);
  }
  if (joint.kind == JointKind::screw) joint.pitch = read_pitch(xml, element);
  return joint;
}

}  // namespace limber::sdf_import
