#pragma once
// The scene format, docs/json.md. Private to files/.

#include <functional>

#include "limber/files/json_reader.h"
#include "limber/files/json_writer.h"
#include "limber/scene/scene.h"

namespace limber::json {

// `load` gives the figure of a file the scene names, or says why it cannot.
using FigureLoader = std::function<Expected<Figure>(const std::string& file)>;

Scene read_scene(const Value& document, const FigureLoader& load);
Output write_scene(const Scene& scene);

}  // namespace limber::json
