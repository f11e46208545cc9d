#pragma once
// Reads whole files as text; every error is a sentence.

#include <filesystem>
#include <string>
#include <vector>

#include "limber/base/expected.h"

namespace limber {

// At most `largest` bytes; larger files are refused before reading. Folders, pipes, devices and the kernel's
// own files (/proc, /sys), some of which never end, are refused.
Expected<std::string> read_text(const std::filesystem::path& file, std::size_t largest);

// Where find_shipped_file looks first: the installation, or the build tree's link to the sources.
std::vector<std::filesystem::path> shipped_folders();

// A path as shown in messages.
std::string shown(const std::filesystem::path& file);

// ` (did you mean "human.json"?)`, from the other files in its folder.
std::string did_you_mean_file(const std::filesystem::path& file);

}  // namespace limber
