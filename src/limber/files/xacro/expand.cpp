// Walks the XML and writes it out again with every macro, property and condition resolved.

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "limber/base/names.h"
#include "limber/files/packages.h"
#include "limber/files/problem.h"
#include "limber/files/text_file.h"
#include "limber/files/xacro/expression.h"
#include "limber/files/xacro/scope.h"
#include "limber/files/xacro/xacro.h"
#include "limber/files/xml_input.h"
#include "limber/files/xml_output.h"

namespace limber {

namespace xacro {

namespace {

namespace fs = std::filesystem;
using Node = tinyxml2::XMLElement;

constexpr std::size_t largest_xacro = std::size_t{16} << 20;       // [bytes] of one file
constexpr std::size_t largest_urdf = std::size_t{64} << 20;        // [bytes] of what comes out
constexpr int deepest_macro = 64;                                  // macros and includes in each other
constexpr std::size_t most_parameters = 250;                       // of a macro, as of attributes
constexpr int most_expanded = 500'000;                             // elements, so that macros of macros end
constexpr int most_evaluated = 2'000'000;                          // expressions, and arguments of macros
constexpr std::size_t most_put_together = std::size_t{256} << 20;  // [bytes] of texts, also those thrown away

class Expander {
 public:
  Expander(std::string name, const XacroOptions& options)
      : options_(options), arguments_(options.arguments), global_(new_scope()) {
    files_.push_back(std::move(name));
  }
  Expander(const Expander&) = delete;
  Expander& operator=(const Expander&) = delete;
  // A block that is a property knows the scope it was written in, which may be the one that has it: such
  // circles would keep each other alive.
  ~Expander() {
    for (const std::weak_ptr<Scope>& scope : scopes_) {
      if (const ScopePointer alive = scope.lock()) alive->properties.clear();
    }
  }

  std::string expand(std::string_view text) {
    const Node& robot = parse(text);
    file_ = files_.back();
    open_tag(robot, global_);
    expand_children(robot, global_);
    out_ += "</" + std::string(robot.Name()) + ">\n";
    return std::move(out_);
  }

 private:
  [[noreturn]] void fail(const Node& node, const std::string& sentence) const {
    fail_in_file(file_, node.GetLineNum(), sentence);
  }

  const Node& parse(std::string_view text) {
    if (text.size() > largest_xacro) fail_in_file(files_.back(), 0, "the file is larger than 16 MB");
    if (text.find('\0') != text.npos)
      fail_in_file(files_.back(), 1, "there is a zero byte; expected a text file");
    std::string copy(text);
    if (copy.starts_with("\xef\xbb\xbf")) copy.erase(0, 3);
    documents_.push_back(std::make_unique<tinyxml2::XMLDocument>());
    tinyxml2::XMLDocument& document = *documents_.back();
    // A comment above the declaration, which tinyxml2 refuses, is common.
    if (const std::size_t at = copy.find("<?xml"); at != copy.npos && at > 0) {
      const std::size_t end = copy.find("?>", at);
      if (end != copy.npos)
        std::fill(copy.begin() + static_cast<std::ptrdiff_t>(at),
                  copy.begin() + static_cast<std::ptrdiff_t>(end) + 2, ' ');
    }
    refuse_crowded_elements(copy, files_.back());
    if (document.Parse(copy.c_str(), copy.size()) != tinyxml2::XML_SUCCESS || !document.RootElement()) {
      fail_in_file(files_.back(), std::max(1, document.ErrorLineNum()),
                   "the XML is cut off or not well-formed");
    }
    for (const tinyxml2::XMLNode* node = document.FirstChild(); node; node = node->NextSibling()) {
      if (node->ToUnknown() && std::string_view(node->Value()).starts_with("DOCTYPE"))
        fail_in_file(files_.back(), node->GetLineNum(), "there is a <!DOCTYPE>; expected XML without");
    }
    return *document.RootElement();
  }

  // ---- texts -------------------------------------------------------------------------------------------

  Value look_up(const Node& node, const ScopePointer& scope, const std::string& name) {
    const Property* property = find_property(scope, name);
    if (property == nullptr) fail(node, "the property " + limber::quoted(name) + " is not defined");
    if (property->is_block) fail(node, limber::quoted(name) + " is a block; expected a value");
    if (property->is_evaluated) return value_of(property->text);
    if (++depth_ > deepest_macro)
      fail(node, "the property " + limber::quoted(name) + " is defined by itself");
    const std::string text = resolved(node, property->text, property->scope ? property->scope : scope);
    --depth_;
    return value_of(text);
  }

  std::string resolved(const Node& node, std::string_view text, const ScopePointer& scope) {
    const std::string_view whole = text;
    std::string out;
    while (!text.empty()) {
      const std::size_t dollar = text.find('$');
      out += text.substr(0, dollar);
      if (dollar == text.npos) break;
      text.remove_prefix(dollar);
      if (text.starts_with("$${") || text.starts_with("$$(")) {
        out += text.substr(1, 2);
        text.remove_prefix(3);
        continue;
      }
      const bool is_expression = text.starts_with("${");
      if (!is_expression && !text.starts_with("$(")) {
        out += '$';
        text.remove_prefix(1);
        continue;
      }
      const std::size_t end = closing(text, is_expression ? '{' : '(', is_expression ? '}' : ')');
      if (end == text.npos) fail(node, limber::quoted(text) + " is not closed");
      const std::string inner(text.substr(2, end - 2));
      text.remove_prefix(end + 1);
      out += is_expression ? text_of(evaluated(node, inner, scope))
                           : substituted(node, resolved(node, inner, scope));
      if (out.size() > largest_xacro) fail(node, "a text becomes larger than 16 MB");
    }
    put_together_ += whole.size() + out.size();
    if (put_together_ > most_put_together) fail(node, "the texts become larger than 256 MB together");
    return out;
  }

  static std::size_t closing(std::string_view text, char open, char close) {
    int depth = 0;
    for (std::size_t k = 1; k < text.size(); ++k) {
      if (text[k] == open) ++depth;
      if (text[k] == close && --depth == 0) return k;
    }
    return text.npos;
  }

  void count_evaluation(const Node& node) {
    if (++evaluations_ > most_evaluated) fail(node, "there are more than 2000000 expressions to evaluate");
  }

  Value evaluated(const Node& node, const std::string& expression, const ScopePointer& scope) {
    count_evaluation(node);
    try {
      return evaluate(expression, [&](const std::string& name) { return look_up(node, scope, name); });
    } catch (const ExpressionProblem& problem) {
      fail(node, "in ${" + expression.substr(0, 60) + "}: " + problem.sentence);
    }
  }

  bool condition(const Node& node, const ScopePointer& scope) {
    const std::string text = resolved(node, attribute(node, "value"), scope);
    try {
      return truth_of(value_of(text));
    } catch (const ExpressionProblem& problem) {
      fail(node, "the value of <" + std::string(node.Name()) + "> is wrong: " + problem.sentence);
    }
  }

  // $(arg name), $(find package), $(optenv NAME default), $(dirname)
  std::string substituted(const Node& node, const std::string& inner) {
    const std::size_t blank = inner.find(' ');
    const std::string word = inner.substr(0, blank);
    std::string rest = blank == inner.npos ? "" : inner.substr(blank + 1);
    while (rest.ends_with(' ')) rest.pop_back();
    if (word == "arg") {
      const auto found = arguments_.find(rest);
      if (found != arguments_.end()) return found->second;
      fail(node, "the argument " + limber::quoted(rest) + " has no default; give it one, as in --xacro " +
                     rest + "=VALUE");
    }
    if (word == "find") return found_package(node, rest).generic_string();
    if (word == "dirname" && options_.folder) return fs::path(file_).parent_path().generic_string();
    if (word == "optenv") {
      const std::size_t after = rest.find(' ');
      return after == rest.npos ? "" : rest.substr(after + 1);
    }
    fail(node, "$(" + inner.substr(0, 60) + ") is not read; expected $(arg NAME) or $(find PACKAGE)");
  }

  fs::path found_package(const Node& node, const std::string& package) const {
    if (!options_.folder) {
      fail(node,
           "$(find " + package.substr(0, 60) + ") needs files, and this text is not read from a folder");
    }
    const bool is_name = !package.empty() && package.find_first_of("/\\") == package.npos && package != "..";
    if (is_name) {
      std::error_code error;
      const bool is_given = options_.packages.contains(package);
      for (const fs::path& home :
           homes_of_package(package, *options_.folder, options_.packages, options_.files)) {
        // A folder of another name may be the package, renamed, but there is nothing to tell by.
        if ((is_given || home.filename() == package) && fs::is_directory(home, error)) return home;
      }
    }
    fail(node, "the package " + limber::quoted(package) +
                   " is not in a folder around the file; say where it is, as in --package " +
                   package.substr(0, 60) + "=DIR");
  }

  // ---- elements ----------------------------------------------------------------------------------------

  std::string attribute(const Node& node, const char* name) const {
    const char* value = node.Attribute(name);
    if (value == nullptr) fail(node, "<" + std::string(node.Name()) + "> has no " + name);
    return value;
  }

  void expand_children(const Node& node, const ScopePointer& scope) {
    for (const tinyxml2::XMLNode* child = node.FirstChild(); child; child = child->NextSibling()) {
      if (const Node* element = child->ToElement()) {
        expand_element(*element, scope);
      } else if (const tinyxml2::XMLText* text = child->ToText()) {
        out_ += xml_escaped(resolved(node, text->Value(), scope));
      }
    }
  }

  void expand_element(const Node& node, const ScopePointer& scope) {
    if (++expanded_ > most_expanded) fail(node, "the macros make more than 500000 elements");
    if (out_.size() > largest_urdf) fail(node, "the macros make more than 64 MB");
    const std::string_view tag = node.Name();
    if (!tag.starts_with("xacro:")) {
      write(node, scope);
    } else {
      expand_own(node, std::string(tag.substr(6)), scope);
    }
  }

  void expand_own(const Node& node, const std::string& word, const ScopePointer& scope) {
    if (word == "property") {
      define_property(node, scope);
    } else if (word == "macro") {
      define_macro(node, scope);
    } else if (word == "if" || word == "unless") {
      if (condition(node, scope) == (word == "if")) expand_children(node, scope);
    } else if (word == "include") {
      include(node, scope);
    } else if (word == "arg") {
      if (node.Attribute("default") == nullptr) return;  // one that the caller has to give
      arguments_.emplace(resolved(node, attribute(node, "name"), scope),
                         resolved(node, attribute(node, "default"), scope));
    } else if (word == "insert_block") {
      insert_block(node, resolved(node, attribute(node, "name"), scope), scope);
    } else if (word == "call") {
      call_macro(node, resolved(node, attribute(node, "macro"), scope), scope);
    } else if (word == "element" || word == "attribute") {
      fail(node, "<xacro:" + word + "> is not read");
    } else {
      call_macro(node, word, scope);
    }
  }

  void define_property(const Node& node, const ScopePointer& scope) {
    const std::string name = resolved(node, attribute(node, "name"), scope);
    Property property;
    property.scope = nullptr;
    if (const char* value = node.Attribute("value")) {
      property.text = value;
    } else if (const char* fallback = node.Attribute("default")) {
      if (find_property(scope, name) != nullptr) return;
      property.text = fallback;
    } else {
      property.is_block = true;
      for (const Node* e = node.FirstChildElement(); e; e = e->NextSiblingElement())
        property.block.push_back(e);
      property.scope = scope;
    }
    const std::string_view where = node.Attribute("scope") ? node.Attribute("scope") : "";
    ScopePointer target = where == "global"                   ? global_
                          : where == "parent" && scope->outer ? scope->outer
                                                              : scope;
    if (!property.is_block && target != scope) {  // its names may be unknown there
      property.text = resolved(node, property.text, scope);
      property.is_evaluated = true;
    }
    if (property.text.find("${" + name + "}") != std::string::npos) {  // x = x + 1 uses the old one
      property.text = resolved(node, property.text, scope);
      property.is_evaluated = true;
    }
    target->properties[name] = std::move(property);
  }

  void define_macro(const Node& node, const ScopePointer& scope) {
    std::string name = resolved(node, attribute(node, "name"), scope);
    if (name.starts_with("xacro:")) name.erase(0, 6);
    Macro macro;
    macro.body = &node;
    macro.scope = scope;
    macro.file = file_;
    const char* written = node.Attribute("params");
    std::optional<MacroParameters> parameters = parse_macro_parameters(written ? written : "");
    if (!parameters) fail(node, "the params of macro " + limber::quoted(name) + " are not well-formed");
    if (parameters->names.size() > most_parameters) {
      fail(node, "macro " + limber::quoted(name) + " has " + std::to_string(parameters->names.size()) +
                     " parameters; expected at most " + std::to_string(most_parameters));
    }
    macro.parameters = std::move(*parameters);
    macros_[name] = std::move(macro);
  }

  ScopePointer new_scope() {
    auto scope = std::make_shared<Scope>();
    scopes_.push_back(scope);
    return scope;
  }

  void call_macro(const Node& node, const std::string& name, const ScopePointer& scope) {
    const auto found = macros_.find(name);
    if (found == macros_.end()) {
      std::vector<std::string> known;
      for (const auto& [other, macro] : macros_) known.push_back(other);
      fail(node, "there is no macro " + limber::quoted(name) + did_you_mean(name, known));
    }
    const Macro macro = found->second;
    if (++depth_ > deepest_macro) fail(node, "macros call each other more than 64 deep");
    const ScopePointer inner = new_scope();
    inner->outer = macro.scope;
    inner->depth = macro.scope->depth + 1;
    if (inner->depth > deepest_macro) fail(node, "macros are defined in each other more than 64 deep");
    const Node* block = node.FirstChildElement();
    for (const std::string& parameter : macro.parameters.names) {
      if (!parameter.starts_with('*')) {
        inner->properties[parameter] = argument(node, macro, parameter, scope);
        continue;
      }
      if (block == nullptr)
        fail(node, "macro " + limber::quoted(name) + " is called without the block " + parameter);
      Property given;
      given.is_block = true;
      given.scope = scope;
      if (parameter.starts_with("**")) {
        for (const Node* e = block->FirstChildElement(); e; e = e->NextSiblingElement())
          given.block.push_back(e);
      } else {
        given.block = {block};
      }
      inner->properties[parameter.substr(parameter.starts_with("**") ? 2 : 1)] = std::move(given);
      block = block->NextSiblingElement();
    }
    const std::string file = std::exchange(file_, macro.file);
    expand_children(*macro.body, inner);
    file_ = file;
    --depth_;
  }

  Property argument(const Node& node, const Macro& macro, const std::string& parameter,
                    const ScopePointer& scope) {
    count_evaluation(node);
    Property given;
    given.is_evaluated = true;
    if (const char* value = node.Attribute(parameter.c_str())) {
      given.text = resolved(node, value, scope);
      return given;
    }
    const auto fallback = macro.parameters.defaults.find(parameter);
    if (fallback == macro.parameters.defaults.end()) {
      fail(node, "<" + std::string(node.Name()) + "> has no " + parameter + ", which its macro asks for");
    }
    std::string text = fallback->second;
    if (text.starts_with('^')) {  // the caller's property of that name, else what follows the |
      if (find_property(scope, parameter) != nullptr) {
        given.text = text_of(look_up(node, scope, parameter));
        return given;
      }
      if (!text.starts_with("^|"))
        fail(node, "the property " + limber::quoted(parameter) + " is not defined");
      text.erase(0, 2);
    }
    given.text = resolved(node, text, scope);
    return given;
  }

  void insert_block(const Node& node, const std::string& name, const ScopePointer& scope) {
    const Property* found = find_property(scope, name);
    if (found == nullptr || !found->is_block) fail(node, "there is no block " + limber::quoted(name));
    const Property block = *found;
    if (++depth_ > deepest_macro) fail(node, "blocks contain each other more than 64 deep");
    for (const Node* element : block.block) expand_element(*element, block.scope ? block.scope : scope);
    --depth_;
  }

  void include(const Node& node, const ScopePointer& scope) {
    if (!options_.folder) {
      fail(node, "<xacro:include> needs files, and this text is not read from a folder");
    }
    if (node.Attribute("ns") != nullptr) fail(node, "<xacro:include> with a namespace is not read");
    const fs::path written = resolved(node, attribute(node, "filename"), scope);
    const fs::path folder = file_.empty() ? *options_.folder : fs::path(file_).parent_path();
    const fs::path place = (written.is_absolute() ? written : folder / written).lexically_normal();
    if (std::find(files_.begin(), files_.end(), place.generic_string()) != files_.end()) {
      fail(node, limber::quoted(written.generic_string()) + " includes itself, directly or through others");
    }
    const std::string ending = place.extension().string();
    if (ending != ".xacro" && ending != ".urdf" && ending != ".xml") {
      fail(node, limber::quoted(written.generic_string()) + " is not a xacro, URDF or XML file");
    }
    if (static_cast<int>(files_.size()) > deepest_macro)
      fail(node, "files include each other more than 64 deep");
    const Expected<std::string> text = read_text(place, largest_xacro);
    if (!text) fail(node, text.error().message);
    files_.push_back(place.generic_string());
    const Node& included = parse(*text);
    const std::string file = std::exchange(file_, files_.back());
    expand_children(included, scope);
    file_ = file;
    files_.pop_back();
  }

  // ---- what comes out ----------------------------------------------------------------------------------

  void open_tag(const Node& node, const ScopePointer& scope) {
    out_.append("<").append(node.Name());
    for (const tinyxml2::XMLAttribute* a = node.FirstAttribute(); a; a = a->Next()) {
      if (std::string_view(a->Name()).starts_with("xmlns:xacro")) continue;
      const std::string value = xml_escaped(resolved(node, a->Value(), scope));
      out_.append(" ").append(a->Name()).append("=\"").append(value).append("\"");
    }
    out_ += ">\n";
  }

  void write(const Node& node, const ScopePointer& scope) {
    open_tag(node, scope);
    expand_children(node, scope);
    out_ += "</" + std::string(node.Name()) + ">\n";
  }

  const XacroOptions& options_;
  std::map<std::string, std::string> arguments_;
  std::vector<std::weak_ptr<Scope>> scopes_;  // all there ever were
  ScopePointer global_;
  std::map<std::string, Macro> macros_;
  std::vector<std::unique_ptr<tinyxml2::XMLDocument>> documents_;  // macros point into them
  std::vector<std::string> files_;                                 // that are being read, outermost first
  std::string file_;                                               // the one the current element is in
  std::string out_;
  std::size_t put_together_ = 0;
  int depth_ = 0, expanded_ = 0, evaluations_ = 0;
};

}  // namespace

}  // namespace xacro

Expected<std::string> expand_xacro(std::string_view text, const std::string& name,
                                   const XacroOptions& options) {
  return reading_file([&] { return xacro::Expander(name, options).expand(text); });
}

Expected<MovingFigure> read_xacro_robot(std::string_view text, const std::string& name,
                                        const XacroOptions& options) {
  const Expected<std::string> urdf = expand_xacro(text, name, options);
  if (!urdf) return urdf.error();
  Expected<Figure> figure = parse_urdf(*urdf, name);
  if (!figure) return Error{figure.error().message + " (lines are those of the expanded text)"};
  return MovingFigure{std::move(*figure), {}, {}};
}

}  // namespace limber
