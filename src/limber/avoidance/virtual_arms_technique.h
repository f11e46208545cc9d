#pragma once
// Virtual arms as one of the techniques of make_technique.

#include "limber/avoidance/technique.h"
#include "limber/avoidance/virtual_arms_options.h"

namespace limber {

// The options the technique uses for a scene. To show its end-points (clearances, requests, weights), make a
// VirtualArms with them, call aim() and displace(), then read views().
VirtualArmsOptions virtual_arms_options(const AvoidanceOptions& options);

std::unique_ptr<AvoidanceTechnique> make_virtual_arms(const Figure& figure, const AvoidanceOptions& options,
                                                      const TechniqueSetup& setup);

}  // namespace limber
