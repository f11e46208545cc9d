#pragma once
// The avoidance technique as the studio shows it: its name and its parameters, by the table of
// avoidance/parameters.h.

#include "limber/avoidance/parameters.h"
#include "limber/files/json/reader.h"
#include "limber/files/json/writer.h"
#include "limber/scene/scene.h"

namespace limber {

const TechniqueDescription& read_technique(const json::Value& value);
// {"technique": ..., "parameters": {key: number}}, both optional; what is not named stays.
void read_avoidance_form(const json::Value& object, Scene& scene);
json::Output write_avoidance_form(const Scene& scene);

}  // namespace limber
