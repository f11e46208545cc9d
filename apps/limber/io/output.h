#pragma once
// The files a command writes.

#include <string>
#include <string_view>

namespace limber::cli {

enum class Replace { never, always };

// Stops early, before the work is done, when `argument` could not be written: it exists and must not be
// replaced, is a folder, or lies in a folder that is not there. "-" is standard output.
void require_writable(const std::string& argument, Replace replace);

// Writes the file, whole or not at all; throws Failure.
void write_output(const std::string& argument, std::string_view content, Replace replace);

}  // namespace limber::cli
