// SPDX-License-Identifier: Apache-2.0
// Deliberate mistakes for testing the tests: a build with -DRIFFLE_ENGINE_MUTANT=n breaks rule n of
// the protocol, and the random test or ThreadSanitizer must then fail. 0, the default: no mistake.
#pragma once

#include <atomic>

#ifndef RIFFLE_ENGINE_MUTANT
#define RIFFLE_ENGINE_MUTANT 0
#endif

namespace riffle::engine {

enum class Mutant : int {
  kUnlinkByStore = 1,       ///< the queue clears LINKED by load, then store
  kIdleByStore = 2,         ///< a runner leaves for IDLE without looking whether a ticket came
  kRegisterBlindly = 3,     ///< a waiter registers without looking at the ticket again
  kBlockedAfterUnlock = 4,  ///< BLOCKED is set after the waiter lock was released
  kCompleteRelaxed = 5,     ///< a completed ticket does not release the operation's effects
  kPublishRelaxed = 6,      ///< a submitted ticket does not release the operation
  kClaimRelaxed = 7,        ///< taking a stream does not acquire what its last runner did
  kGatherWithoutLock = 8,   ///< the legacy stream gathers without the other streams' locks
};

[[nodiscard]] constexpr bool is_mutant(Mutant mutant) {
  return RIFFLE_ENGINE_MUTANT == static_cast<int>(mutant);
}
[[nodiscard]] constexpr std::memory_order order_unless(Mutant mutant, std::memory_order order) {
  return is_mutant(mutant) ? std::memory_order_relaxed : order;
}

}  // namespace riffle::engine
