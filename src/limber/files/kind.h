#pragma once
// Which format a text is in: the one place that decides which reader is asked.

#include <string_view>

namespace limber {

enum class TextKind { json, urdf, xacro, srdf, mjcf, sdf, bvh, gltf, fbx };

// The ending of the name decides where it names a format; otherwise how the text begins: BVH with HIERARCHY,
// FBX with its own name, XML with "<" and the name of its first element, everything else is JSON.
TextKind kind_of(std::string_view text, std::string_view name);

}  // namespace limber
