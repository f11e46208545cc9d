// What is looked at before MuJoCo reads a file: how large it is, which files it names, and the few numbers
// in it by which a short file asks for much memory.

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>

#include "limber/base/names.h"
#include "limber/files/mjcf/mjcf.h"
#include "limber/files/problem.h"
#include "limber/files/text_file.h"
#include "limber/files/xml_input.h"

namespace limber::mjcf {

namespace {

namespace fs = std::filesystem;
constexpr std::size_t largest_mjcf = std::size_t{64} << 20;  // [bytes] of one file
constexpr std::ptrdiff_t most_mjcf_tags = 1'000'000;         // in one file, those in comments too
// MuJoCo compares all bodies with each other, and all things of a kind: twice as many take four times as
// long.
constexpr int most_mjcf_elements = 20'000;  // of all files together; half a second
constexpr double most_mjcf_bodies = 2'000;  // those of composites too; half a second
constexpr int most_mjcf_keys = 1'000;       // the studio has room for so many
constexpr std::size_t most_included = 200;  // files
constexpr double largest_size = 10'000;     // of every number of <size>, but memory, and of rows and columns
constexpr double largest_picture = 4'096;   // [pixels] edges of a texture made by the file
constexpr double largest_mjcf_number = 1e10;  // any other: beyond it sums are not finite

// Counts of all files together.
struct Counted {
  std::set<fs::path> included = {};
  int elements = 0, keys = 0;
  double bodies = 0.0;
};

struct Guard {
  std::string name;
  std::optional<fs::path> folder;
  Counted& counted;

  [[noreturn]] void fail(const XmlElement& element, const std::string& sentence) const {
    fail_in_file(name, element.GetLineNum(), sentence);
  }

  static std::vector<double> numbers(const char* text) {
    std::vector<double> values;
    std::string_view rest = text;
    while (!rest.empty()) {
      const std::size_t start = rest.find_first_not_of(" \t\r\n+");
      if (start == rest.npos) break;
      rest.remove_prefix(start);
      double value = 0.0;
      const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
      if (error != std::errc() && error != std::errc::result_out_of_range) return {};
      values.push_back(error == std::errc() ? value : largest_mjcf_number * 2);
      rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    }
    return values;
  }

  void refuse_above(const XmlElement& element, const char* attribute, double most) const {
    const char* text = element.Attribute(attribute);
    if (text == nullptr) return;
    for (const double value : numbers(text)) {
      if (!(std::abs(value) <= most)) {
        fail(element, std::string(attribute) + " of <" + element.Name() + "> is " + limber::quoted(text) +
                          "; expected at most " + std::to_string(static_cast<long>(most)));
      }
    }
  }

  void check_sizes(const XmlElement& element) {
    const std::string_view tag = element.Name();
    if (tag == "size") {
      for (auto* a = element.FirstAttribute(); a; a = a->Next())
        refuse_above(element, a->Name(), largest_size * 100);
    } else if (tag == "texture") {
      refuse_above(element, "width", largest_picture);
      refuse_above(element, "height", largest_picture);
    } else if (tag == "hfield") {
      refuse_above(element, "nrow", largest_size);
      refuse_above(element, "ncol", largest_size);
    } else if (tag == "composite") {
      double product = 1.0;
      if (const char* count = element.Attribute("count")) {
        for (const double value : numbers(count)) product *= std::max(1.0, std::abs(value));
      }
      counted.bodies += product;
    } else if (tag == "numeric") {
      refuse_above(element, "size", largest_size);
    }
    for (auto* a = element.FirstAttribute(); a; a = a->Next()) {
      refuse_above(element, a->Name(), largest_mjcf_number);
    }
  }

  void count(const XmlElement& element) {
    const std::string_view tag = element.Name();
    counted.bodies += tag == "body" ? 1.0 : 0.0;
    counted.keys += tag == "key" ? 1 : 0;
    if (++counted.elements > most_mjcf_elements)
      fail(element, "there are more than 20000 elements; expected at most 20000");
    if (!(counted.bodies <= most_mjcf_bodies))
      fail(element, "there are more than 2000 bodies; expected at most 2000");
    if (counted.keys > most_mjcf_keys) fail(element, "there are more than 1000 keys; expected at most 1000");
  }

  // Files lie in the folder of the model or in the one above it, where meshes often are.
  fs::path allowed(const XmlElement& element, const std::string& file) const {
    if (!folder) {
      fail(element, "<" + std::string(element.Name()) + "> names the file " + limber::quoted(file) +
                        "; expected a model without files, since this one is not read from a folder");
    }
    const fs::path home = fs::absolute(*folder).lexically_normal();
    const fs::path place = (home / file).lexically_normal();
    const fs::path above = (home / "..").lexically_normal();
    const auto [end, rest] = std::mismatch(above.begin(), above.end(), place.begin(), place.end());
    const bool is_inside = end == above.end() || (std::next(end) == above.end() && end->empty());
    if (!is_inside) {
      fail(element, "<" + std::string(element.Name()) + "> names " + limber::quoted(file) +
                        ", which is outside the folder of the model and the one above it");
    }
    return place;
  }

  void check_files(const XmlElement& element) {
    for (const char* attribute : {"file", "meshdir", "texturedir", "assetdir", "fileright", "fileleft",
                                  "fileup", "filedown", "filefront", "fileback"}) {
      const char* file = element.Attribute(attribute);
      if (file == nullptr) continue;
      const fs::path place = allowed(element, file);
      if (std::string_view(element.Name()) != "include") continue;
      if (!counted.included.insert(place).second) {
        fail(element, limber::quoted(file) + " is included twice, or includes itself");
      }
      if (counted.included.size() > most_included) fail(element, "more than 200 files are included");
      const Expected<std::string> text = read_text(place, largest_mjcf);
      if (!text) fail(element, text.error().message);
      Guard{shown(place), folder, counted}.check(*text);
    }
  }

  void check(std::string_view text) {
    if (text.size() > largest_mjcf) {
      fail_in_file(name, 0,
                   "the file has " + std::to_string(text.size() >> 20) + " MB; expected at most 64 MB");
    }
    if (text.find('\0') != text.npos) fail_in_file(name, 1, "there is a zero byte; expected a text file");
    if (std::count(text.begin(), text.end(), '<') > most_mjcf_tags) {
      fail_in_file(name, 0, "there are more than 1000000 tags; expected fewer");
    }
    refuse_crowded_elements(text, name);
    tinyxml2::XMLDocument document;
    if (document.Parse(text.data(), text.size()) != tinyxml2::XML_SUCCESS || !document.RootElement()) {
      fail_in_file(name, std::max(1, document.ErrorLineNum()), "the XML is cut off or not well-formed");
    }
    // Depth first, without recursion of our own: the parser has bounded the depth.
    const XmlElement* element = document.RootElement();
    while (element != nullptr) {
      check_sizes(*element);
      count(*element);
      check_files(*element);
      const XmlElement* next = element->FirstChildElement();
      while (next == nullptr && element != nullptr) {
        next = element->NextSiblingElement();
        element = element->Parent() ? element->Parent()->ToElement() : nullptr;
      }
      element = next;
    }
  }
};

}  // namespace

void check_before_loading(std::string_view text, const std::string& name,
                          const std::optional<std::filesystem::path>& folder) {
  Counted counted;
  Guard{name, folder, counted}.check(text);
}

}  // namespace limber::mjcf
