// Joints: type, the two links, origin, axis, limits and mimic.

#include <algorithm>
#include <array>

#include "limber/base/names.h"
#include "limber/files/urdf/robot.h"

namespace limber::urdf_import {

namespace {

constexpr std::array<std::string_view, 7> type_words = {"revolute", "continuous", "prismatic", "fixed",
                                                        "floating", "planar",     "ball"};  // as the enum

// Shorter than this, an axis is a mistake rather than a direction; longer ones normalise to full precision.
constexpr double shortest_axis = 1e-6;
constexpr double largest_effort = 1e6;  // [N m, N] beyond: as good as without end, as for limits

RobotJointType read_type(const Xml& xml, const Element& element, const std::string& joint) {
  const std::string type = xml.required(element, "type");
  if (type == "spherical") return RobotJointType::ball;  // Bullet's word
  const auto found = std::find(type_words.begin(), type_words.end(), type);
  if (found != type_words.end()) return static_cast<RobotJointType>(found - type_words.begin());
  const std::vector<std::string> types(type_words.begin(), type_words.end());
  xml.fail(element, "joint " + limber::quoted(joint) + " has the type " + limber::quoted(type) +
                        did_you_mean(type, types) +
                        "; expected revolute, continuous, prismatic, fixed, floating, planar or ball");
}

Vec3 read_axis(const Xml& xml, const Element& element, const std::string& joint) {
  const Element* axis = element.FirstChildElement("axis");
  const Vec3 direction = axis ? xml.vector(*axis, "xyz", Vec3(1, 0, 0)) : Vec3(1, 0, 0);
  if (direction.norm() < shortest_axis) {
    xml.fail(*axis, "the axis of joint " + limber::quoted(joint) + " is " +
                        limber::quoted(xml.text(*axis, "xyz").value_or("")) +
                        "; expected a direction such as \"0 0 1\"");
  }
  return direction;
}

Range read_limit(const Xml& xml, const Element& element, const std::string& joint, RobotJointType type) {
  const bool turns = type == RobotJointType::revolute;
  const Element* limit = element.FirstChildElement("limit");
  if (limit == nullptr) {
    xml.fail(element, "the " + std::string(type_word(type)) + " joint " + limber::quoted(joint) +
                          " has no <limit>; expected <limit lower=\"...\" upper=\"...\"/>" +
                          (turns ? ", or the type continuous" : ""));
  }
  double lower = xml.limit(*limit, "lower", 0.0);
  double upper = xml.limit(*limit, "upper", 0.0);
  if (lower > upper || lower == unlimited || upper == -unlimited) {
    xml.warn(*limit, "joint " + limber::quoted(joint) + " has the limits " +
                         limber::quoted(xml.text(*limit, "lower").value_or("0")) + " to " +
                         limber::quoted(xml.text(*limit, "upper").value_or("0")) +
                         ", lower above upper; they are read the other way round");
    if (lower > upper) std::swap(lower, upper);
    if (lower == unlimited) lower = -unlimited;
    if (upper == -unlimited) upper = unlimited;
  }
  return {lower, upper};
}

// <limit effort>: the largest torque or force of the joint. 0, which many files have for want of a number,
// and what is beyond 1e6 say nothing.
Strength read_strength(const Xml& xml, const Element& element, const std::string& joint) {
  const Element* limit = element.FirstChildElement("limit");
  const std::optional<std::string> written =
      limit != nullptr ? xml.text(*limit, "effort") : std::optional<std::string>();
  if (!written) return {};
  const std::optional<double> effort = xml.number_if_any(*limit, "effort");
  if (!effort || !(*effort >= 0.0)) {
    xml.warn(*limit, "joint " + limber::quoted(joint) + " has the effort " + limber::quoted(*written) +
                         "; expected a number of newton metres (of a slide, newtons), 0 or above: its "
                         "strength is not known");
    return {};
  }
  return {.torque = *effort > largest_effort ? 0.0 : *effort};
}

// The link that <parent> or <child> names.
int read_link_reference(const Xml& xml, const Element& element, const char* end, const std::string& joint,
                        const Robot& robot, const std::map<std::string, int>& link_numbers) {
  const Element* reference = element.FirstChildElement(end);
  if (reference == nullptr) {
    xml.fail(element, "joint " + limber::quoted(joint) + " has no <" + end + ">; expected <" + end +
                          " link=\"...\"/>");
  }
  const std::string name = xml.required(*reference, "link");
  const auto found = link_numbers.find(name);
  if (found != link_numbers.end()) return found->second;
  std::vector<std::string> names;
  for (const RobotLink& link : robot.links) names.push_back(link.name);
  xml.fail(*reference, "the " + std::string(end) + " of joint " + limber::quoted(joint) + " is " +
                           limber::quoted(name) + ", and no link has this name" + did_you_mean(name, names) +
                           "; expected the name of a <link>" +
                           (name == "world" ? ": add <link name=\"world\"/>" : ""));
}

Mimic read_mimic(const Xml& xml, const Element& element, const RobotJoint& joint, bool has_one_value) {
  Mimic mimic;
  mimic.name = xml.required(element, "joint");
  mimic.line = element.GetLineNum();
  if (!has_one_value) {
    xml.fail(element, "the " + std::string(type_word(joint.type)) + " joint " + limber::quoted(joint.name) +
                          " mimics another; only revolute, continuous and prismatic joints can mimic");
  }
  mimic.multiplier = xml.number(element, "multiplier", 1.0);
  mimic.offset = xml.number(element, "offset", 0.0);
  return mimic;
}

}  // namespace

std::string_view type_word(RobotJointType type) {
  return type_words[static_cast<std::size_t>(type)];
}

RobotJoint read_joint(const Xml& xml, const Element& element, const Robot& robot,
                      const std::map<std::string, int>& link_numbers) {
  RobotJoint joint;
  joint.line = element.GetLineNum();
  joint.name = xml.required(element, "name");
  joint.type = read_type(xml, element, joint.name);
  joint.parent = read_link_reference(xml, element, "parent", joint.name, robot, link_numbers);
  joint.child = read_link_reference(xml, element, "child", joint.name, robot, link_numbers);
  joint.origin = read_origin(xml, element);

  const bool is_limited = joint.type == RobotJointType::revolute || joint.type == RobotJointType::prismatic;
  const bool has_one_value = is_limited || joint.type == RobotJointType::continuous;
  if (has_one_value || joint.type == RobotJointType::planar) joint.axis = read_axis(xml, element, joint.name);
  if (is_limited) joint.range = read_limit(xml, element, joint.name, joint.type);
  if (has_one_value) joint.strength = read_strength(xml, element, joint.name);
  const Element* mimic = element.FirstChildElement("mimic");
  if (mimic != nullptr && joint.type != RobotJointType::fixed) {
    joint.mimic = read_mimic(xml, *mimic, joint, has_one_value);
  }
  return joint;
}

}  // namespace limber::urdf_import
