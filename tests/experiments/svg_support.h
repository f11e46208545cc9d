#pragma once
// Reads back what was drawn.

#include <gtest/gtest.h>
#include <tinyxml2.h>

#include <cmath>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

namespace limber::test {

// Every element of a document, outer ones first.
inline void visit(const tinyxml2::XMLElement* element,
                  const std::function<void(const tinyxml2::XMLElement&)>& act) {
  for (; element; element = element->NextSiblingElement()) {
    act(*element);
    visit(element->FirstChildElement(), act);
  }
}

inline bool has_class(const tinyxml2::XMLElement& element, const std::string& name) {
  const char* all = element.Attribute("class");
  return all && (" " + std::string(all) + " ").find(" " + name + " ") != std::string::npos;
}

// All numbers in a text such as the `d` of a path; letters separate them.
inline std::vector<double> numbers_in(const std::string& text) {
  std::vector<double> numbers;
  for (const char* at = text.c_str(); *at;) {
    char* end = nullptr;
    const bool may_start = (*at >= '0' && *at <= '9') || *at == '-' || *at == '.';
    const double value = may_start ? std::strtod(at, &end) : 0.0;
    if (may_start && end != at) {
      numbers.push_back(value);
      at = end;
    } else {
      ++at;
    }
  }
  return numbers;
}

// Coordinates are numbers, and in every path only letters of SVG's path language stand between them.
inline void expect_sound_coordinates(const tinyxml2::XMLElement& element) {
  for (const tinyxml2::XMLAttribute* a = element.FirstAttribute(); a; a = a->Next()) {
    const std::string name = a->Name(), value = a->Value();
    const bool is_coordinate = name == "x" || name == "y" || name == "cx" || name == "cy" || name == "r" ||
                               name == "width" || name == "height";
    if (is_coordinate) {
      ASSERT_EQ(value.find_first_not_of("-.0123456789"), std::string::npos) << name << "=" << value;
      ASSERT_EQ(numbers_in(value).size(), 1u) << name << "=" << value;
    }
    if (name == "d") {
      ASSERT_EQ(value.find_first_not_of("MLlmhvzZ -.0123456789"), std::string::npos) << value;
    }
  }
}

}  // namespace limber::test
