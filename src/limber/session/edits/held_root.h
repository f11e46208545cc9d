#pragma once
// Holding a figure at the root of a chain while it is dragged (Ge 2000, A.5.1). If that root is in another
// limb than what is dragged, the figure is held there for as long as the drag lasts, and at its own root
// again afterwards, wherever that has gone:
//
//   X_root <- X_B(before) X_B(after)^-1 X_root        B the segment it was held at

#include <string>

#include "limber/figure/edit.h"

namespace limber {

// Whether a drag of `segment` with the chain's root at `root` needs the figure to be held there: the root is
// neither the segment nor before it on the way from the figure's own root.
bool is_in_another_limb(const Figure& figure, const std::string& root, const std::string& segment);

// The figure held at `home` again, as `before` was built: chains that had to be taken apart are chains again.
Expected<Edited> held_at_home(const Figure& figure, const Posture& posture, const std::string& home,
                              const Figure& before);

}  // namespace limber
