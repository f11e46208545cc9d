#pragma once
// XML as text: elements opened and closed in order, two spaces of indentation, numbers that read back to the
// same bits.
//
//   XmlOutput xml;
//   xml.open("joint").set("name", "elbow").open("axis").set("xyz", Vec3(0, 0, 1)).close().close();

#include <string>
#include <string_view>
#include <vector>

#include "limber/math/types.h"

namespace limber {

// With & < > and " as XML writes them.
std::string xml_escaped(std::string_view text);

class XmlOutput {
 public:
  XmlOutput& open(std::string_view element);
  XmlOutput& set(std::string_view attribute, std::string_view value);  // of the element just opened
  XmlOutput& set(std::string_view attribute, double value);
  XmlOutput& set(std::string_view attribute, const Vec3& value);
  XmlOutput& set(std::string_view attribute, const std::vector<double>& values);
  XmlOutput& close();
  XmlOutput& comment(std::string_view text);

  // Ends with a newline; every element must be closed.
  std::string text() && { return std::move(text_); }

 private:
  void end_tag();

  std::string text_;
  std::vector<std::string> open_;
  bool in_tag_ = false;  // the last tag still takes attributes
};

}  // namespace limber
