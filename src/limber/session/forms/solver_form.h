#pragma once
// The solver's options as the studio shows them: always all of them, damping in three fields.

#include "limber/files/json/reader.h"
#include "limber/files/json/writer.h"
#include "limber/scene/scene.h"

namespace limber {

// Options not named keep what the scene has.
void read_solver_form(const json::Value& object, Scene& scene);
json::Output write_solver_form(const Scene& scene);
json::Output write_solver_defaults(const Scene& scene);  // of a new scene with this figure

}  // namespace limber
