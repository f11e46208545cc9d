#pragma once
// Files that a command writes.

#include <string>
#include <string_view>

namespace limber::cli {

enum class Replace { never, always };

// Throws Failure, before any work is done, if `argument` cannot be written: it exists and must not be
// replaced, is a folder, or its folder does not exist. "-" is standard output.
void require_writable(const std::string& argument, Replace replace);

// Writes the whole file or nothing; throws Failure.
void write_output(const std::string& argument, std::string_view content, Replace replace);

}  // namespace limber::cli
