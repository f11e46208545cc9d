#pragma once
// A human figure as a line drawing: limbs, trunk and head, from one side, with its centre of mass.

#include "experiments/common/gallery.h"
#include "experiments/report/plot.h"

namespace limber::experiments {

enum class View {
  from_the_right,  // x to the right, z up: the figure faces right
  from_the_front,  // y to the right, z up: its left is on the right
};

Vec2 seen(const Vec3& point, View view);

// The body, and a cross at its centre of mass with a line to the floor. Only the trunk has the label.
std::vector<Series> body_lines(const AtRest& rest, View view, const std::string& label, Tone tone);

// A drawing of one or several of them, 2 m high.
Plot body_plot(const std::string& title, View view);

}  // namespace limber::experiments
