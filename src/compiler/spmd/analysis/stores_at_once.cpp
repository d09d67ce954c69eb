// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/analysis/stores_at_once.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/DataLayout.h>

#include <map>

namespace riffle::spmd {

using namespace llvm;

namespace {

constexpr std::int64_t kWidestBytes = 16;
constexpr std::int64_t kHalfBytes = 8;

std::int64_t bytes_of_value(const StoreInst& store) {
  const DataLayout& layout = store.getDataLayout();
  return static_cast<std::int64_t>(
      layout.getTypeStoreSize(store.getValueOperand()->getType()).getFixedValue());
}

/// Stores of one object between which nothing else touches memory, by their distance from it.
using Run = std::map<std::int64_t, const StoreInst*>;

/// The stores that together fill `bytes` from `first` on; empty if some are missing.
SmallVector<const StoreInst*, 4> filling(const Run& run, Run::const_iterator first,
                                         std::int64_t bytes) {
  SmallVector<const StoreInst*, 4> members;
  std::int64_t end = first->first;
  for (auto next = first; next != run.end() && next->first == end; ++next) {
    members.push_back(next->second);
    end += bytes_of_value(*next->second);
    if (end == first->first + bytes) return members;
    if (end > first->first + bytes) break;
  }
  return {};
}

}  // namespace

StoresAtOnce::StoresAtOnce(Function& body) {
  const DataLayout& layout = body.getDataLayout();
  DenseMap<const Value*, Run> runs;
  const auto close = [&] {
    for (const auto& [object, run] : runs) {
      for (auto first = run.begin(); first != run.end(); ++first) {
        for (const std::int64_t bytes : {kWidestBytes, kHalfBytes}) {
          if (first->second->getAlign().value() < static_cast<std::uint64_t>(bytes)) continue;
          for (const StoreInst* member : filling(run, first, bytes))
            joined_.try_emplace(member, bytes);
        }
      }
    }
    runs.clear();
  };
  for (const BasicBlock& block : body) {
    for (const Instruction& instruction : block) {
      const auto* store = dyn_cast<StoreInst>(&instruction);
      if (store == nullptr || !store->isSimple()) {
        if (instruction.mayReadOrWriteMemory()) close();
        continue;
      }
      const Value* pointer = store->getPointerOperand();
      APInt offset(layout.getIndexTypeSizeInBits(pointer->getType()), 0);
      const Value* object = pointer->stripAndAccumulateConstantOffsets(layout, offset, true);
      if (offset.getSignificantBits() <= 64) runs[object].emplace(offset.getSExtValue(), store);
    }
    close();
  }
}

std::int64_t StoresAtOnce::bytes_of(const StoreInst& store) const {
  const auto found = joined_.find(&store);
  return found == joined_.end() ? bytes_of_value(store) : found->second;
}

}  // namespace riffle::spmd
