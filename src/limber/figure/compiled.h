#pragma once
// Internal: the flat arrays behind a Figure, one entry per segment, depth first, unless said otherwise.

#include <string>
#include <unordered_map>
#include <vector>

#include "limber/figure/figure.h"

namespace limber {

// Name -> number. Only looked up, never iterated: no order can come out of the hashing.
using NameIndex = std::unordered_map<std::string, int>;

struct FigureData {
  FigureDescription description;

  std::vector<SegmentId> parent;
  std::vector<SegmentId> branch_end;
  std::vector<int> first_dof;    // and one more entry: the total
  std::vector<int> first_value;  // likewise
  std::vector<std::string> segment_names;
  std::vector<std::string> joint_names;
  std::vector<Joint> joints;
  std::vector<Transform> before;
  std::vector<Transform> after;
  std::vector<std::vector<BodyShape>> shapes;
  std::vector<std::vector<VisualDescription>> visuals;
  std::vector<MassProperties> masses;
  double total_mass = 0.0;
  std::vector<SegmentId> skin_segments;  // of the skin's bones; empty: no skin is drawn
  std::vector<bool> has_skin;            // by segment

  std::vector<JointId> joint_of_dof;  // per degree of freedom
  std::vector<Frame> frames;
  std::vector<Coupling> couplings;
  std::vector<Tie> ties;
  std::vector<std::pair<SegmentId, SegmentId>> unchecked_pairs;
  bool keeps_gaps = false;
  Posture rest;

  NameIndex segment_index, joint_index, frame_index;
};

const FigureData& data_of(const Figure& figure) noexcept;

}  // namespace limber
