#include <algorithm>

#include "limber/base/names.h"
#include "limber/files/urdf/source.h"

namespace limber::urdf_import {

namespace {

// Colors are a courtesy: three numbers will do, and too bright is bright. `name` is a number or empty.
std::string written_material(const Xml& xml, const Element& material, const std::string& name) {
  const Element* color = material.FirstChildElement("color");
  std::string text = "<material name=\"" + name + "\">";
  if (color != nullptr && color->Attribute("rgba") != nullptr) {
    std::vector<double> c = xml.numbers(*color, "rgba", 3, 4);
    c.resize(4, 1.0);
    for (double& part : c) part = std::clamp(part, 0.0, 1.0);
    text += "<color" + written("rgba", {c[0], c[1], c[2], c[3]}) + "/>";
  }
  return text + "</material>";
}

double size_of(const Xml& xml, const Element& shape, const char* attribute) {
  const double size = xml.number(shape, attribute);
  if (size < 0) {
    xml.fail(shape, std::string(attribute) + " of <" + shape.Name() + "> is " +
                        quoted(xml.required(shape, attribute)) + "; expected a length of 0 or more");
  }
  return size;
}

// The shape inside <geometry>, or an empty text for one without extent, which files use as a placeholder.
std::string written_geometry(const Xml& xml, const Element& shape, GeometrySource& geometry) {
  const std::string_view type = shape.Name();
  if (type == "box") {
    const Vec3 size = xml.vector(shape, "size");
    if ((size.array() < 0).any()) {
      xml.fail(shape, "size of <box> is " + quoted(xml.required(shape, "size")) +
                          "; expected three lengths of 0 or more");
    }
    if ((size.array() == 0).any()) return "";
    return "<box" + written("size", {size.x(), size.y(), size.z()}) + "/>";
  }
  if (type == "sphere") {
    const double radius = size_of(xml, shape, "radius");
    return radius == 0 ? "" : "<sphere" + written("radius", {radius}) + "/>";
  }
  if (type == "cylinder" || type == "capsule") {
    const double radius = size_of(xml, shape, "radius");
    const double length = size_of(xml, shape, "length");
    geometry.is_capsule = type == "capsule";
    if (radius == 0 || (length == 0 && !geometry.is_capsule)) return "";
    return "<cylinder" + written("radius", {radius}) + written("length", {length}) + "/>";
  }
  if (type == "mesh") {
    const Vec3 scale = xml.vector(shape, "scale", Vec3(1, 1, 1));
    geometry.mesh = xml.required(shape, "filename");
    return "<mesh filename=\"0\"" + written("scale", {scale.x(), scale.y(), scale.z()}) + "/>";
  }
  static const std::vector<std::string> types = {"box", "cylinder", "sphere", "capsule", "mesh"};
  const std::string name(type.substr(0, 60));
  xml.fail(shape, "<" + name + "> is no geometry" + did_you_mean(name, types) +
                      "; expected <box>, <cylinder>, <sphere>, <capsule> or <mesh>");
}

void read_geometries(const Xml& xml, const Element& link, const char* kind,
                     std::vector<GeometrySource>& geometries, Source& source) {
  for (const Element* element = link.FirstChildElement(kind); element;
       element = element->NextSiblingElement(kind)) {
    const Element* geometry = element->FirstChildElement("geometry");
    const Element* shape = geometry ? geometry->FirstChildElement() : nullptr;
    if (shape == nullptr) continue;
    GeometrySource kept;
    const std::string shape_text = written_geometry(xml, *shape, kept);
    if (shape_text.empty()) continue;
    source.copy += std::string("<") + kind + ">" + written_origin(xml, *element) + "<geometry>" + shape_text +
                   "</geometry>";
    const Element* material = element->FirstChildElement("material");
    if (material != nullptr && std::string_view(kind) == "visual") {
      source.copy += written_material(xml, *material, source.material_number(xml.text(*material, "name")));
    }
    source.copy += std::string("</") + kind + ">";
    geometries.push_back(std::move(kept));
  }
}

std::string written_inertial(const Xml& xml, const Element& inertial, const std::string& link) {
  const Element* mass = inertial.FirstChildElement("mass");
  if (mass == nullptr) {
    xml.fail(inertial,
             "<inertial> of link " + quoted(link) + " has no <mass>; expected <mass value=\"...\"/>");
  }
  const double kilograms = xml.number(*mass, "value");
  if (kilograms < 0) {
    xml.fail(*mass, "the mass of link " + quoted(link) + " is " + quoted(xml.required(*mass, "value")) +
                        "; expected 0 or more kilograms");
  }
  std::string text =
      "<inertial>" + written_origin(xml, inertial) + "<mass" + written("value", {kilograms}) + "/><inertia";
  const Element* inertia = inertial.FirstChildElement("inertia");
  for (const char* entry : {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"}) {
    text += written(entry, {inertia ? xml.number(*inertia, entry, 0.0) : 0.0});
  }
  return text + "/></inertial>";
}

}  // namespace

void read_materials(const Xml& xml, Source& source) {
  for (const Element* element = xml.robot().FirstChildElement("material"); element;
       element = element->NextSiblingElement("material")) {
    const std::string name = xml.text(*element, "name").value_or("");
    const std::size_t known = source.material_numbers.size();
    const std::string number = source.material_number(name);
    const Element* color = element->FirstChildElement("color");
    // The first of a name counts; urdfdom would paint one without a color black.
    if (source.material_numbers.size() == known || !color || !color->Attribute("rgba")) continue;
    source.copy += written_material(xml, *element, number) + "\n";
  }
}

void read_link(const Xml& xml, const Element& element, Source& source) {
  LinkSource link;
  link.line = element.GetLineNum();
  link.name = xml.required(element, "name");
  const int number = static_cast<int>(source.links.size());
  const auto [same, is_new] = source.link_numbers.emplace(link.name, number);
  if (!is_new) {
    xml.fail(element, "link " + quoted(link.name) + " is there already, on line " +
                          std::to_string(source.links[static_cast<std::size_t>(same->second)].line) +
                          "; expected every link to have a name of its own");
  }
  source.copy += "<link name=\"" + std::to_string(number) + "\">";
  if (const Element* inertial = element.FirstChildElement("inertial")) {
    source.copy += written_inertial(xml, *inertial, link.name);
  }
  read_geometries(xml, element, "visual", link.visuals, source);
  read_geometries(xml, element, "collision", link.collisions, source);
  source.copy += "</link>\n";
  source.links.push_back(std::move(link));
}

}  // namespace limber::urdf_import
