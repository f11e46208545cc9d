#pragma once
// Paths in the scene format: what a target may be instead of a fixed one, and how an obstacle moves.

#include <functional>

#include "limber/files/json/reader.h"
#include "limber/files/json/writer.h"
#include "limber/motion/path.h"

namespace limber::json {

// Loads the text of a CSV file that a path names. Empty: there are no other files.
using TextLoader = std::function<Expected<std::string>(const std::string& file)>;

enum class PathOf : std::uint8_t { points, numbers };  // a joint follows numbers; turns are like points

TargetPath read_path(const Value& object, PathOf of, const TextLoader& load);
// `contained`: samples are written even where they came from a file.
enum class PathFiles : std::uint8_t { named, contained };
Output write_path(const TargetPath& path, PathOf of, PathFiles files);

// Lines of time and coordinates, separated by commas, semicolons or blanks; a first line of headings and
// lines that begin with # are skipped. Throws std::invalid_argument naming the line.
SampledCurve read_csv_path(std::string_view text, PathOf of);

std::vector<ObjectKeys> path_formats();

}  // namespace limber::json
