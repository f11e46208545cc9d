#pragma once
// The scene format, docs/json.md. For files/ and session/.

#include <functional>

#include "limber/files/json/reader.h"
#include "limber/files/json/writer.h"
#include "limber/scene/scene.h"

namespace limber::json {

// `load` gives the figure of a file the scene names, or says why it cannot.
using FigureLoader = std::function<Expected<Figure>(const std::string& file)>;

// The list "world" of an object; none: an empty world.
World read_world(const Value& object);
Obstacle read_obstacle(const Value& object);  // one without a name has an empty one
Output write_obstacle(const Obstacle& obstacle);
Camera read_camera(const Value& object);
Output write_camera(const Camera& camera);

Scene read_scene(const Value& document, const FigureLoader& load);
Output write_scene(const Scene& scene);

}  // namespace limber::json
