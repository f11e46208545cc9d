#pragma once
// Reads whole files as text; every error is a sentence.

#include <filesystem>
#include <string>

#include "limber/base/expected.h"

namespace limber {

// At most `largest` bytes; larger files are refused before reading. Folders, pipes and devices are refused.
Expected<std::string> read_text(const std::filesystem::path& file, std::size_t largest);

// A path as shown in messages.
std::string shown(const std::filesystem::path& file);

// ` (did you mean "human.json"?)`, from the other files in its folder.
std::string did_you_mean_file(const std::filesystem::path& file);

}  // namespace limber
