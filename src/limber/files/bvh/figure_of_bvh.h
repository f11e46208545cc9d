#pragma once
// A BVH file as a figure and its motion.
//
// BVH states neither unit nor axes; by habit y is up and z is forward. Here z is up and x forward:
//   (x, y, z) = unit * (z, x, y) of the file
//
//   joint of the file                  joint of the figure
//   root                               free; its OFFSET and position channels add up
//   no channels                        fixed
//   one rotation                       revolute about it
//   two rotations                      elbow: the first, then the second
//   three rotations                    ball: R = R_first R_second R_third
//   with positions, not the root       free; the positions stand in place of OFFSET

#include "limber/files/bvh/bvh_file.h"
#include "limber/files/files.h"

namespace limber::bvh {

// [m] one unit of the file: as asked for, or centimetres if the skeleton is larger than any animal in metres.
double unit_of(const BvhFile& file, const BvhOptions& options);

FigureDescription describe(const BvhFile& file, double unit);

// Of the figure built from the description above.
Motion motion_of(const BvhFile& file, double unit, const Figure& figure);

}  // namespace limber::bvh
