#pragma once
// xacro in: the macros of a robot expanded to a URDF, as ROS's xacro does for the files that robots have.
//
//   properties    <xacro:property name="r" value="0.1"/>, ${2*pi*r}; evaluated where they are used
//   arguments     <xacro:arg name="side" default="left"/>, $(arg side)
//   macros        <xacro:macro name="leg" params="side reflect:=1 *origin **shapes">, <xacro:leg side="l">
//   blocks        <xacro:insert_block name="origin"/>
//   conditions    <xacro:if value="${reflect == 1}">, <xacro:unless value="...">
//   includes      <xacro:include filename="$(find arm)/urdf/hand.xacro"/>
//
// Not read, and said so: load_yaml, lists and dictionaries, $(env), $(eval).

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "limber/files/files.h"

namespace limber {

struct XacroOptions {
  std::map<std::string, std::string> arguments = {};  // for $(arg), before the defaults of the file
  // Of the file: what it includes is relative to it. None: a file that includes others is refused.
  std::optional<std::filesystem::path> folder = {};
  std::map<std::string, std::filesystem::path> packages = {};  // for $(find NAME); see packages.h
  FigureFiles files = FigureFiles::anywhere;
};

// The URDF text.
Expected<std::string> expand_xacro(std::string_view text, const std::string& name,
                                   const XacroOptions& options);

Expected<MovingFigure> read_xacro_robot(std::string_view text, const std::string& name,
                                        const XacroOptions& options);

}  // namespace limber
