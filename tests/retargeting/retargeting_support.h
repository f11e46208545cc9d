#pragma once
// The figures that the tests carry motions from and to.

#include <filesystem>

#include "limber/files/files.h"
#include "limber/retargeting/walking.h"

namespace limber::test {

inline Figure skeleton() {
  return Figure::build(walking_skeleton()).value();
}
inline Figure the_human() {
  return load_figure(std::filesystem::path(LIMBER_SOURCE_DIR) / "models/human.json").value();
}

}  // namespace limber::test
