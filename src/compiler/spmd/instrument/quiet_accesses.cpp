// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/instrument/quiet_accesses.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/InstIterator.h>

#include <optional>

#include "compiler/spmd/body/apart_threads.h"
#include "compiler/spmd/instrument/follow_packets.h"
#include "compiler/spmd/intrinsics.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

/// What of it may be shared memory: nothing, something, all.
enum class SharedPart : std::uint8_t { kNone, kSome, kAll };

/// Pointers among the launch's arguments do not point there, nor do arrays of the thread and variables.
SharedPart shared_part(const Function& body, const Value& address) {
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
  if (other == objects.size()) return SharedPart::kNone;
  return shared == objects.size() ? SharedPart::kAll : SharedPart::kSome;
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
  return call != nullptr && kind_of(*call) == IntrinsicKind::kBarrier;
}

bool may_meet(Does one, Does other) {
  return may_all_meet(static_cast<unsigned>(one) | static_cast<unsigned>(other));
}

class Intervals {
 public:
  Intervals(Function& body, ArrayRef<NotedAccess> accesses)
      : body_(body), accesses_(accesses), always_(accesses.size()) {
    for (const auto [number, access] : enumerate(accesses)) {
      const SharedPart part = shared_part(body, *access.address);
      if (part == SharedPart::kNone) continue;
      shared_[access.at].push_back({number, what_does(access)});
      if (part == SharedPart::kAll) always_.set(number);
    }
    in_rows_ = always_;
    if (shared_.empty()) return;
    look_at(body.getEntryBlock().front());
    for (const Instruction& instruction : instructions(body))
      if (is_barrier(instruction)) look_at(*instruction.getNextNode());
  }

  [[nodiscard]] QuietAccesses quiet() && { return {std::move(always_), std::move(in_rows_)}; }

 private:
  struct Shared {
    std::size_t number;
    Does does;
  };
  using Found = SmallVector<Shared, 16>;
  static constexpr std::size_t kMostInPairs = 32;

  /// All that can run from `first` on before the next barrier, and before `end`.
  Found from(const Instruction& first, const Instruction* end = nullptr) const {
    SmallVector<const Instruction*, 16> work{&first};
    SmallPtrSet<const BasicBlock*, 16> seen;
    Found found;
    while (!work.empty()) {
      const Instruction* at = work.pop_back_val();
      const BasicBlock& block = *at->getParent();
      for (; at != nullptr && at != end && !is_barrier(*at); at = at->getNextNode())
        if (const auto here = shared_.find(at); here != shared_.end()) found.append(here->second);
      if (at != nullptr) continue;
      for (const BasicBlock* next : successors(&block))
        if (seen.insert(next).second) work.push_back(&next->front());
    }
    return found;
  }

  static bool has(const Found& found, std::size_t number) {
    return any_of(found, [&](const Shared& each) { return each.number == number; });
  }

  /// Of one interval.
  void look_at(const Instruction& first) {
    const Found found = from(first);
    unsigned all = 0;
    for (const Shared& each : found) all |= static_cast<unsigned>(each.does);
    if (may_all_meet(all)) return;
    for (const Shared& each : found) always_.reset(each.number);
    for (const auto [index, one] : enumerate(found)) {
      for (const Shared& other : drop_begin(found, index)) {
        if (may_meet(one.does, other.does)) continue;
        if (found.size() <= kMostInPairs && are_apart(first, one.number, other.number)) continue;
        in_rows_.reset(one.number);
        in_rows_.reset(other.number);
      }
    }
  }

  bool are_apart(const Instruction& first, std::size_t one, std::size_t other) {
    if (!in_rows_[one] && !in_rows_[other]) return false;
    if (!apart_) apart_.emplace(body_);
    ApartThreads::Shared shared;
    return apart_->are_apart(accesses_[one], accesses_[other], shared) &&
           all_of(shared, [&](const Instruction* result) {
             return is_one_for(*result, first, one, other);
           });
  }

  /// Whether in the interval from `first` on both accesses have the result of one run of `result`: both from before the
  /// interval, or both from the one time that it runs there.
  bool is_one_for(const Instruction& result, const Instruction& first, std::size_t one,
                  std::size_t other) const {
    const Instruction* const behind = result.getNextNode();
    if (behind == nullptr || comes_to(*behind, result)) return false;
    const Found newer = from(*behind), older = from(first, &result);
    const bool is_new = has(newer, one);
    if (is_new != has(newer, other)) return false;
    return !is_new || (!has(older, one) && !has(older, other));
  }

  /// Whether `to` can run after `from`, no barrier between them.
  static bool comes_to(const Instruction& from, const Instruction& to) {
    SmallVector<const Instruction*, 16> work{&from};
    SmallPtrSet<const BasicBlock*, 16> seen;
    while (!work.empty()) {
      const Instruction* at = work.pop_back_val();
      const BasicBlock& block = *at->getParent();
      for (; at != nullptr && !is_barrier(*at); at = at->getNextNode())
        if (at == &to) return true;
      if (at != nullptr) continue;
      for (const BasicBlock* next : successors(&block))
        if (seen.insert(next).second) work.push_back(&next->front());
    }
    return false;
  }

  Function& body_;
  const ArrayRef<NotedAccess> accesses_;
  BitVector always_, in_rows_;
  DenseMap<const Instruction*, SmallVector<Shared, 2>> shared_;
  std::optional<ApartThreads> apart_;
};

}  // namespace

QuietAccesses quiet_accesses(Function& body, ArrayRef<NotedAccess> accesses, bool is_untold) {
  QuietAccesses quiet = Intervals(body, accesses).quiet();
  // What they tell is an order for other accesses; and a volatile read learns.
  for (const auto [number, access] : enumerate(accesses)) {
    if (is_untold || access.kind != abi::AccessKind::kAtomic) continue;
    quiet.always.reset(number);
    quiet.in_rows.reset(number);
  }
  return quiet;
}

}  // namespace riffle::spmd
