#pragma once
// MuJoCo's loader, found when it is first needed. Only where LIMBER_HAVE_MUJOCO is 1.

#include <mujoco/mujoco.h>

#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "limber/base/expected.h"

namespace limber::mjcf {

using ModelPointer = std::unique_ptr<mjModel, void (*)(mjModel*)>;

// `path`: what the file is called; files it names are looked for in the folder of it. One load at a time:
// MuJoCo keeps the last model in a global. Its errors become sentences; it never ends the process.
Expected<ModelPointer> load_model(std::string_view text, const std::string& name,
                                  const std::filesystem::path& path);

}  // namespace limber::mjcf
