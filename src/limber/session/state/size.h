#pragma once
// About how much memory a state takes, so that undo can keep as much as there is room for.

#include "limber/session/state/state.h"

namespace limber {

// [bytes] that `state` takes and does not share with `other` (null: all of it). States share a figure, and
// figures share meshes and hulls, until an edit makes new ones.
double bytes_besides(const State& state, const State* other);

}  // namespace limber
