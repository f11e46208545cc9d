#pragma once
// Random figures and postures for property tests: any tree, every joint type, both ways round, with and
// without mass.

#include <random>

#include "limber/figure/figure.h"

namespace limber::test {

using Random = std::mt19937_64;

double uniform(Random& random, double from, double to);
int uniform_int(Random& random, int from, int to);  // both ends included
SegmentId random_segment(Random& random, const Figure& figure);
Vec3 random_vector(Random& random, double size);
Vec3 random_direction(Random& random);
Mat3 random_rotation(Random& random);
Transform random_placement(Random& random, double size);

struct RandomFigureOptions {
  int segments = 10;
  bool free_root = false;
  bool inverted_joints = true;  // some joints passed from their outer side
  bool limits = false;
  double massless = 0.2;  // share of segments without mass
  double chain = 0.5;     // chance that a segment hangs from the one before it rather than from any
};

FigureDescription random_description(Random& random, const RandomFigureOptions& options = {});
Figure random_figure(Random& random, const RandomFigureOptions& options = {});

// Every joint anywhere: angles to +-2, any orientation. Limits are not asked.
Posture random_posture(Random& random, const Figure& figure);
VecX random_step(Random& random, const Figure& figure, double size);

// A frame on every segment, "frame.<segment>", is part of every random figure.

}  // namespace limber::test
