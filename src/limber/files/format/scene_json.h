#pragma once
// The scene format, docs/json.md.

#include <functional>

#include "limber/files/format/path_json.h"
#include "limber/files/json/reader.h"
#include "limber/files/json/writer.h"
#include "limber/scene/scene.h"

namespace limber::json {

// Loads the figure file that a scene names.
using FigureLoader = std::function<Expected<Figure>(const std::string& file)>;

// The list "world" of an object; an empty world if absent. `paths`: obstacles that move, if anyone asks.
World read_world(const Value& object, Paths* paths = nullptr, const TextLoader& load = {});
Obstacle read_obstacle(const Value& object);      // the name may be missing
Output write_obstacle(const Obstacle& obstacle);  // where it is now; its path is not a part of it
// The list; trees by their grammars.
Output write_world(const World& world, const Paths& paths = {}, PathFiles files = PathFiles::named);
Camera read_camera(const Value& object);
Output write_camera(const Camera& camera);

// Fixed to the world by its maker. A figure re-rooted at a foot stands on it: its joints lead away inverted.
bool is_bolted(const Figure& figure);

Scene read_scene(const Value& document, const FigureLoader& load, const TextLoader& load_text = {});
Output write_scene(const Scene& scene);

}  // namespace limber::json
