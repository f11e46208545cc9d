#pragma once
// From when on two solids overlap, and no longer touch.
//
// Places come out of products along the figure's segments, so that clearances are rounded by some 1e-16 of
// its size: a foot on the ground is 8e-17 m inside. A billionth is a million times that, and a thousandth of
// the 1e-6 that the solver's own steps may sink in.

namespace limber {

inline constexpr double overlap_share = 1e-9;  // of the figure's reach

// `reach`: longest_reach of the figure [m].
inline bool is_overlap(double clearance, double reach) {
  return clearance < -overlap_share * reach;
}

}  // namespace limber
