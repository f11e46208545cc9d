#pragma once
// Whole files as text, with a sentence for everything that can be wrong with one. Private to files/.

#include <filesystem>
#include <string>

#include "limber/base/expected.h"

namespace limber {

// At most `largest` bytes; more is refused before reading. Only plain files are read: no folders, pipes or
// devices.
Expected<std::string> read_text(const std::filesystem::path& file, std::size_t largest);

// A path as messages show it.
std::string shown(const std::filesystem::path& file);

// ` (did you mean "human.json"?)` from what else lies in its folder.
std::string did_you_mean_file(const std::filesystem::path& file);

}  // namespace limber
