#pragma once
// The meshes that a figure's description names, read: for every format that can name some.
//
//   shapes    a MeshReference becomes convex pieces, or capsules around them (meshes/convex_pieces.h); one
//             that cannot be read stays what it is, a box
//   visuals   get their triangles
//
// Tolerances are parts of the mesh and of the figure, whichever is smaller, so that they mean the same for a
// hand and for a crane.

#include <string>
#include <vector>

#include "limber/figure/description.h"
#include "limber/files/mesh_search.h"

namespace limber {

struct MeshReading {
  int read = 0, pieces = 0, solids = 0;  // files; convex pieces or capsules; meshes they were made from
  double lie = 0.0;                      // [m] of the worst piece, see meshes/convex_pieces.h
  std::vector<std::string> missing;      // names of files that are not there, each once
  std::vector<std::string> warnings;     // about files that are there and cannot be read

  // "7 meshes read; for collisions 5 of them are 12 convex pieces, at most 4 mm too large"; empty: none.
  std::string in_words() const;
};

// The same figure with its meshes read and, where some of them are solid now, with the pairs of segments that
// they make overlap (world/overlapping_pairs.h). A figure without meshes to read is returned as it is.
Expected<Figure> with_meshes(Figure figure, const MeshPlaces& places, const MeshOptions& options,
                             MeshReading& reading);

// The first step of it.
MeshReading read_meshes(FigureDescription& figure, const MeshPlaces& places, const MeshOptions& options);

// The longest way from the root to a joint, along the figure [m].
double span_of(const FigureDescription& figure);

}  // namespace limber
