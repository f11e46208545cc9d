#include "limber/files/urdf/source.h"

#include <array>
#include <charconv>

namespace limber::urdf_import {

std::string written(const char* key, std::initializer_list<double> values) {
  std::string text = std::string(" ") + key + "=\"";
  const char* separator = "";
  for (double value : values) {
    std::array<char, 32>
        digits;  // std::to_chars knows no locale, and gives the shortest text that reads back
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    text.append(separator).append(digits.data(), end);
    separator = " ";
  }
  return text + "\"";
}

std::string written_origin(const Xml& xml, const Element& element) {
  const Element* origin = element.FirstChildElement("origin");
  if (origin == nullptr) return "";
  const Vec3 xyz = xml.vector(*origin, "xyz", Vec3(0, 0, 0));
  const Vec3 rpy = xml.vector(*origin, "rpy", Vec3(0, 0, 0));
  return "<origin" + written("xyz", {xyz.x(), xyz.y(), xyz.z()}) +
         written("rpy", {rpy.x(), rpy.y(), rpy.z()}) + "/>";
}

std::string Source::material_number(const std::optional<std::string>& name) {
  if (!name || name->empty()) return "";
  return std::to_string(
      material_numbers.emplace(*name, static_cast<int>(material_numbers.size())).first->second);
}

Source read_source(const Xml& xml) {
  Source source;
  source.robot = xml.text(xml.robot(), "name").value_or("");
  source.copy = "<robot name=\"0\">\n";
  read_materials(xml, source);
  for (const Element* element = xml.robot().FirstChildElement("link"); element;
       element = element->NextSiblingElement("link")) {
    read_link(xml, *element, source);
  }
  for (const Element* element = xml.robot().FirstChildElement("joint"); element;
       element = element->NextSiblingElement("joint")) {
    read_joint(xml, *element, source);
  }
  source.copy += "</robot>\n";
  check_tree(xml, source);
  return source;
}

}  // namespace limber::urdf_import
