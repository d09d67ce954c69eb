// SPDX-License-Identifier: Apache-2.0
// Which operations the layers belong to that a library told of.
#pragma once

#include <vector>

#include "trace/timeline.h"

namespace riffle::tool {

/// What a recording has: where a layer was computed, and when.
struct ThreadLayer {
  Index thread = kNone;
  Index name = kNone;
  Ns begin = 0;
  Ns end = 0;
};

/// Each belongs to the innermost operation that its thread ran then. Those outside of operations are left out: what a program's
/// thread computed in a call.
std::vector<Layer> place_layers(std::vector<ThreadLayer> layers,
                                const std::vector<TracedOperation>& operations);

}  // namespace riffle::tool
