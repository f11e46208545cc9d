#pragma once
// The XML of a robot's file (URDF, SRDF, SDF), and typed access to its attributes and to what stands between
// its tags. Errors have the line.

#include <tinyxml2.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "limber/files/sentences.h"
#include "limber/math/types.h"

namespace limber {

using XmlElement = tinyxml2::XMLElement;

inline constexpr std::size_t largest_xml = std::size_t{64} << 20;  // [bytes] of one file

// Throws FileProblem if an element has more attributes than any real one. The parser compares each with all
// before it, so that they have to be counted before it reads them.
void refuse_crowded_elements(std::string_view text, const std::string& file);

class Xml {
 public:
  using Element = XmlElement;
  enum class Of { urdf, srdf, sdf };
  // Throws FileProblem unless the text is XML with a <robot> (of SDF an <sdf>) at its root, without ${...},
  // and not too large.
  Xml(std::string_view text, std::string file, Of what = Of::urdf);

  const std::string& file() const { return file_; }
  const Element& root() const { return *document_.RootElement(); }

  // Throws "file:line: sentence".
  [[noreturn]] void fail(int line, const std::string& sentence) const;
  [[noreturn]] void fail(const Element& element, const std::string& sentence) const;

  // Keeps "file:line: sentence", once: something other readers load with a warning.
  void warn(int line, const std::string& sentence) const;
  void warn(const Element& element, const std::string& sentence) const;
  const std::vector<std::string>& warnings() const { return warnings_.list(); }

  // The attribute as written, in UTF-8; required() fails if it is missing or blank.
  std::optional<std::string> text(const Element& element, const char* attribute) const;
  std::string required(const Element& element, const char* attribute) const;
  // None where it is missing or no number.
  std::optional<double> number_if_any(const Element& element, const char* attribute) const;

  // A missing attribute has the value `fallback`, or is an error without one.
  double number(const Element& element, const char* attribute, std::optional<double> fallback = {}) const;
  Vec3 vector(const Element& element, const char* attribute, std::optional<Vec3> fallback = {}) const;
  // A joint limit: "inf" and very large numbers mean no limit, +-infinity.
  double limit(const Element& element, const char* attribute, double fallback) const;
  // From `least` to `most` numbers; `most` 0 means `least`.
  std::vector<double> numbers(const Element& element, const char* attribute, std::size_t least,
                              std::size_t most = 0) const;

  // The same of what stands between the tags of an element, as SDF writes values: <mass>2</mass>. Trimmed;
  // empty where there is nothing.
  std::string content(const Element& element) const;
  std::vector<double> numbers_in(const Element& element, std::size_t least, std::size_t most = 0) const;
  double limit_in(const Element& element) const;

 private:
  void refuse_what_is_not_text(std::string_view text) const;
  void parse(std::string text);
  void check_xacro(const Element& element) const;
  void refuse_srdf() const;
  [[noreturn]] void fail_at_number(const Element& element, const char* attribute, const std::string& written,
                                   const std::string& expected) const;
  // `attribute` null: `written` is the content.
  std::vector<double> numbers_of(const Element& element, const char* attribute, const std::string& written,
                                 std::size_t least, std::size_t most) const;
  double limit_of(const Element& element, const char* attribute, const std::string& written) const;

  std::string file_;
  Of what_;
  tinyxml2::XMLDocument document_;
  mutable Sentences warnings_;  // gathered while the document is read
};

}  // namespace limber
