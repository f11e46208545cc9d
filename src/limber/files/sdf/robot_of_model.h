#pragma once
// The links and joints of a model and of the models inside it as one tree.
//
// A joint may connect links in either direction, and links may form loops. The tree is the shortest way from
// the world, or else from the link that carries the model's frame; joints that are passed from child to
// parent are inverted, and joints that would close a loop are left out, which is said. A joint with two axes
// is two, and a screw is a slide that follows a turn, each with a link of its own between them.

#include "limber/figure/description.h"
#include "limber/files/sdf/model.h"

namespace limber::sdf_import {

struct RobotOfModel {
  urdf_import::Robot robot;
  bool is_free = false;  // nothing holds the root
  std::vector<FrameDescription> frames;
};

// Throws FileProblem.
RobotOfModel robot_of(const Model& model, Warnings& warnings);

}  // namespace limber::sdf_import
