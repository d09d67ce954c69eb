// SPDX-License-Identifier: Apache-2.0
// What observers get to know of an operation in a stream.
#pragma once

#include "runtime/engine/observer.h"
#include "runtime/engine/slot.h"
#include "runtime/engine/timeline.h"

namespace riffle::engine {

/// The operation at `ticket` in its stream. A program's `fence` is left out: only the thread that enqueues it may name it.
///
/// The only other notices of operations are those of a graph's steps (graph/step_runner.h): a step is not a slot, has a node's number, may be
/// disabled by kernels while the graph runs, and has its payload in the graph's program.
[[nodiscard]] OperationNotice notice_of(const Timeline& timeline, const Slot& slot, Ticket ticket);

}  // namespace riffle::engine
