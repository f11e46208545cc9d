#pragma once
// A mesh as few convex pieces that say where it is and where it is not:
//
//   contains   every point of the mesh's surface is in a piece
//   lie        no point of a piece is farther than this [m] from the mesh (or from its inside): how early a
//              contact with a piece may be found where there is none with the mesh
//
// One piece, the hull, where its lie is within the tolerance. Else the piece with the largest lie is cut in
// two, along the plane across one of the mesh's axes that leaves the least volume in the two hulls, again and
// again, until all are within the tolerance or there are `most_pieces`. Lies are measured on a grid
// (voxels.h), exact to one of its cells.

#include <memory>
#include <vector>

#include "limber/meshes/deadline.h"
#include "limber/meshes/voxels.h"
#include "limber/shapes/shape.h"

namespace limber {

struct PieceOptions {
  double tolerance = 0.0;  // [m] largest lie to aim at; less than two cells of the grid cannot be seen
  int most_pieces = 12;    // each is a part of its figure: pairs of them are what a step costs
  int resolution = 48;     // cells along the longest side
  // Cut by what the hulls claim that are kept. Otherwise by hulls of 26 of their points, which is three times
  // as quick, and the lies of those that are kept are larger.
  bool is_exact = false;
  // Nothing is cut any more after it: the pieces still contain the mesh, and lie more.
  Deadline deadline = {};
};

struct ConvexPieces {
  std::vector<std::shared_ptr<const ConvexHull>> hulls;  // at least one
  double lie = 0.0;                                      // [m] of the worst, as measured
};

// The mesh has at least one triangle and finite points. The same bits on every machine, within the deadline.
ConvexPieces convex_pieces(const Triangles& mesh, const PieceOptions& options);

}  // namespace limber
