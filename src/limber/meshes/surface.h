#pragma once
// What every mesh gets after reading: no triangles without area, equal points joined, a normal at every
// point, one list of coloured parts, and its hash.

#include "limber/shapes/shape.h"

namespace limber {

void finish_surface(Mesh& mesh);

// The same for a mesh with influences, whose points must stay apart: points without a normal (0, 0, 0) get
// the mean of their faces.
void finish_skin(Mesh& mesh);

}  // namespace limber
