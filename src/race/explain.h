// SPDX-License-Identifier: Apache-2.0
// From a conflict to a finding: what the two are, why nothing orders them, and the smallest change that does.
#pragma once

#include "race/findings.h"
#include "race/history.h"
#include "race/order.h"

namespace riffle::race {

/// What is known of a stream.
struct StreamFacts {
  bool is_legacy = false;
  bool is_blocking = true;
};

/// `bytes`: in how many bytes the two meet, all in all. Without the memory's allocation: the caller knows that.
[[nodiscard]] Finding explain(const Conflict& conflict, std::uint64_t bytes,
                              const StreamFacts& earlier, const StreamFacts& later);

/// An asynchronous copy of pageable memory and the host.
[[nodiscard]] Finding explain_pageable(const Conflict& conflict, std::uint64_t bytes,
                                       ByteRange memory);

/// A launch with packed arguments of a wrong size, in bytes.
[[nodiscard]] Finding explain_arguments(const char* kernel, std::uint64_t given,
                                        std::uint64_t needed, const CallSite& call);

/// "kernel", "copy"...
[[nodiscard]] const char* name_of(OperationType type);
[[nodiscard]] Party party_of(const RecordedAccess& access);
/// A kernel of which a thread did something. `launch` null: not known; `site` null: not known where.
[[nodiscard]] Party party_of_kernel(const char* name, const Operation* launch,
                                    const device::AccessSite* site);

}  // namespace riffle::race
