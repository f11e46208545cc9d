#include <array>
#include <cmath>

#include "limber/base/names.h"
#include "limber/figure/limits.h"
#include "limber/files/urdf/source.h"

namespace limber::urdf_import {

namespace {

std::string joint_type(const Xml& xml, const Element& element, const std::string& joint) {
  static const std::vector<std::string> types = {"revolute", "continuous", "prismatic", "fixed",
                                                 "floating", "planar",     "ball"};
  const std::string type = xml.required(element, "type");
  if (type == "spherical") return "ball";  // Bullet's word
  for (const std::string& known : types) {
    if (type == known) return type;
  }
  xml.fail(element, "joint " + quoted(joint) + " has the type " + quoted(type) + did_you_mean(type, types) +
                        "; expected revolute, continuous, prismatic, fixed, floating, planar or ball");
}

std::string written_axis(const Xml& xml, const Element& element, const std::string& joint) {
  const Element* axis = element.FirstChildElement("axis");
  const Vec3 direction = axis ? xml.vector(*axis, "xyz", Vec3(1, 0, 0)) : Vec3(1, 0, 0);
  // Below this nobody meant a direction; above it normalising is exact to rounding.
  if (direction.norm() < 1e-6) {
    xml.fail(*axis, "the axis of joint " + quoted(joint) + " is " +
                        quoted(xml.text(*axis, "xyz").value_or("")) +
                        "; expected a direction such as \"0 0 1\"");
  }
  return "<axis" + written("xyz", {direction.x(), direction.y(), direction.z()}) + "/>";
}

std::string written_limit(const Xml& xml, const Element& element, const std::string& joint,
                          const std::string& type) {
  const Element* limit = element.FirstChildElement("limit");
  if (limit == nullptr) {
    xml.fail(element, "the " + type + " joint " + quoted(joint) +
                          " has no <limit>; expected <limit lower=\"...\" upper=\"...\"/>" +
                          (type == "revolute" ? ", or the type continuous" : ""));
  }
  const double lower = xml.limit(*limit, "lower", 0.0);
  const double upper = xml.limit(*limit, "upper", 0.0);
  if (lower > upper || lower == unlimited || upper == -unlimited) {
    xml.fail(*limit, "joint " + quoted(joint) + " has the limits " +
                         quoted(xml.text(*limit, "lower").value_or("0")) + " to " +
                         quoted(xml.text(*limit, "upper").value_or("0")) + "; expected lower <= upper" +
                         (type == "revolute" ? " (for no limits, the type continuous)" : ""));
  }
  const auto finite = [](double value) { return std::isinf(value) ? std::copysign(1e300, value) : value; };
  // urdfdom insists on effort and velocity, which many files leave out and Limber does not use.
  return "<limit effort=\"0\" velocity=\"0\"" + written("lower", {finite(lower)}) +
         written("upper", {finite(upper)}) + "/>";
}

int link_number(const Xml& xml, const Element& element, const char* end, const std::string& joint,
                const Source& source) {
  const Element* reference = element.FirstChildElement(end);
  if (reference == nullptr) {
    xml.fail(element,
             "joint " + quoted(joint) + " has no <" + end + ">; expected <" + end + " link=\"...\"/>");
  }
  const std::string name = xml.required(*reference, "link");
  const auto found = source.link_numbers.find(name);
  if (found != source.link_numbers.end()) return found->second;
  std::vector<std::string> names;
  for (const LinkSource& link : source.links) names.push_back(link.name);
  xml.fail(*reference, "the " + std::string(end) + " of joint " + quoted(joint) + " is " + quoted(name) +
                           ", and no link has this name" + did_you_mean(name, names) +
                           "; expected the name of a <link>" +
                           (name == "world" ? ": add <link name=\"world\"/>" : ""));
}

}  // namespace

void read_joint(const Xml& xml, const Element& element, Source& source) {
  JointSource joint;
  joint.line = element.GetLineNum();
  joint.name = xml.required(element, "name");
  joint.type = joint_type(xml, element, joint.name);
  joint.parent = link_number(xml, element, "parent", joint.name, source);
  joint.child = link_number(xml, element, "child", joint.name, source);

  const bool slides_or_turns =
      joint.type == "revolute" || joint.type == "continuous" || joint.type == "prismatic";
  std::string& copy = source.copy;
  copy += "<joint name=\"" + std::to_string(source.joints.size()) + "\" type=\"" +
          (joint.type == "ball" ? "floating" : joint.type) + "\">";
  copy += written_origin(xml, element);
  copy += "<parent link=\"" + std::to_string(joint.parent) + "\"/>";
  copy += "<child link=\"" + std::to_string(joint.child) + "\"/>";
  if (slides_or_turns || joint.type == "planar") copy += written_axis(xml, element, joint.name);
  if (joint.type == "revolute" || joint.type == "prismatic") {
    copy += written_limit(xml, element, joint.name, joint.type);
  }
  const Element* mimic = element.FirstChildElement("mimic");
  if (mimic != nullptr && joint.type != "fixed") {
    joint.mimics = xml.required(*mimic, "joint");
    joint.mimic_line = mimic->GetLineNum();
    if (!slides_or_turns) {
      xml.fail(*mimic,
               "the " + joint.type + " joint " + quoted(joint.name) +
                   " mimics another; expected this only of revolute, continuous and prismatic joints");
    }
    copy += "<mimic joint=\"0\"" + written("multiplier", {xml.number(*mimic, "multiplier", 1.0)}) +
            written("offset", {xml.number(*mimic, "offset", 0.0)}) + "/>";
  }
  copy += "</joint>\n";
  source.joints.push_back(std::move(joint));
}

}  // namespace limber::urdf_import
