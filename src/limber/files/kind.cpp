#include "limber/files/kind.h"

#include <algorithm>
#include <cstddef>

namespace limber {

namespace {

struct Ending {
  std::string_view ending;
  TextKind kind;
};
constexpr Ending known_endings[] = {
    {".urdf", TextKind::urdf}, {".xacro", TextKind::xacro}, {".srdf", TextKind::srdf},
    {".mjcf", TextKind::mjcf}, {".sdf", TextKind::sdf},     {".bvh", TextKind::bvh},
    {".gltf", TextKind::gltf}, {".glb", TextKind::gltf},    {".fbx", TextKind::fbx},
    {".FBX", TextKind::fbx},
};

void skip_blanks(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
}

// The name of the first element of an XML text; empty if there is none.
std::string_view first_element(std::string_view text) {
  for (;;) {
    skip_blanks(text);
    if (!text.starts_with('<')) return {};
    const bool is_comment = text.starts_with("<!--");
    if (!is_comment && !text.starts_with("<?") && !text.starts_with("<!")) break;
    const std::string_view close = is_comment ? "-->" : text[1] == '?' ? "?>" : ">";
    const std::size_t end = text.find(close);
    if (end == text.npos) return {};
    text.remove_prefix(end + close.size());
  }
  text.remove_prefix(1);
  return text.substr(0, std::min(text.find_first_of(" \t\r\n/>"), text.size()));
}

}  // namespace

TextKind kind_of(std::string_view text, std::string_view name) {
  for (const Ending& known : known_endings) {
    if (name.ends_with(known.ending)) return known.kind;
  }
  if (text.starts_with("glTF")) return TextKind::gltf;
  if (text.starts_with("Kaydara FBX") || text.starts_with("; FBX")) return TextKind::fbx;
  if (text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);  // the mark some editors put before UTF-8
  skip_blanks(text);
  if (text.starts_with("HIERARCHY")) return TextKind::bvh;
  if (!text.starts_with('<')) return TextKind::json;
  const std::string_view element = first_element(text);
  return element == "mujoco" || element == "mujocoinclude" ? TextKind::mjcf
         : element == "sdf"                                ? TextKind::sdf
                                                           : TextKind::urdf;
}

}  // namespace limber
