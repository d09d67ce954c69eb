// SPDX-License-Identifier: Apache-2.0
// What observers get to know of an operation in a stream.
#pragma once

#include "runtime/engine/observer.h"
#include "runtime/engine/slot.h"
#include "runtime/engine/timeline.h"

namespace riffle::engine {

/// Of the operation that is at `ticket` in its stream. A program's `fence` is left out: only who enqueues it may name it.
[[nodiscard]] OperationNotice notice_of(const Timeline& timeline, const Slot& slot, Ticket ticket);

}  // namespace riffle::engine
