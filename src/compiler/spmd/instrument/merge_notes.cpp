// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/instrument/merge_notes.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <tuple>
#include <utility>

namespace riffle::spmd {

using namespace llvm;

namespace {

/// Where each instruction's piece of code is, of which all runs if its beginning does.
DenseMap<const Instruction*, unsigned> pieces_of(const Function& function) {
  DenseMap<const Instruction*, unsigned> pieces;
  unsigned piece = 0;
  for (const BasicBlock& block : function) {
    ++piece;
    for (const Instruction& instruction : block) {
      pieces[&instruction] = piece;
      if (isa<CallBase>(instruction) && !isa<IntrinsicInst>(instruction)) ++piece;
    }
  }
  return pieces;
}

struct Member {
  std::size_t number;  ///< among the accesses
  std::int64_t offset;
};

class NoteMerger {
 public:
  NoteMerger(Function& function, SmallVectorImpl<NotedAccess>& accesses, Sites& sites)
      : layout_(function.getParent()->getDataLayout()), accesses_(accesses), sites_(sites) {
    const auto pieces = pieces_of(function);
    for (std::size_t i = 0; i < accesses.size(); ++i)
      if (may_merge(accesses[i])) add(i, pieces.lookup(accesses[i].at));
  }

  void run() {
    for (auto& [key, group] : groups_) merge(group);
    std::size_t kept = 0;
    for (NotedAccess& access : accesses_)
      if (access.bytes != 0 || access.length != nullptr) {
        if (&accesses_[kept] != &access) accesses_[kept] = std::move(access);
        ++kept;
      }
    accesses_.truncate(kept);
  }

 private:
  using Key = std::tuple<unsigned, const Value*, const Value*, unsigned, const Constant*>;

  static bool may_merge(const NotedAccess& access) {
    return access.form == NotedAccess::Form::kPiece && access.place == nullptr &&
           access.kind != abi::AccessKind::kAtomic;
  }

  void add(std::size_t number, unsigned piece) {
    const NotedAccess& access = accesses_[number];
    APInt offset(64, 0);
    const Value* const base =
        access.address->stripAndAccumulateConstantOffsets(layout_, offset, true);
    groups_[{piece, base, access.mask, static_cast<unsigned>(access.kind), sites_.of(*access.at)}]
        .push_back({number, offset.getSExtValue()});
  }

  /// Runs of members of which each begins where those before it have come to, at the latest.
  void merge(SmallVectorImpl<Member>& group) {
    sort(group, [](const Member& left, const Member& right) {
      return std::pair(left.offset, left.number) < std::pair(right.offset, right.number);
    });
    for (std::size_t first = 0; first < group.size();) {
      const std::int64_t begin = group[first].offset;
      std::int64_t end = begin;
      std::size_t last = first;
      for (; last < group.size() && (last == first || group[last].offset <= end); ++last) {
        const std::int64_t next = group[last].offset + bytes_of(group[last]);
        if (std::max(end, next) - begin > std::int64_t{abi::kMostNotedBytes}) break;
        end = std::max(end, next);
      }
      last = std::max(last, first + 1);
      if (last - first > 1)
        merge(ArrayRef(group).slice(first, last - first), static_cast<std::uint64_t>(end - begin));
      first = last;
    }
  }

  std::int64_t bytes_of(const Member& member) const {
    return static_cast<std::int64_t>(accesses_[member.number].bytes);
  }

  /// All become the one that comes first in the code.
  void merge(ArrayRef<Member> run, std::uint64_t bytes) {
    const Member& front = *min_element(
        run, [](const Member& left, const Member& right) { return left.number < right.number; });
    NotedAccess& whole = accesses_[front.number];
    for (const Member& each : run)
      whole.parts.push_back({.offset = static_cast<std::uint64_t>(each.offset - run[0].offset),
                             .bytes = accesses_[each.number].bytes});
    for (const Member& each : run) accesses_[each.number].bytes = 0;
    IRBuilder<> builder(whole.at);
    whole.address = builder.CreateGEP(
        builder.getInt8Ty(), whole.address,
        builder.getInt64(static_cast<std::uint64_t>(run[0].offset - front.offset)));
    whole.bytes = bytes;
    whole.is_aligned = false;
  }

  const DataLayout& layout_;
  SmallVectorImpl<NotedAccess>& accesses_;
  Sites& sites_;
  MapVector<Key, SmallVector<Member, 4>> groups_;
};

}  // namespace

void merge_notes(Function& function, SmallVectorImpl<NotedAccess>& accesses, Sites& sites) {
  if (accesses.size() > 1) NoteMerger(function, accesses, sites).run();
}

}  // namespace riffle::spmd
