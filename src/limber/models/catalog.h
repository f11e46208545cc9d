#pragma once
// The makers behind the registry, one file or family each. Where the numbers come from is said at the top of
// each source and in docs/models.md.

#include "limber/models/models.h"

namespace limber::models {

FigureDescription elephant(const Parameters& parameters);            // elephant.cpp
FigureDescription human(const Parameters& parameters);               // human.cpp
FigureDescription human_with_fingers(const Parameters& parameters);  // fingers.cpp
FigureDescription planar_chain(const Parameters& parameters);        // chains.cpp
FigureDescription snake(const Parameters& parameters);               // chains.cpp
FigureDescription tsuji_arm(const Parameters& parameters);           // planar_arms.cpp
FigureDescription tevatia_planar(const Parameters& parameters);      // planar_arms.cpp
FigureDescription lab_arm(const Parameters& parameters);             // planar_arms.cpp
FigureDescription tevatia_humanoid(const Parameters& parameters);    // humanoid.cpp
FigureDescription panda_like(const Parameters& parameters);          // panda.cpp

// The number of links asked for, or `own` when none was; throws std::invalid_argument outside 2..100000.
int links_or(const Parameters& parameters, int own);

}  // namespace limber::models
