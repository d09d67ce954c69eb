// SPDX-License-Identifier: Apache-2.0
// What an operation is, from its notice.
#pragma once

#include <cstdint>

#include "runtime/engine/observer.h"
#include "trace/record.h"
#include "trace/thread_log.h"

namespace riffle::trace {

/// The number of the operation's name, a kernel's mangled; 0 when its type says all. Before the record is taken: it
/// may write a text.
[[nodiscard]] std::uint32_t name_of(const engine::OperationNotice& notice, ThreadLog& log);

/// Fills in the type, and what there is to say about it.
void describe(const engine::OperationNotice& notice, Record& record);

}  // namespace riffle::trace
