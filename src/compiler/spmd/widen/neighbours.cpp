// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/widen/neighbours.h"

#include <llvm/IR/PatternMatch.h>

namespace riffle::spmd {

using namespace llvm;
using namespace llvm::PatternMatch;

/// Unrolled loops count elements in numbers that are narrower than addresses: %i, %i | 1, %i | 2, ...
Origin origin_of(const Value& pointer, const DataLayout& layout, APInt& offset) {
  const Value* root =
      pointer.stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true);
  const auto* step = dyn_cast<GetElementPtrInst>(root);
  if (step == nullptr || step->getNumIndices() != 1) return {root};
  const Value* index = step->getOperand(1);
  if (!isa<SExtInst, ZExtInst>(index) || offset.getBitWidth() != 64) return {root};
  const bool is_signed = isa<SExtInst>(index);
  const TypeSize bytes = layout.getTypeAllocSize(step->getSourceElementType());
  Origin origin{step->getPointerOperand(), cast<CastInst>(index)->getOperand(0),
                bytes.getFixedValue(), is_signed};
  const Value* number = nullptr;
  const APInt* more = nullptr;
  const bool is_sum = is_signed
                          ? match(origin.number, m_NSWAddLike(m_Value(number), m_APInt(more)))
                          : match(origin.number, m_NUWAddLike(m_Value(number), m_APInt(more)));
  if (is_sum) {
    origin.number = number;
    offset += (is_signed ? more->sext(64) : more->zext(64)) * origin.bytes;
  }
  return origin;
}

}  // namespace riffle::spmd
