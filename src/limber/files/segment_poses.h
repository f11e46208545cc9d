#pragma once
// Where every segment and joint is in the world, for writers: one product per segment.

#include <set>
#include <string>
#include <vector>

#include "limber/figure/figure.h"

namespace limber {

struct SegmentPose {
  Transform moving;   // the joint's moving frame: X_parent before J(q)
  Transform segment;  // moving * after
};

std::vector<SegmentPose> segment_poses(const Figure& figure, const Posture& posture);  // by number

// True where the figure has no segment beyond this one.
bool is_leaf(const Figure& figure, SegmentId segment);

// A name that `taken` does not have, which is added: name, name', name'' and so on; after a few a number
// follows, so that ten thousand of one name cost no more than ten thousand names.
std::string free_name(std::string name, std::set<std::string>& taken);

}  // namespace limber
