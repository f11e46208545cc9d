#pragma once
// Virtual arms as a technique: what make_technique answers for Technique::virtual_arms.

#include "limber/avoidance/technique.h"

namespace limber {

std::unique_ptr<AvoidanceTechnique> make_virtual_arms(const Figure& figure, const AvoidanceOptions& options,
                                                      const TechniqueSetup& setup);

}  // namespace limber
