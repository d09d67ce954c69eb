// SPDX-License-Identifier: Apache-2.0
// Whose memory an allocation is, where a device has more contexts than its primary one. The rest belongs to primary
// contexts.
#pragma once

#include "runtime/context/context.h"

namespace riffle::context {

/// `base` was allocated in that context. Nothing is kept of a primary one.
void note_memory(const void* base, Context& context);
/// Before it is freed.
void forget_memory(const void* base);
/// Null: the primary context of the allocation's device.
[[nodiscard]] Context* owner_of_memory(const void* base);
/// All work is done.
void free_memory_of(const Context& context);

}  // namespace riffle::context
