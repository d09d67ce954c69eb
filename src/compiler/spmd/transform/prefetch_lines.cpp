// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/transform/prefetch_lines.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

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

bool prefetches(const Function& function) {
  return any_of(instructions(function), [](const Instruction& instruction) {
    const auto* call = dyn_cast<IntrinsicInst>(&instruction);
    return call != nullptr && call->getIntrinsicID() == Intrinsic::prefetch;
  });
}

}  // namespace riffle::spmd
