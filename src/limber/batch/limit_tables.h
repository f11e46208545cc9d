#pragma once
// The swing and twist limits of a ball joint as tables of batch/kernel/model.h.

#include "limber/base/expected.h"
#include "limber/batch/kernel/model.h"
#include "limber/figure/joint.h"

namespace limber::batch {

// True if these keep an orientation from anything.
bool is_limiting(const SwingLimit& swing, const TwistLimit& twist);

// Adds a limit that is kept with axes number `axes`; its number. The error is the end of a sentence about the
// joint.
Expected<int> add_limit(Model& model, const SwingLimit& swing, const TwistLimit& twist, int axes);

}  // namespace limber::batch
