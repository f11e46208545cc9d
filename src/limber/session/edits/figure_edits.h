#pragma once
// Edits of a figure that only the studio makes; the others are in figure/edit.h.

#include <string>

#include "limber/figure/edit.h"

namespace limber {

// A description in which this segment is listed itself: if it is a link of a chain, the chain is expanded.
FigureDescription with_own_segment(const Figure& figure, const std::string& segment);
// The segment of that name, which must exist.
SegmentDescription& segment_of(FigureDescription& description, const std::string& name);

// Renames the segment everywhere in the description, and its joint if that has the segment's name.
void rename_segment(FigureDescription& description, const std::string& from, const std::string& to);

// Scales the segment about its own frame: shapes, mass (by volume), frames and where its children are
// attached. `branch`: everything beyond it as well.
FigureDescription scaled(const Figure& figure, const std::string& segment, double factor, bool branch);

// Adds a limb as long and thick as its parent, straight on from its far end, with a frame at its tip. The
// joint is a ball joint, or a revolute one if the figure moves in a plane. The new segment is the last.
FigureDescription with_default_limb(const Figure& figure, const std::string& parent);

}  // namespace limber
