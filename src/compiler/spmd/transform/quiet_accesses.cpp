// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/transform/quiet_accesses.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>

#include "compiler/spmd/intrinsics.h"
#include "compiler/spmd/transform/follow_packets.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

/// What of it may be shared memory: nothing, something, all.
enum class Part : std::uint8_t { kNone, kSome, kAll };

/// Pointers among the launch's arguments do not point there, nor do arrays of the thread and variables.
Part shared_part(const Function& body, const Value& address) {
  SmallVector<const Value*, 4> objects;
  getUnderlyingObjects(&address, objects, nullptr, /*MaxLookup=*/0);
  std::size_t shared = 0, other = 0;
  for (const Value* object : objects) {
    if (object == body.getArg(kShared)) {
      ++shared;
    } else if (isa<AllocaInst>(object) || isa<GlobalVariable>(object) ||
               (isa<Argument>(object) && cast<Argument>(object)->getArgNo() >= kFirstParameter)) {
      ++other;
    }
  }
  if (other == objects.size()) return Part::kNone;
  return shared == objects.size() ? Part::kAll : Part::kSome;
}

enum class Does : std::uint8_t { kReads = 1, kIsAtomic = 2, kWrites = 4 };

Does what_does(const NotedAccess& access) {
  const std::uint32_t flags = followed_flags(access);
  if ((flags & abi::kFollowedAtomic) != 0) return Does::kIsAtomic;
  return (flags & abi::kFollowedWrites) != 0 ? Does::kWrites : Does::kReads;
}

/// Whether all that an interval has may meet.
bool may_all_meet(unsigned all) {
  return all == 0 || all == static_cast<unsigned>(Does::kReads) ||
         all == static_cast<unsigned>(Does::kIsAtomic);
}

bool is_barrier(const Instruction& instruction) {
  const auto* const call = dyn_cast<CallBase>(&instruction);
  return call != nullptr && kind_of(*call) == Kind::kBarrier;
}

class Intervals {
 public:
  Intervals(Function& body, ArrayRef<NotedAccess> accesses) : quiet_(accesses.size()) {
    for (const auto [number, access] : enumerate(accesses)) {
      const Part part = shared_part(body, *access.address);
      if (part == Part::kNone) continue;
      shared_[access.at].push_back({number, what_does(access)});
      if (part == Part::kAll) quiet_.set(number);
    }
    if (shared_.empty()) return;
    look_from(body.getEntryBlock().front());
    for (Instruction& instruction : instructions(body))
      if (is_barrier(instruction)) look_from(*instruction.getNextNode());
  }

  [[nodiscard]] const BitVector& quiet() const { return quiet_; }

 private:
  struct Shared {
    std::size_t number;
    Does does;
  };

  /// All that can run before the next barrier.
  void look_from(const Instruction& first) {
    SmallVector<const Instruction*, 16> work{&first};
    SmallPtrSet<const BasicBlock*, 16> seen;
    SmallVector<std::size_t, 16> numbers;
    unsigned all = 0;
    while (!work.empty()) {
      const Instruction* at = work.pop_back_val();
      const BasicBlock& block = *at->getParent();
      for (; at != nullptr && !is_barrier(*at); at = at->getNextNode()) {
        const auto found = shared_.find(at);
        if (found == shared_.end()) continue;
        for (const Shared& each : found->second) {
          numbers.push_back(each.number);
          all |= static_cast<unsigned>(each.does);
        }
      }
      if (at != nullptr) continue;
      for (const BasicBlock* next : successors(&block))
        if (seen.insert(next).second) work.push_back(&next->front());
    }
    if (may_all_meet(all)) return;
    for (const std::size_t number : numbers) quiet_.reset(number);
  }

  BitVector quiet_;
  DenseMap<const Instruction*, SmallVector<Shared, 2>> shared_;
};

}  // namespace

BitVector quiet_accesses(Function& body, ArrayRef<NotedAccess> accesses, bool is_untold) {
  BitVector quiet = Intervals(body, accesses).quiet();
  // What they tell is an order for other accesses; and a volatile read learns.
  for (const auto [number, access] : enumerate(accesses))
    if (!is_untold && (access.kind == abi::AccessKind::kAtomic)) quiet.reset(number);
  return quiet;
}

}  // namespace riffle::spmd
