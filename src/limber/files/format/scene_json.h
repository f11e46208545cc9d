#pragma once
// The scene format, docs/json.md.

#include <functional>

#include "limber/files/json/reader.h"
#include "limber/files/json/writer.h"
#include "limber/scene/scene.h"

namespace limber::json {

// Loads the figure file that a scene names.
using FigureLoader = std::function<Expected<Figure>(const std::string& file)>;

// The list "world" of an object; an empty world if absent.
World read_world(const Value& object);
Obstacle read_obstacle(const Value& object);  // the name may be missing
Output write_obstacle(const Obstacle& obstacle);
Output write_world(const World& world);  // the list; trees by their grammars
Camera read_camera(const Value& object);
Output write_camera(const Camera& camera);

// Fixed to the world by its maker. A figure re-rooted at a foot stands on it: its joints lead away inverted.
bool is_bolted(const Figure& figure);

Scene read_scene(const Value& document, const FigureLoader& load);
Output write_scene(const Scene& scene);

}  // namespace limber::json
