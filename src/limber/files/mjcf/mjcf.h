#pragma once
// MJCF in: MuJoCo itself reads the file, so that defaults, classes, frames and compiler options mean what
// they mean there; a figure is then made of the compiled model.
//
//   body with joints 1..n:   X = X_parent B  A_1 ... A_n,   A_k = T(p_k) J_k(q_k - r_k) T(-p_k)
//
//   B     pose of the body in its parent          p_k   anchor of joint k in the body's frame
//   J_k   hinge, slide or ball                    r_k   its reference value: q = r is the pose of the file
//
// Values are MuJoCo's own (qpos). Joints before the last of a body move segments of their own, named
// after them.
//
// MuJoCo is a library that is looked for when the first file is read; without it, that is the error.

#include <filesystem>
#include <optional>

#include "limber/files/files.h"

namespace limber {

// `folder`: where included files, meshes and textures are; none: the text must not name any.
Expected<MovingFigure> read_mjcf(std::string_view text, const std::string& name,
                                 const std::optional<std::filesystem::path>& folder);

namespace mjcf {

// Refuses what would make MuJoCo read outside the folder or ask for memory without end: FileProblem.
void check_before_loading(std::string_view text, const std::string& name,
                          const std::optional<std::filesystem::path>& folder);

}  // namespace mjcf
}  // namespace limber
