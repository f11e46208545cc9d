// Reads a robot element by element: materials, then links, then joints, then how they are connected.

#include "limber/files/urdf/robot.h"

#include <cmath>

#include "limber/base/names.h"
#include "limber/math/portable.h"

namespace limber::urdf_import {

namespace {

// Roll, pitch and yaw are turns about the fixed axes x, y and z: R = Rz(yaw) Ry(pitch) Rx(roll).
Quat rotation_of(const Vec3& roll_pitch_yaw) {
  const Vec3 half = roll_pitch_yaw / 2.0;
  const double cr = portable::cos(half.x()), sr = portable::sin(half.x());
  const double cp = portable::cos(half.y()), sp = portable::sin(half.y());
  const double cy = portable::cos(half.z()), sy = portable::sin(half.z());
  const double x = sr * cp * cy - cr * sp * sy;
  const double y = cr * sp * cy + sr * cp * sy;
  const double z = cr * cp * sy - sr * sp * cy;
  const double w = cr * cp * cy + sr * sp * sy;
  const double length = std::sqrt(x * x + y * y + z * z + w * w);
  return Quat(w / length, x / length, y / length, z / length);
}

}  // namespace

Transform read_origin(const Xml& xml, const Element& element) {
  const Element* origin = element.FirstChildElement("origin");
  if (origin == nullptr) return {};
  const Vec3 xyz = xml.vector(*origin, "xyz", Vec3(0, 0, 0));
  const Vec3 rpy = xml.vector(*origin, "rpy", Vec3(0, 0, 0));
  return {rotation_of(rpy).toRotationMatrix(), xyz};
}

Robot read_robot(const Xml& xml) {
  Robot robot;
  robot.name = xml.text(xml.root(), "name").value_or("");
  Materials materials(xml);
  std::map<std::string, int> link_numbers;
  for (const Element* element = xml.root().FirstChildElement("link"); element;
       element = element->NextSiblingElement("link")) {
    const std::string name = xml.required(*element, "name");
    const auto [same, is_new] = link_numbers.emplace(name, static_cast<int>(robot.links.size()));
    if (!is_new) {
      xml.fail(*element, "link " + limber::quoted(name) + " is already defined on line " +
                             std::to_string(robot.link(same->second).line) +
                             "; expected every link to have its own name");
    }
    robot.links.push_back(read_link(xml, *element, materials));
  }
  for (const Element* element = xml.root().FirstChildElement("joint"); element;
       element = element->NextSiblingElement("joint")) {
    robot.joints.push_back(read_joint(xml, *element, robot, link_numbers));
  }
  connect(xml, robot);
  return robot;
}

}  // namespace limber::urdf_import
