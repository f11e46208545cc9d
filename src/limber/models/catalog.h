#pragma once
// The functions that make the models, one file or family each. The top of each source file and docs/models.md
// say where the numbers come from.

#include "limber/models/models.h"

namespace limber::models {

FigureDescription elephant(const Parameters& parameters);            // elephant.cpp
FigureDescription human(const Parameters& parameters);               // human.cpp
FigureDescription human_free(const Parameters& parameters);          // human.cpp
FigureDescription human_with_fingers(const Parameters& parameters);  // fingers.cpp
FigureDescription human_shoulder(const Parameters& parameters);      // shoulder.cpp
FigureDescription planar_chain(const Parameters& parameters);        // chains.cpp
FigureDescription snake(const Parameters& parameters);               // chains.cpp
FigureDescription tsuji_arm(const Parameters& parameters);           // planar_arms.cpp
FigureDescription tevatia_planar(const Parameters& parameters);      // planar_arms.cpp
FigureDescription lab_arm(const Parameters& parameters);             // planar_arms.cpp
FigureDescription tevatia_humanoid(const Parameters& parameters);    // humanoid.cpp
FigureDescription panda_like(const Parameters& parameters);          // panda.cpp

// The requested number of links, or `own` if none was; throws std::invalid_argument outside 2..100000.
int links_or(const Parameters& parameters, int own);

}  // namespace limber::models
