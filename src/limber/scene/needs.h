#pragma once
// What a scene will need once it is solved: told from its numbers, before anything is built, so that what is
// too much can be refused in a sentence instead of filling the memory or standing still for minutes.
//
//   n   degrees of freedom          t   rows of tasks
//   h   rows of limits, couplings, ties and contacts, all of them at once
//
// Only what grows faster than the figure is counted: matrices of n (t + h) or n^2 numbers, and their
// factorisation. tests/scene/needs_test.cpp compares with what is really taken.

#include <cstdint>
#include <optional>
#include <string>

#include "limber/scene/scene.h"

namespace limber {

struct Needs {
  struct Amount {
    double value = 0.0;
    std::string cause = {};  // what most of it is for: "the formulation \"projector\""
  };
  Amount bytes;       // of memory
  Amount operations;  // of one step; about 5e9 a second
};

// Whether drags, which may come at any time, may move some joints only.
enum class Drags : std::uint8_t { move_all, move_a_chain };

// The solver, or the technique that moves the figure in its place.
Needs needs_of_steps(const Scene& scene, Drags drags = Drags::move_all);
// Following targets in time, as LiveMotion and `limber track` do.
Needs needs_of_tracking(const Scene& scene);

struct MostNeeds {
  double bytes = 0.0, operations = 0.0;
};
// "5700 degrees of freedom with the formulation ... would take about 4.3 GB of memory; at most 1 GB is
// allowed". Tracking counts where something moves.
std::optional<std::string> needs_too_much(const Scene& scene, const MostNeeds& most,
                                          Drags drags = Drags::move_all);

}  // namespace limber
