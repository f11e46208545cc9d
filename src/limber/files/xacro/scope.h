#pragma once
// What names mean in a place of a xacro file: properties, innermost first, and macros.

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tinyxml2 {
class XMLElement;
}

namespace limber::xacro {

struct Scope;
using ScopePointer = std::shared_ptr<Scope>;

// A property as it is written, evaluated in the scope that defined it.
struct Property {
  std::string text;
  std::vector<const tinyxml2::XMLElement*> block;  // of a property or parameter that is a piece of XML
  ScopePointer scope;                              // where the names in it are looked up
  bool is_block = false;
  bool is_evaluated = false;  // `text` needs no more evaluation
};

struct Scope {
  std::map<std::string, Property> properties;
  ScopePointer outer;
  int depth = 0;  // scopes around it
};

// The innermost property of that name; null: none.
const Property* find_property(const ScopePointer& scope, const std::string& name);

// params="side reflect:=1 *origin **shapes" of a macro.
struct MacroParameters {
  std::vector<std::string> names;               // "side", "reflect", "*origin", "**shapes"
  std::map<std::string, std::string> defaults;  // "reflect" -> "1"
};
std::optional<MacroParameters> parse_macro_parameters(std::string_view text);  // nullopt: not well-formed

struct Macro {
  MacroParameters parameters;
  const tinyxml2::XMLElement* body = nullptr;
  ScopePointer scope;
  std::string file;
};

}  // namespace limber::xacro
