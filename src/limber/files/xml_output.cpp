// Tags, attributes with their special characters replaced, and indentation.

#include "limber/files/xml_output.h"

#include "limber/base/number_text.h"

namespace limber {

std::string xml_escaped(std::string_view text) {
  std::string escaped;
  escaped.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

void XmlOutput::end_tag() {
  if (in_tag_) text_ += ">\n";
  in_tag_ = false;
}

XmlOutput& XmlOutput::open(std::string_view element) {
  end_tag();
  text_.append(2 * open_.size(), ' ').append("<").append(element);
  open_.emplace_back(element);
  in_tag_ = true;
  return *this;
}

XmlOutput& XmlOutput::set(std::string_view attribute, std::string_view value) {
  text_.append(" ").append(attribute).append("=\"").append(xml_escaped(value)).append("\"");
  return *this;
}

XmlOutput& XmlOutput::set(std::string_view attribute, double value) {
  return set(attribute, exact_text(value));
}

XmlOutput& XmlOutput::set(std::string_view attribute, const Vec3& value) {
  return set(attribute, exact_text(value.x()) + " " + exact_text(value.y()) + " " + exact_text(value.z()));
}

XmlOutput& XmlOutput::set(std::string_view attribute, const std::vector<double>& values) {
  std::string written;
  for (const double value : values) {
    if (!written.empty()) written += ' ';
    written += exact_text(value);
  }
  return set(attribute, written);
}

XmlOutput& XmlOutput::close() {
  const std::string element = std::move(open_.back());
  open_.pop_back();
  if (in_tag_) {
    text_ += "/>\n";
  } else {
    text_.append(2 * open_.size(), ' ').append("</").append(element).append(">\n");
  }
  in_tag_ = false;
  return *this;
}

XmlOutput& XmlOutput::comment(std::string_view words) {
  end_tag();
  std::string safe(words);
  for (std::size_t k = safe.find("--"); k != safe.npos; k = safe.find("--", k)) safe[k + 1] = ' ';
  text_.append(2 * open_.size(), ' ').append("<!-- ").append(safe).append(" -->\n");
  return *this;
}

}  // namespace limber
