// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/form/join_bytes.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include <cstdlib>

#include "compiler/spmd/analysis/shape.h"
#include "compiler/spmd/widen/widen_control.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

constexpr std::int64_t kWordBytes = 4;

/// A load `offset` bytes behind its group's base.
struct GroupedLoad {
  LoadInst* load;
  std::int64_t offset;
};
using Group = SmallVector<GroupedLoad, 4>;

bool is_narrow(const Instruction& instruction) {
  const auto* const load = dyn_cast<LoadInst>(&instruction);
  return load != nullptr && load->isSimple() &&
         (load->getType()->isIntegerTy(8) || load->getType()->isIntegerTy(16));
}

/// One of a group that can be joined says where words begin.
bool begins_word(const Instruction& instruction) {
  return is_narrow(instruction) && cast<LoadInst>(instruction).getAlign() >= Align(kWordBytes);
}

/// Whether lanes read words that are no neighbours.
bool is_far_apart(const LaneShape& shape) {
  return !shape.is_uniform() && (!shape.is_linear() || std::abs(shape.stride) >= kWordBytes);
}

/// What has to be added to an offset to count from the beginning of a word; nothing: no alignment says.
std::optional<std::int64_t> residue_of(const Group& group) {
  for (const auto& [load, offset] : group)
    if (load->getAlign() >= Align(kWordBytes))
      return ((-offset) % kWordBytes + kWordBytes) % kWordBytes;
  return {};
}

void replace(const Group& parts, Value* base, std::int64_t begin) {
  IRBuilder<> builder(parts.front().load);
  Value* place = base;
  if (begin != 0)
    place = builder.CreatePtrAdd(base, builder.getInt64(static_cast<std::uint64_t>(begin)));
  Value* const word =
      builder.CreateAlignedLoad(builder.getInt32Ty(), place, Align(kWordBytes), "word");
  for (const auto& [load, offset] : parts) {
    builder.SetInsertPoint(load);
    builder.SetCurrentDebugLocation(load->getDebugLoc());
    Value* shifted = word;
    if (offset != begin)
      shifted = builder.CreateLShr(word, static_cast<std::uint64_t>(8 * (offset - begin)));
    load->replaceAllUsesWith(builder.CreateTrunc(shifted, load->getType()));
    load->eraseFromParent();
  }
}

/// Loads of one base, between which nothing is written, in their order.
void join(Value* base, const Group& group) {
  const std::optional<std::int64_t> residue = residue_of(group);
  if (!residue) return;
  SmallMapVector<std::int64_t, Group, 4> words;
  for (const GroupedLoad& part : group) {
    const std::int64_t at = part.offset + *residue;
    const std::int64_t in_word = (at % kWordBytes + kWordBytes) % kWordBytes;
    const std::int64_t bytes = part.load->getType()->getIntegerBitWidth() / 8;
    if (in_word + bytes <= kWordBytes) words[at - in_word - *residue].push_back(part);
  }
  for (const auto& [begin, parts] : words)
    if (parts.size() > 1) replace(parts, base, begin);
}

}  // namespace

void join_bytes(Function& body, unsigned lanes) {
  if (none_of(instructions(body), begins_word)) return;
  using Groups = SmallMapVector<Value*, Group, 8>;
  SmallVector<Groups, 8> all(1);
  {
    const ControlFlow control(body, lanes);
    if (!control.refusal().empty()) return;
    const Shapes shapes(body, control.uniformity(), lanes, control.blended());
    for (BasicBlock& block : body) {
      all.emplace_back();
      for (Instruction& instruction : block) {
        if (instruction.mayWriteToMemory()) all.emplace_back();
        if (!is_narrow(instruction)) continue;
        auto& load = cast<LoadInst>(instruction);
        if (!is_far_apart(shapes.of(load.getPointerOperand()))) continue;
        APInt offset(64, 0);
        Value* const base = load.getPointerOperand()->stripAndAccumulateConstantOffsets(
            body.getDataLayout(), offset, /*AllowNonInbounds=*/true);
        // LLVM may have aligned a variable whose last word it does not fill, and takes a load past its end for none at all.
        if (isa<AllocaInst, GlobalVariable>(base)) continue;
        all.back()[base].push_back({&load, offset.getSExtValue()});
      }
    }
  }
  for (const Groups& groups : all)
    for (const auto& [base, group] : groups) join(base, group);
}

}  // namespace riffle::spmd
