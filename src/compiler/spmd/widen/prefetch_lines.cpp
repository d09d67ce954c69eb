// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/widen/prefetch_lines.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include "compiler/spmd/intrinsics.h"
#include "compiler/spmd/kernel_body.h"
#include "compiler/spmd/keys.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

constexpr unsigned kLineBytes = 64;

}  // namespace

Value* loaded_address(Instruction& instruction) {
  if (auto* load = dyn_cast<LoadInst>(&instruction))
    return load->isSimple() ? load->getPointerOperand() : nullptr;
  auto* call = dyn_cast<IntrinsicInst>(&instruction);
  return call != nullptr && call->getIntrinsicID() == Intrinsic::masked_load
             ? call->getArgOperand(0)
             : nullptr;
}

void prefetch_lines(IRBuilder<>& builder, Value& place, Type& type) {
  const DataLayout& layout = builder.GetInsertBlock()->getDataLayout();
  const std::uint64_t bytes = layout.getTypeStoreSize(&type).getFixedValue();
  for (std::uint64_t line = 0; line < bytes; line += kLineBytes) {
    Value* one = builder.CreateConstGEP1_64(builder.getInt8Ty(), &place, line);
    builder.CreateIntrinsic(Intrinsic::prefetch, {one->getType()},
                            {one, builder.getInt32(0), builder.getInt32(3), builder.getInt32(1)});
  }
}

void prefetch_behind(Instruction& load, Value& address) {
  IRBuilder<> builder(&load);
  const std::uint64_t ahead = load.hasMetadata(kFalls) ? -kBytesAhead : kBytesAhead;
  Value* later = builder.CreateConstGEP1_64(builder.getInt8Ty(), &address, ahead);
  prefetch_lines(builder, *later, *load.getType());
}

Value* evaluated_with(IRBuilder<>& builder, Value& value, DenseMap<Value*, Value*>& known,
                      const Loop* loop) {
  if (Value* found = known.lookup(&value)) return found;
  auto* instruction = dyn_cast<Instruction>(&value);
  if (instruction == nullptr || (loop != nullptr && !loop->contains(instruction))) return &value;
  Instruction* copy = instruction->clone();
  for (Use& operand : copy->operands())
    operand.set(evaluated_with(builder, *operand.get(), known, loop));
  copy->dropPoisonGeneratingFlags();
  copy->dropUnknownNonDebugMetadata();
  builder.Insert(copy);
  known[&value] = copy;
  return copy;
}

bool is_in_memory_of_parameter(const Value& address) {
  const auto* parameter = dyn_cast<Argument>(getUnderlyingObject(&address, /*MaxLookup=*/0));
  return parameter != nullptr && parameter->getArgNo() >= kFirstParameter;
}

bool prefetches(const Function& function) {
  return any_of(instructions(function), [](const Instruction& instruction) {
    const auto* call = dyn_cast<IntrinsicInst>(&instruction);
    return call != nullptr && call->getIntrinsicID() == Intrinsic::prefetch;
  });
}

}  // namespace riffle::spmd
