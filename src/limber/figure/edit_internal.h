#pragma once
// Helpers shared by the edits.

#include <string>

#include "limber/figure/figure.h"

namespace limber {

Error unknown_segment(const Figure& figure, const std::string& name);
Error wrong_posture(const Figure& figure);

// For every chain whose number of links differs between the two figures: gives `result` the bend the chain
// has in `from`, spread over its length.
void spread_chains(const Figure& from, const Posture& posture, const Figure& to, Posture& result);

}  // namespace limber
