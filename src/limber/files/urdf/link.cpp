// Links: mass, visual and collision geometry, materials.

#include <algorithm>
#include <cmath>
#include <set>

#include "limber/base/names.h"
#include "limber/files/urdf/robot.h"

namespace limber::urdf_import {

namespace {

const Element* color_element(const Element& material) {
  const Element* color = material.FirstChildElement("color");
  return color != nullptr && color->Attribute("rgba") != nullptr ? color : nullptr;
}

// Lenient, because colors are only decoration: three numbers will do, and values beyond 1 count as 1.
std::optional<Color> read_color(const Xml& xml, const Element& material) {
  const Element* color = color_element(material);
  if (color == nullptr) return {};
  const std::vector<double> rgba = xml.numbers(*color, "rgba", 3, 4);
  const auto part = [&](std::size_t i) { return std::round(std::clamp(rgba[i], 0.0, 1.0) * 1e6) / 1e6; };
  return Color{part(0), part(1), part(2)};
}

Materials::Look read_look(const Xml& xml, const Element& material) {
  const Element* texture = material.FirstChildElement("texture");
  return {read_color(xml, material), texture ? xml.text(*texture, "filename").value_or("") : ""};
}

double read_size(const Xml& xml, const Element& shape, const char* attribute) {
  const double size = xml.number(shape, attribute);
  if (size < 0) {
    xml.fail(shape, std::string(attribute) + " of <" + shape.Name() + "> is " +
                        limber::quoted(xml.required(shape, attribute)) + "; expected a length of 0 or more");
  }
  return size;
}

// A shape before it is placed: sizes only. Nothing for one without extent, which files use as a placeholder.
struct Sizes {
  Vec3 box = Vec3::Zero();
  double radius = 0.0, length = 0.0;
  Vec3 scale = Vec3::Ones();
  std::string mesh;
};

// Three numbers; one means all three, and of four the first three count.
Vec3 read_scale(const Xml& xml, const Element& mesh) {
  if (mesh.Attribute("scale") == nullptr) return Vec3::Ones();
  const std::vector<double> scale = xml.numbers(mesh, "scale", 1, 4);
  if (scale.size() == 3) return Vec3(scale.data());
  xml.warn(mesh, "scale of <mesh> is " + limber::quoted(xml.required(mesh, "scale")) +
                     "; expected three numbers" +
                     (scale.size() == 4   ? ", and the fourth is ignored"
                      : scale.size() == 2 ? ", and both are ignored"
                                          : ""));
  if (scale.size() == 2) return Vec3::Ones();
  return scale.size() == 1 ? Vec3::Constant(scale[0]).eval() : Vec3(scale.data());
}

// "$(find arm)/hand.stl", which xacro left, is package://arm/hand.stl.
std::string mesh_name(const Xml& xml, const Element& mesh) {
  const std::string name = xml.required(mesh, "filename");
  const std::size_t end = name.find(')');
  if (!name.starts_with("$(find ") || end == name.npos) return name;
  xml.warn(mesh, "filename of <mesh> is " + limber::quoted(name) +
                     ", which xacro left; it is looked for as a package");
  return "package://" + name.substr(7, end - 7) + name.substr(end + 1);
}

std::optional<Sizes> read_sizes(const Xml& xml, const Element& shape) {
  const std::string_view type = shape.Name();
  Sizes sizes;
  if (type == "box") {
    sizes.box = xml.vector(shape, "size");
    if ((sizes.box.array() < 0).any()) {
      xml.fail(shape, "size of <box> is " + limber::quoted(xml.required(shape, "size")) +
                          "; expected three lengths of 0 or more");
    }
    if ((sizes.box.array() == 0).any()) return {};
  } else if (type == "sphere") {
    sizes.radius = read_size(xml, shape, "radius");
    if (sizes.radius == 0) return {};
  } else if (type == "cylinder" || type == "capsule") {
    sizes.radius = read_size(xml, shape, "radius");
    sizes.length = read_size(xml, shape, "length");
    if (sizes.radius == 0 || (sizes.length == 0 && type == "cylinder")) return {};
  } else if (type == "mesh") {
    sizes.scale = read_scale(xml, shape);
    sizes.mesh = mesh_name(xml, shape);
  } else {
    static const std::vector<std::string> types = {"box", "cylinder", "sphere", "capsule", "mesh"};
    const std::string name(type.substr(0, 60));
    xml.warn(shape, "<" + name + "> is not a known geometry" + did_you_mean(name, types) +
                        " and is left out; expected <box>, <cylinder>, <sphere>, <capsule> or <mesh>");
    return {};
  }
  return sizes;
}

Shape placed(const Sizes& sizes, std::string_view type, const Transform& origin) {
  if (type == "box") return Box{origin.translation, sizes.box, origin.rotation};
  if (type == "sphere") return Sphere{origin.translation, sizes.radius};
  if (type == "mesh") return MeshReference{sizes.mesh, sizes.scale, origin, {}};
  // Along z, centred; a capsule's length is that of its straight part.
  const Vec3 half = origin.rotation.col(2) * (sizes.length / 2);
  const Vec3 a = origin.translation - half, b = origin.translation + half;
  if (type == "capsule") return Capsule{a, b, sizes.radius};
  return Cylinder{a, b, sizes.radius};
}

// `kind`: "visual", or "collision", which has no material.
std::vector<Geometry> read_geometries(const Xml& xml, const Element& link, const char* kind,
                                      Materials* materials) {
  std::vector<Geometry> geometries;
  for (const Element* element = link.FirstChildElement(kind); element;
       element = element->NextSiblingElement(kind)) {
    const Element* geometry = element->FirstChildElement("geometry");
    const Element* shape = geometry ? geometry->FirstChildElement() : nullptr;
    if (shape == nullptr) continue;
    const std::optional<Sizes> sizes = read_sizes(xml, *shape);
    if (!sizes) continue;
    Geometry read{placed(*sizes, shape->Name(), read_origin(xml, *element)), {}};
    const Element* material = element->FirstChildElement("material");
    if (material != nullptr && materials != nullptr) {
      const Materials::Look look = materials->look_of(xml, *material);
      read.color = look.color;
      if (std::holds_alternative<MeshReference>(read.shape)) {
        read.texture = look.texture;
      } else if (!look.texture.empty()) {
        xml.warn(*material, "the texture " + limber::quoted(look.texture) + " is not drawn on a <" +
                                std::string(shape->Name()) + ">, which does not say how an image lies on it");
      }
    }
    geometries.push_back(std::move(read));
  }
  return geometries;
}

std::optional<MassProperties> read_inertial(const Xml& xml, const Element& inertial,
                                            const std::string& link) {
  const Element* mass = inertial.FirstChildElement("mass");
  if (mass == nullptr) {
    xml.warn(inertial, "<inertial> of link " + limber::quoted(link) +
                           " has no <mass>, so the link has none; expected <mass value=\"...\"/>");
    return {};
  }
  const double kilograms = xml.number(*mass, "value");
  if (kilograms < 0) {
    xml.fail(*mass, "the mass of link " + limber::quoted(link) + " is " +
                        limber::quoted(xml.required(*mass, "value")) + "; expected 0 or more kilograms");
  }
  const Transform origin = read_origin(xml, inertial);
  const Element* inertia = inertial.FirstChildElement("inertia");
  const auto entry = [&](const char* name) { return inertia ? xml.number(*inertia, name, 0.0) : 0.0; };
  const double ixx = entry("ixx"), ixy = entry("ixy"), ixz = entry("ixz");
  const double iyy = entry("iyy"), iyz = entry("iyz"), izz = entry("izz");
  Mat3 in_own_axes;
  in_own_axes << ixx, ixy, ixz, ixy, iyy, iyz, ixz, iyz, izz;
  return transformed(origin, MassProperties{kilograms, Vec3::Zero(), in_own_axes});
}

}  // namespace

Materials::Materials(const Xml& xml) {
  std::set<std::string> seen = {""};
  for (const Element* element = xml.root().FirstChildElement("material"); element;
       element = element->NextSiblingElement("material")) {
    const std::string name = xml.text(*element, "name").value_or("");
    if (!seen.insert(name).second) continue;
    if (Look look = read_look(xml, *element); !look.is_empty()) looks_.emplace(name, std::move(look));
  }
}

Materials::Look Materials::look_of(const Xml& xml, const Element& material) {
  const std::string name = xml.text(material, "name").value_or("");
  const Look own = read_look(xml, material);
  if (name.empty()) return own;
  const auto known = looks_.find(name);
  if (known != looks_.end()) return known->second;
  if (!own.is_empty()) looks_.emplace(name, own);
  return own;
}

RobotLink read_link(const Xml& xml, const Element& element, Materials& materials) {
  RobotLink link;
  link.line = element.GetLineNum();
  link.name = xml.required(element, "name");
  if (const Element* inertial = element.FirstChildElement("inertial")) {
    link.mass = read_inertial(xml, *inertial, link.name);
  }
  link.visuals = read_geometries(xml, element, "visual", &materials);
  link.collisions = read_geometries(xml, element, "collision", nullptr);
  return link;
}

}  // namespace limber::urdf_import
