#pragma once
// The options of the simulation in the scene format.

#include "limber/files/json/reader.h"
#include "limber/files/json/writer.h"
#include "limber/scene/scene.h"

namespace limber::json {

void read_dynamics(const Value& object, DynamicsOptions& options);  // those not named keep their values
Output write_dynamics(const DynamicsOptions& options);              // all of them
std::vector<ObjectKeys> dynamics_formats();

}  // namespace limber::json
