#pragma once
// The output of `limber info`: text and JSON (docs/json.md).

#include <optional>
#include <string>

#include "io/input.h"
#include "limber/shapes/shape.h"
#include "terminal/terminal.h"

namespace limber::cli {

// Degrees of freedom that couplings fix: one for each that is an equality.
int coupled_dof_count(const Figure& figure);

// Around all shapes of the figure in a posture, and the origins of its segments.
Bounds extent_of(const Figure& figure, const Posture& posture);

std::string info_text(const Input& input, bool show_all, const Terminal& terminal);
std::string info_json(const Input& input);

}  // namespace limber::cli
