// SPDX-License-Identifier: Apache-2.0
// From an access that is wrong to a finding: who, which bytes, and what to look at. Without the memory's allocation: the
// caller knows that.
#pragma once

#include "race/findings.h"
#include "race/kernel_memory.h"

namespace riffle::race {

/// `launch`: null where it is not known.
[[nodiscard]] Finding explain(const BadAccess& bad, const Operation* launch);
/// A copy or fill past what is allocated, which `call` has refused.
[[nodiscard]] Finding explain_refused(const CallSite& call);

/// Host code at `place` uses memory of a device.
[[nodiscard]] Finding explain_device_pointer(const CallSite& place, bool writes);

/// Whether the finding is about bytes that are, or could be, an allocation's.
[[nodiscard]] bool is_about_allocations(BadAccess::Kind kind);

}  // namespace riffle::race
