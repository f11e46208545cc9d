#pragma once
// Virtual arms as a technique: what make_technique answers for Technique::virtual_arms.

#include "limber/avoidance/technique.h"
#include "limber/avoidance/virtual_arms_options.h"

namespace limber {

// What the technique makes of a scene's options. Who wants to show its end-points (their clearances, what
// they are asked for, their weights) makes a VirtualArms of it, aims it, lets it displace and looks at its
// views().
VirtualArmsOptions virtual_arms_options(const AvoidanceOptions& avoidance);

std::unique_ptr<AvoidanceTechnique> make_virtual_arms(const Figure& figure, const AvoidanceOptions& options,
                                                      const TechniqueSetup& setup);

}  // namespace limber
