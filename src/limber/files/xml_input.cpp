// Parses and checks the XML, and reads its attributes and contents.

#include "limber/files/xml_input.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "limber/base/names.h"
#include "limber/figure/joint.h"
#include "limber/files/problem.h"

namespace limber {

namespace {

constexpr std::ptrdiff_t most_tags = 4'000'000;  // an element takes about 120 bytes of memory
constexpr std::size_t most_attributes = 250;     // of one element; URDF, SDF and MJCF have at most 40
constexpr double largest_value = 1e8;  // [m, kg, ...] sums of these stay below the largest number of a figure
constexpr double no_limit = 1e6;       // [rad, m] larger limits mean no limit

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

bool is_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const auto lead = static_cast<unsigned char>(text[i]);
    const std::size_t length = lead < 0x80 ? 1 : lead < 0xc2 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    if (length == 0 || lead > 0xf4 || i + length > text.size()) return false;
    unsigned code = length == 1 ? lead : lead & (0x7fu >> length);
    for (std::size_t k = 1; k < length; ++k) {
      const auto next = static_cast<unsigned char>(text[i + k]);
      if ((next & 0xc0) != 0x80) return false;
      code = code << 6 | (next & 0x3f);
    }
    const bool surrogate = code >= 0xd800 && code < 0xe000;
    const bool overlong = (length == 3 && code < 0x800) || (length == 4 && code < 0x10000);
    if (surrogate || overlong || code > 0x10ffff) return false;
    i += length;
  }
  return true;
}

// A quotation from a file may be cut within a character, or not be text at all.
std::string readable(std::string sentence) {
  if (is_utf8(sentence)) return sentence;
  std::replace_if(
      sentence.begin(), sentence.end(), [](char c) { return static_cast<unsigned char>(c) >= 0x80; }, '?');
  return sentence;
}

// tinyxml2 needs the declaration <?xml ...?> first, but many files have a licence comment above it. Blanking
// the declaration keeps all line numbers.
void blank_declarations(std::string& text) {
  std::size_t at = text.starts_with("\xef\xbb\xbf") ? 3 : 0;
  while (at < text.size()) {
    const std::string_view rest = std::string_view(text).substr(at);
    std::size_t end = std::string::npos;
    if (is_space(rest[0])) {
      at += 1;
    } else if (rest.starts_with("<!--") && (end = rest.find("-->", 4)) != std::string::npos) {
      at += end + 3;
    } else if (rest.starts_with("<?") && (end = rest.find("?>", 2)) != std::string::npos) {
      for (std::size_t k = at; k < at + end + 2; ++k) text[k] = text[k] == '\n' ? '\n' : ' ';
      at += end + 2;
    } else {
      return;
    }
  }
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

// Infinite if written so or too large for a double; nothing if it is not a number.
std::optional<double> parse_number(std::string_view text) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (end != text.data() + text.size() || error == std::errc::invalid_argument) return {};
  if (error == std::errc::result_out_of_range) {
    if (text.find("e-") != text.npos || text.find("E-") != text.npos) return 0.0;
    return text.starts_with('-') ? -unlimited : unlimited;
  }
  return std::isnan(value) ? std::optional<double>() : value;
}

// What a file of this kind begins with, and what it is called.
const char* root_name(Xml::Of what) {
  return what == Xml::Of::sdf ? "sdf" : "robot";
}
const char* kind_in_words(Xml::Of what) {
  return what == Xml::Of::sdf ? "an SDF" : what == Xml::Of::srdf ? "an SRDF" : "a URDF";
}
std::string root_in_words(Xml::Of what) {
  return what == Xml::Of::sdf ? "<sdf>" : "a URDF <robot>";
}

std::string syntax_error(const tinyxml2::XMLDocument& document, std::string_view text, Xml::Of what) {
  switch (document.ErrorID()) {
    case tinyxml2::XML_ERROR_EMPTY_DOCUMENT:
      return "the file is empty; expected " + root_in_words(what);
    case tinyxml2::XML_ELEMENT_DEPTH_EXCEEDED:
      return "elements are nested more than 100 deep; expected at most 100";
    case tinyxml2::XML_ERROR_MISMATCHED_ELEMENT:
      return "an element is closed by the tag of another one; expected every <tag> to be closed by its "
             "</tag>";
    case tinyxml2::XML_ERROR_PARSING_ATTRIBUTE:
      return "an attribute is not well-formed; expected name=\"value\"";
    case tinyxml2::XML_ERROR_PARSING_COMMENT:
      return "a comment is not closed; expected \"-->\"";
    case tinyxml2::XML_ERROR_PARSING_DECLARATION:
      return "a <? ... ?> declaration is misplaced or not closed; expected it only at the start of the file";
    default:
      break;
  }
  if (!trimmed(text).starts_with('<') && !text.starts_with("\xef\xbb\xbf")) {
    return "this is not XML; expected " + root_in_words(what);
  }
  return "the XML is cut off or an element is not closed; expected </" + std::string(root_name(what)) +
         "> at the end";
}

}  // namespace

// Follows the parser's own rules, and ends where the parser would find a mistake.
void refuse_crowded_elements(std::string_view text, const std::string& file) {
  constexpr std::string_view blanks = " \t\r\n\f\v";
  constexpr struct {
    std::string_view begin, end;
  } others[] = {{"<!--", "-->"}, {"<![CDATA[", "]]>"}, {"<?", "?>"}, {"<!", ">"}};
  std::size_t at = 0;
  const auto skip = [&](std::string_view of) { at = std::min(text.find_first_not_of(of, at), text.size()); };
  while ((at = text.find('<', at)) != text.npos) {
    const auto* other = std::find_if(std::begin(others), std::end(others), [&](const auto& each) {
      return text.substr(at).starts_with(each.begin);
    });
    if (other != std::end(others)) {
      const std::size_t end = text.find(other->end, at + other->begin.size());
      if (end == text.npos) return;
      at = end + other->end.size();
      continue;
    }
    const std::size_t element = at++;
    at = std::min(text.find_first_of(" \t\r\n\f\v/>", at), text.size());
    for (std::size_t count = 0; at < text.size();) {
      skip(blanks);
      if (at == text.size() || text[at] == '/' || text[at] == '>') break;
      const std::size_t equals = text.find('=', at);
      if (equals == text.npos) return;
      at = equals + 1;
      skip(blanks);
      if (at == text.size() || (text[at] != '"' && text[at] != '\'')) return;
      const std::size_t end = text.find(text[at], at + 1);
      if (end == text.npos) return;
      at = end + 1;
      if (++count <= most_attributes) continue;
      const auto line =
          1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(element), '\n');
      throw FileProblem{file + ":" + std::to_string(line) + ": an element has more than " +
                        std::to_string(most_attributes) + " attributes; expected fewer"};
    }
  }
}

Xml::Xml(std::string_view text, std::string file, Of what) : file_(std::move(file)), what_(what) {
  while (text.ends_with('\0')) text.remove_suffix(1);  // some C programs write the terminating zero
  refuse_what_is_not_text(text);
  parse(std::string(text));
  if (what != Of::sdf) check_xacro(root());
  if (what == Of::urdf) refuse_srdf();
}

void Xml::fail(int line, const std::string& sentence) const {
  throw FileProblem{file_ + ":" + std::to_string(line) + ": " + readable(sentence)};
}

void Xml::fail(const Element& element, const std::string& sentence) const {
  fail(element.GetLineNum(), sentence);
}

void Xml::warn(int line, const std::string& sentence) const {
  warnings_.say(file_ + ":" + std::to_string(line) + ": " + readable(sentence));
}

void Xml::warn(const Element& element, const std::string& sentence) const {
  warn(element.GetLineNum(), sentence);
}

void Xml::refuse_what_is_not_text(std::string_view text) const {
  if (text.size() > largest_xml) {
    throw FileProblem{file_ + ": the file has " + std::to_string(text.size() >> 20) + " MB; expected " +
                      kind_in_words(what_) + " of at most " + std::to_string(largest_xml >> 20) + " MB"};
  }
  if (text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")) {
    fail(1, "the text is UTF-16; expected UTF-8");
  }
  if (const std::size_t zero = text.find('\0'); zero != text.npos) {
    fail(1 + static_cast<int>(std::count(text.begin(), text.begin() + zero, '\n')),
         "there is a zero byte; expected a text file");
  }
  if (std::count(text.begin(), text.end(), '<') > most_tags) {
    throw FileProblem{file_ + ": there are more than " + std::to_string(most_tags) + " tags; expected " +
                      kind_in_words(what_) + " of fewer"};
  }
}

void Xml::parse(std::string text) {
  blank_declarations(text);
  refuse_crowded_elements(text, file_);
  if (document_.Parse(text.c_str(), text.size()) != tinyxml2::XML_SUCCESS) {
    fail(std::max(1, document_.ErrorLineNum()), syntax_error(document_, text, what_));
  }
  const Element* root = document_.RootElement();
  if (root == nullptr) fail(1, "there is no element; expected " + root_in_words(what_));
  const std::string expected = root_name(what_);
  if (root->Name() != expected) {
    const std::string_view found = root->Name();
    const char* hint = found == "sdf"      ? " (this is an SDF file)"
                       : found == "robot"  ? " (this is a URDF file)"
                       : found == "mujoco" ? " (this is a MuJoCo file)"
                                           : "";
    fail(*root, "the root element is <" + std::string(found.substr(0, 60)) + ">; expected <" + expected +
                    ">" + hint);
  }
  bool has_type = false;
  for (const tinyxml2::XMLNode* node = document_.FirstChild(); node != nullptr; node = node->NextSibling()) {
    has_type = has_type || (node->ToUnknown() && std::string_view(node->Value()).starts_with("DOCTYPE"));
    if (node == root || node->ToComment() || node->ToUnknown() || node->ToDeclaration()) continue;
    if (has_type) fail(node->GetLineNum(), "there is a <!DOCTYPE> with declarations; expected XML without");
    fail(node->GetLineNum(), "there is text or an element outside <" + expected + ">; expected one <" +
                                 expected + "> and nothing else");
  }
}

void Xml::check_xacro(const Element& element) const {
  const std::string_view name = element.Name();
  const char* const remedy = "; run xacro on the file first and give its output";
  if (name.starts_with("xacro:")) {
    warn(element, "<" + std::string(name.substr(0, 60)) + "> was left by xacro and is ignored");
    return;
  }
  // Simulators substitute variables in these themselves.
  if (name == "gazebo" || name == "transmission" || name == "ros2_control" || name == "sensor") return;
  for (auto* attribute = element.FirstAttribute(); attribute; attribute = attribute->Next()) {
    const std::string_view value = attribute->Value();
    // A mesh in "$(find package)/..." can be looked for all the same.
    if (name == "mesh" && value.starts_with("$(find ")) continue;
    if (value.find("${") != value.npos || value.find("$(") != value.npos) {
      fail(attribute->GetLineNum(), std::string(attribute->Name()).substr(0, 60) + " is " +
                                        limber::quoted(value) + ", which has not been expanded" + remedy);
    }
  }
  for (auto* child = element.FirstChildElement(); child; child = child->NextSiblingElement()) {
    check_xacro(*child);
  }
}

void Xml::refuse_srdf() const {
  if (root().FirstChildElement("link") != nullptr) return;
  for (const char* word : {"group", "disable_collisions", "virtual_joint", "end_effector", "group_state"}) {
    if (const Element* element = root().FirstChildElement(word)) {
      fail(*element, std::string("<") + word +
                         "> and no <link>: this is an SRDF file (groups and collision pairs); expected "
                         "the URDF it goes with");
    }
  }
  fail(root(), "the robot has no <link>; expected at least one");
}

std::optional<std::string> Xml::text(const Element& element, const char* attribute) const {
  const char* value = element.Attribute(attribute);
  if (value == nullptr) return {};
  if (!is_utf8(value)) {
    fail(element, std::string(attribute) + " of <" + element.Name() + "> is not valid UTF-8");
  }
  return std::string(value);
}

std::string Xml::required(const Element& element, const char* attribute) const {
  const std::optional<std::string> value = text(element, attribute);
  if (!value || trimmed(*value).empty()) {
    fail(element, std::string("<") + element.Name() + "> has no " + attribute + "; expected " + attribute +
                      "=\"...\"");
  }
  return *value;
}

void Xml::fail_at_number(const Element& element, const char* attribute, const std::string& written,
                         const std::string& expected) const {
  const std::string place = attribute != nullptr ? std::string(attribute) + " of " : "";
  fail(element, place + "<" + element.Name() + "> is " + limber::quoted(written) + "; expected " + expected);
}

std::vector<double> Xml::numbers(const Element& element, const char* attribute, std::size_t least,
                                 std::size_t most) const {
  return numbers_of(element, attribute, required(element, attribute), least, most);
}

std::vector<double> Xml::numbers_in(const Element& element, std::size_t least, std::size_t most) const {
  return numbers_of(element, nullptr, content(element), least, most);
}

std::vector<double> Xml::numbers_of(const Element& element, const char* attribute, const std::string& written,
                                    std::size_t least, std::size_t most) const {
  most = std::max(least, most);
  const std::string expected =
      most == 1 ? "a number"
                : (least == 1 ? "1 to " : "") + std::to_string(most) + " numbers with spaces between them";
  std::vector<double> values;
  for (std::string_view rest = trimmed(written); !rest.empty(); rest = trimmed(rest)) {
    const std::size_t length =
        static_cast<std::size_t>(std::find_if(rest.begin(), rest.end(), is_space) - rest.begin());
    const std::optional<double> value = parse_number(rest.substr(0, length));
    if (!value || values.size() == most) fail_at_number(element, attribute, written, expected);
    if (std::abs(*value) > largest_value) {
      fail_at_number(element, attribute, written, expected + " of at most 1e8");
    }
    values.push_back(*value);
    rest.remove_prefix(length);
  }
  if (values.size() < least) fail_at_number(element, attribute, written, expected);
  return values;
}

std::string Xml::content(const Element& element) const {
  const char* text = element.GetText();
  if (text == nullptr) return "";
  if (!is_utf8(text)) fail(element, std::string("<") + element.Name() + "> is not valid UTF-8");
  return std::string(trimmed(text));
}

double Xml::number(const Element& element, const char* attribute, std::optional<double> fallback) const {
  if (fallback && element.Attribute(attribute) == nullptr) return *fallback;
  return numbers(element, attribute, 1)[0];
}

Vec3 Xml::vector(const Element& element, const char* attribute, std::optional<Vec3> fallback) const {
  if (fallback && element.Attribute(attribute) == nullptr) return *fallback;
  return Vec3(numbers(element, attribute, 3).data());
}

std::optional<double> Xml::number_if_any(const Element& element, const char* attribute) const {
  const std::optional<std::string> written = text(element, attribute);
  return written ? parse_number(trimmed(*written)) : std::nullopt;
}

double Xml::limit(const Element& element, const char* attribute, double fallback) const {
  if (element.Attribute(attribute) == nullptr) return fallback;
  return limit_of(element, attribute, required(element, attribute));
}

double Xml::limit_in(const Element& element) const {
  return limit_of(element, nullptr, content(element));
}

double Xml::limit_of(const Element& element, const char* attribute, const std::string& written) const {
  const std::optional<double> value = parse_number(trimmed(written));
  if (!value) fail_at_number(element, attribute, written, "a number");
  if (std::abs(*value) > no_limit) return *value < 0 ? -unlimited : unlimited;
  return *value;
}

}  // namespace limber
