#pragma once
// Edits of a figure that only the studio makes; the others are in figure/edit.h. For session/ only.

#include <string>

#include "limber/figure/edit.h"

namespace limber {

// A description in which this segment stands by itself: a chain it is a link of is written out.
FigureDescription with_own_segment(const Figure& figure, const std::string& segment);
// The segment of that name, which is there.
SegmentDescription& segment_of(FigureDescription& description, const std::string& name);

// The segment, and what its joint is called after it, under another name everywhere in the description.
void rename_segment(FigureDescription& description, const std::string& from, const std::string& to);

// Larger or smaller about its own frame: shapes, mass (by volume), frames and where its children hang.
// `branch`: and everything beyond it.
FigureDescription scaled(const Figure& figure, const std::string& segment, double factor, bool branch);

// A limb as long and thick as the segment it grows from, straight on from its far end, with a frame at its
// tip: a ball joint, or one in the plane where everything else moves in one plane. The new segment is the
// last.
FigureDescription with_default_limb(const Figure& figure, const std::string& parent);

}  // namespace limber
