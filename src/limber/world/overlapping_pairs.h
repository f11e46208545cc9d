#pragma once
// Pairs of segments that need not be kept apart: those that overlap at rest, those that overlap in nearly
// every posture or in most of those in which nothing overlaps in truth, and those whose pieces overlap where
// what they stand for does not. Convex pieces are a
// little larger than the meshes they were made from, so links of a wrist overlap that only nearly touch.
//
// Found by looking at postures spread over the limits, the same ones every time. Pairs whose pieces never
// touched in any of them are still watched: postures looked at prove nothing about the others.

#include <functional>
#include <vector>

#include "limber/figure/figure.h"
#include "limber/kinematics/kinematics.h"

namespace limber {

// Neighbours, which are never kept apart, are left out, and so are pairs that the figure already has.
std::vector<UncheckedPair> overlapping_pairs(const Figure& figure);

// Whether two segments, not only the pieces that stand for them, overlap where the kinematics has them: in
// posture `number` of those looked at, which are the same every time; -1: at rest.
using ReallyOverlap = std::function<bool(SegmentId, SegmentId, const Kinematics&, int number)>;

struct MisledSegment {
  SegmentId segment;
  // Of the postures in which nothing overlaps in truth, and which are the ones a figure is asked for: how
  // many its pieces rule out, with the other segment for which these are the most. 1: at rest.
  double share = 0.0;
};

struct LookedAtPairs {
  std::vector<UncheckedPair> unchecked;
  // Segments whose pieces overlap where they do not: at rest, in a twentieth of the postures and more, or in
  // a fiftieth of those in which nothing overlaps in truth.
  std::vector<MisledSegment> misled;
};
// `really` is asked only where pieces overlap; after 20 times for a pair only where nothing else overlaps,
// and not if the answer was always no. Then it is asked once more, in other postures, with the joints between
// them bent to their ends, if these are few.
// `is_too_late` is asked before each posture; once it says so, of those that are left only the one at rest is
// looked at, and what was not shown by then is not claimed. Empty: never.
LookedAtPairs look_at_pairs(const Figure& figure, const ReallyOverlap& really,
                            const std::function<bool()>& is_too_late = {});

}  // namespace limber
