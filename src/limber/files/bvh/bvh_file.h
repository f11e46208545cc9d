#pragma once
// A BVH file as it is written: joints with offsets and channels, and one row of numbers per frame. Nothing is
// converted here.
//
//   HIERARCHY
//   ROOT Hips { OFFSET 0 0 0  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
//     JOINT Chest { OFFSET 0 10 0  CHANNELS 3 Zrotation Xrotation Yrotation  End Site { OFFSET 0 10 0 } } }
//   MOTION
//   Frames: 2
//   Frame Time: 0.0333333
//   0 90 0 0 0 0 0 0 0 ...

#include <string>
#include <string_view>
#include <vector>

#include "limber/math/types.h"

namespace limber::bvh {

struct Channel {
  bool turns = false;  // a rotation; otherwise a position
  int axis = 0;        // 0 x, 1 y, 2 z
};

struct BvhJoint {
  std::string name;
  int parent = -1;  // -1: the root, which comes first
  Vec3 offset = Vec3::Zero();
  std::vector<Channel> channels;  // in the order of the file; the first rotation is the outermost
  std::vector<Vec3> ends;         // offsets of its End Sites
};

struct BvhFile {
  std::vector<BvhJoint> joints;  // a parent comes before its children
  int frames = 0;
  double frame_time = 0.0;     // [s]
  int channel_count = 0;       // numbers in a row
  std::vector<double> values;  // row by row
  std::vector<std::string> notes;
};

// Throws FileProblem.
BvhFile read_bvh_file(std::string_view text, const std::string& name);

}  // namespace limber::bvh
