#pragma once
// What edits share.

#include <string>

#include "limber/figure/figure.h"

namespace limber {

Error unknown_segment(const Figure& figure, const std::string& name);
Error wrong_posture(const Figure& figure);

// Where a chain has another number of links in `to`, `result` gets the bend it has in `from`, spread over its
// length.
void spread_chains(const Figure& from, const Posture& posture, const Figure& to, Posture& result);

}  // namespace limber
