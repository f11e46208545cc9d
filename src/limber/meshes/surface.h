#pragma once
// What every mesh gets after reading: no triangles without area, equal points joined, a normal at every
// point, one list of coloured parts, and its hash.

#include "limber/shapes/shape.h"

namespace limber {

void finish_surface(Mesh& mesh);

}  // namespace limber
