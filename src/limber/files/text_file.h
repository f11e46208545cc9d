#pragma once
// Reads whole files as text; every error is a sentence.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "limber/base/expected.h"

namespace limber {

// At most `largest` bytes; larger files are refused before reading. Folders, pipes, devices and the kernel's
// own files (/proc, /sys), some of which never end, are refused.
Expected<std::string> read_text(const std::filesystem::path& file, std::size_t largest);

// As save_text (limber/files/files.h), but a file that is there stays, even one that another program makes at
// the same moment: then false, and nothing was written.
Expected<bool> save_new_text(const std::filesystem::path& file, std::string_view text);

// Gives a file another name that no file has. Where one has it, errno is EEXIST.
bool rename_to_new(const std::filesystem::path& from, const std::filesystem::path& to);

// Where find_shipped_file looks first: the installation, or the build tree's link to the sources.
std::vector<std::filesystem::path> shipped_folders();

// A path as shown in messages.
std::string shown(const std::filesystem::path& file);

// ` (did you mean "human.json"?)`, from the other files in its folder.
std::string did_you_mean_file(const std::filesystem::path& file);

}  // namespace limber
