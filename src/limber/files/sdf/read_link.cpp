// Links: poses, inertia and geometry. What a file leaves out has the value that the format gives it: a link
// without <inertial> weighs 1 kg.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "limber/base/names.h"
#include "limber/files/euler.h"
#include "limber/files/sdf/model.h"

namespace limber::sdf_import {

namespace {

double length_of(const Xml& xml, const Element& shape, const char* child, double fallback) {
  const double length = number_of_child(xml, shape, child, fallback);
  if (length < 0) {
    xml.fail(shape,
             std::string("<") + child + "> of <" + shape.Name() + "> is below zero; expected a length");
  }
  return length;
}

// A path of the file itself, seen from where the first file is.
std::string mesh_file(const Xml& xml, const Element& mesh, const std::string& home) {
  const Element* uri = mesh.FirstChildElement("uri");
  const std::string name = uri ? xml.content(*uri) : "";
  if (name.empty()) xml.fail(mesh, "<mesh> has no <uri>; expected the file of the mesh");
  const bool is_relative = name.find("://") == name.npos && !name.starts_with('/');
  return is_relative ? home + name : name;
}

// In its own frame; nothing for what has no extent or is not used, which is said.
std::optional<Shape> read_shape(const Xml& xml, const Element& shape, const std::string& home) {
  const std::string_view type = shape.Name();
  if (type == "empty") return {};
  if (type == "box") {
    const Vec3 size = vector_of_child(xml, shape, "size", Vec3::Ones());
    if ((size.array() < 0).any()) xml.fail(shape, "<size> of <box> is below zero; expected three lengths");
    if ((size.array() == 0).any()) return {};
    return Box{Vec3::Zero(), size, Mat3::Identity()};
  }
  if (type == "sphere") {
    const double radius = length_of(xml, shape, "radius", 1.0);
    if (radius == 0) return {};
    return Sphere{Vec3::Zero(), radius};
  }
  if (type == "cylinder" || type == "capsule") {
    const double radius = length_of(xml, shape, "radius", type == "capsule" ? 0.5 : 1.0);
    const Vec3 half(0, 0, length_of(xml, shape, "length", 1.0) / 2);
    if (radius == 0 || (half.z() == 0 && type == "cylinder")) return {};
    if (type == "capsule") return Capsule{-half, half, radius};
    return Cylinder{-half, half, radius};
  }
  if (type == "ellipsoid") {
    const Vec3 radii = vector_of_child(xml, shape, "radii", Vec3::Ones());
    if ((radii.array() <= 0).any()) return {};
    return Ellipsoid{Vec3::Zero(), radii, Mat3::Identity()};
  }
  if (type == "mesh") {
    const Vec3 scale = vector_of_child(xml, shape, "scale", Vec3::Ones());
    if (shape.FirstChildElement("submesh") != nullptr) {
      xml.warn(shape, "the whole mesh is used; <submesh> is not read");
    }
    return MeshReference{mesh_file(xml, shape, home), scale, {}, {}};
  }
  static const std::vector<std::string> types = {"box", "sphere", "cylinder", "capsule", "ellipsoid", "mesh"};
  const std::string name(type.substr(0, 60));
  const bool is_known = type == "plane" || type == "heightmap" || type == "image" || type == "polyline";
  xml.warn(shape, "<" + name + "> is left out" + (is_known ? "" : did_you_mean(name, types)) +
                      "; read are <box>, <sphere>, <cylinder>, <capsule>, <ellipsoid> and <mesh>");
  return {};
}

std::optional<Color> read_color(const Xml& xml, const Element& solid) {
  const Element* material = solid.FirstChildElement("material");
  if (material == nullptr) return {};
  for (const char* word : {"diffuse", "ambient"}) {
    const Element* color = material->FirstChildElement(word);
    if (color == nullptr) continue;
    const std::vector<double> rgba = xml.numbers_in(*color, 3, 4);
    const auto part = [&](std::size_t i) { return std::round(std::clamp(rgba[i], 0.0, 1.0) * 1e6) / 1e6; };
    return Color{part(0), part(1), part(2)};
  }
  return {};
}

std::vector<Solid> read_solids(const Xml& xml, const Element& link, const char* kind, const Place& place,
                               const std::string& home) {
  std::vector<Solid> solids;
  for (const Element* element = link.FirstChildElement(kind); element;
       element = element->NextSiblingElement(kind)) {
    const Element* geometry = element->FirstChildElement("geometry");
    const Element* shape = geometry ? geometry->FirstChildElement() : nullptr;
    if (shape == nullptr) continue;
    std::optional<Shape> read = read_shape(xml, *shape, home);
    if (!read) continue;
    solids.push_back({{std::move(*read), read_color(xml, *element)},
                      read_pose(xml, *element),
                      {place.file, element->GetLineNum()}});
  }
  return solids;
}

MassProperties read_inertial(const Xml& xml, const Element& link, const std::string& name) {
  const Element* inertial = link.FirstChildElement("inertial");
  if (inertial == nullptr) return {1.0, Vec3::Zero(), Mat3::Identity()};
  if (const auto automatic = xml.text(*inertial, "auto");
      automatic && (*automatic == "true" || *automatic == "1")) {
    xml.warn(*inertial,
             "the inertia of link " + limber::quoted(name) +
                 " is to be computed from its shapes, which is not done; what the file says counts");
  }
  const double mass = number_of_child(xml, *inertial, "mass", 1.0);
  if (mass < 0) {
    xml.fail(*inertial, "the mass of link " + limber::quoted(name) + " is below zero; expected kilograms");
  }
  Mat3 own = Mat3::Identity();
  if (const Element* inertia = inertial->FirstChildElement("inertia")) {
    const auto entry = [&](const char* word, double fallback) {
      return number_of_child(xml, *inertia, word, fallback);
    };
    const double ixx = entry("ixx", 1), ixy = entry("ixy", 0), ixz = entry("ixz", 0);
    const double iyy = entry("iyy", 1), iyz = entry("iyz", 0), izz = entry("izz", 1);
    own << ixx, ixy, ixz, ixy, iyy, iyz, ixz, iyz, izz;
  }
  return transformed(read_pose(xml, *inertial).value, MassProperties{mass, Vec3::Zero(), own});
}

}  // namespace

double number_of_child(const Xml& xml, const Element& element, const char* child, double fallback) {
  const Element* found = element.FirstChildElement(child);
  return found == nullptr || xml.content(*found).empty() ? fallback : xml.numbers_in(*found, 1)[0];
}

Vec3 vector_of_child(const Xml& xml, const Element& element, const char* child, const Vec3& fallback) {
  const Element* found = element.FirstChildElement(child);
  return found == nullptr || xml.content(*found).empty() ? fallback : Vec3(xml.numbers_in(*found, 3).data());
}

bool is_true(const Xml& xml, const Element& element, const char* child) {
  const Element* found = element.FirstChildElement(child);
  if (found == nullptr) return false;
  const std::string word = xml.content(*found);
  return word == "1" || word == "true" || word == "True" || word == "TRUE";
}

Pose read_pose(const Xml& xml, const Element& element) {
  Pose pose;
  const Element* written = element.FirstChildElement("pose");
  if (written == nullptr) return pose;
  // Until version 1.6 the attribute was called "frame".
  pose.relative_to = xml.text(*written, "relative_to").value_or(xml.text(*written, "frame").value_or(""));
  if (xml.content(*written).empty()) return pose;
  const std::string format = xml.text(*written, "rotation_format").value_or("euler_rpy");
  if (format != "euler_rpy" && format != "quat_xyzw") {
    xml.fail(*written, "rotation_format is " + limber::quoted(format) + "; expected euler_rpy or quat_xyzw");
  }
  if (format == "quat_xyzw") {
    const std::vector<double> n = xml.numbers_in(*written, 7);
    const Quat turn(n[6], n[3], n[4], n[5]);
    if (turn.norm() < 1e-6) xml.fail(*written, "the quaternion of <pose> is zero; expected one of length 1");
    pose.value = {turn.normalized().toRotationMatrix(), Vec3(n[0], n[1], n[2])};
    return pose;
  }
  const std::vector<double> n = xml.numbers_in(*written, 6);
  const std::string degrees = xml.text(*written, "degrees").value_or("false");
  const double unit = degrees == "true" || degrees == "1" ? std::numbers::pi / 180 : 1.0;
  pose.value = {rotation_of_roll_pitch_yaw(unit * Vec3(n[3], n[4], n[5])).toRotationMatrix(),
                Vec3(n[0], n[1], n[2])};
  return pose;
}

Link read_link(const Xml& xml, const Element& element, const Place& place, const std::string& home) {
  Link link;
  link.name = xml.required(element, "name");
  link.place = place;
  link.pose = read_pose(xml, element);
  link.mass = read_inertial(xml, element, link.name);
  link.visuals = read_solids(xml, element, "visual", place, home);
  link.collisions = read_solids(xml, element, "collision", place, home);
  return link;
}

}  // namespace limber::sdf_import
