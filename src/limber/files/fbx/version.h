#pragma once
// Which versions of FBX are read.

#include <string>

#include "limber/files/fbx/tree.h"

namespace limber::fbx {

// Of 7400: "7.4".
inline std::string version_text(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version / 100 % 10);
}

inline void require_version(const Tree& tree, int version) {
  if (version >= 7000 && version < 8000) return;
  if (version > 0 && version < 7000) {
    tree.fail(
        "is FBX " + version_text(version) +
        ", which keeps skeletons and motions in another way; expected 7.1 or newer, which programs have "
        "written since 2011");
  }
  tree.fail("is FBX of a version that is not known (" + std::to_string(version) + "); expected 7.1 to 7.7");
}

}  // namespace limber::fbx
