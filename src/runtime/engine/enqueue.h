// SPDX-License-Identifier: Apache-2.0
// Putting an operation into a stream whose producer lock the caller holds.
#pragma once

#include "runtime/engine/timeline.h"

namespace riffle::engine {

/// Appends "wait until `target` completed `ticket`". Throws std::bad_alloc and has then changed
/// nothing.
void append_wait(Timeline& timeline, Timeline& target, Ticket ticket)
    RIFFLE_REQUIRES(timeline.producer());

}  // namespace riffle::engine
