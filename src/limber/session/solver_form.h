#pragma once
// The solver's options as the studio shows them: all of them always there, damping in three fields of their
// own. For session/ only.

#include "limber/files/json/reader.h"
#include "limber/files/json/writer.h"
#include "limber/scene/scene.h"

namespace limber {

// Options not named keep what the scene has.
void read_solver_form(const json::Value& object, Scene& scene);
json::Output write_solver_form(const Scene& scene);

}  // namespace limber
