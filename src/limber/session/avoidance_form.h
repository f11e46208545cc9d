#pragma once
// How obstacles are avoided, as the studio shows it: a technique and its numbers, by the table of
// avoidance/parameters.h. For session/ only.

#include "limber/files/json/reader.h"
#include "limber/files/json/writer.h"
#include "limber/scene/scene.h"

namespace limber {

// {"technique": ..., "parameters": {key: number}}, both of them optional; what is not named stays.
void read_avoidance_form(const json::Value& object, Scene& scene);
json::Output write_avoidance_form(const Scene& scene);

}  // namespace limber
