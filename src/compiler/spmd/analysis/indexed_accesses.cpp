// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/analysis/indexed_accesses.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>

namespace riffle::spmd {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

// More are not compared with each other at each launch.
constexpr std::size_t kMostAccesses = 8;
constexpr std::int64_t kLargestScale = 1 << 20;

/// index * scale + offset
struct Affine {
  std::int64_t scale;
  std::int64_t offset;
};

std::optional<Affine> affine_in(const Value* value, const Value& index) {
  while (isa<ZExtInst>(value) || isa<SExtInst>(value)) value = cast<CastInst>(value)->getOperand(0);
  if (value == &index) return Affine{1, 0};
  const Value* inner = nullptr;
  const APInt* number = nullptr;
  // Where a narrow number may wrap, an index could meet another's element.
  const auto* operation = dyn_cast<OverflowingBinaryOperator>(value);
  const bool wraps =
      operation != nullptr && !operation->hasNoSignedWrap() && !operation->hasNoUnsignedWrap();
  if (wraps) return {};
  const bool is_sum = match(value, m_Add(m_Value(inner), m_APInt(number))) ||
                      match(value, m_DisjointOr(m_Value(inner), m_APInt(number)));
  const bool is_product = !is_sum && match(value, m_Mul(m_Value(inner), m_APInt(number)));
  const bool is_shift =
      !is_sum && !is_product && match(value, m_Shl(m_Value(inner), m_APInt(number)));
  if (!is_sum && !is_product && !is_shift) return {};
  const auto found = affine_in(inner, index);
  if (!found || number->getSignificantBits() > 31) return {};
  std::int64_t by = number->getSExtValue();
  if (is_sum) return Affine{found->scale, found->offset + by};
  if (is_shift) by = by < 20 ? std::int64_t{1} << by : 0;
  if (by <= 0 || found->scale * by > kLargestScale) return {};
  return Affine{found->scale * by, found->offset * by};
}

class IndexedAccessFinder {
 public:
  IndexedAccessFinder(const Loop& loop, const Instruction& index,
                      function_ref<bool(const Value&)> is_base)
      : loop_(loop), index_(index), is_base_(is_base), layout_(index.getDataLayout()) {}

  std::optional<IndexedAccesses> run() {
    for (const BasicBlock* block : loop_.blocks()) {
      for (const Instruction& instruction : *block) {
        if (!note(instruction)) return {};
      }
    }
    for (const Argument* read : read_freely_) {
      const bool written = any_of(accesses_, [&](const IndexedAccess& access) {
        return access.writes && getUnderlyingObject(access.base, 0) == read;
      });
      if (written || !read->hasNoAliasAttr()) return {};
    }
    return accesses_;
  }

 private:
  bool note(const Instruction& instruction) {
    if (const auto* intrinsic = dyn_cast<IntrinsicInst>(&instruction))
      if (intrinsic->isAssumeLikeIntrinsic()) return true;
    if (const auto* load = dyn_cast<LoadInst>(&instruction)) {
      if (!load->isSimple()) return false;
      if (load->hasMetadata(LLVMContext::MD_invariant_load)) return true;
      if (note_access(load->getPointerOperand(), bytes_of(load->getType()), false)) return true;
      const auto* argument = dyn_cast<Argument>(getUnderlyingObject(load->getPointerOperand(), 0));
      if (argument != nullptr) read_freely_.push_back(argument);
      return argument != nullptr;
    }
    if (const auto* store = dyn_cast<StoreInst>(&instruction)) {
      return store->isSimple() && note_access(store->getPointerOperand(),
                                              bytes_of(store->getValueOperand()->getType()), true);
    }
    if (const auto* copy = dyn_cast<MemCpyInst>(&instruction)) {
      const auto* length = dyn_cast<ConstantInt>(copy->getLength());
      if (length == nullptr || length->uge(kLargestScale) || copy->isVolatile()) return false;
      const std::int64_t size = length->getSExtValue();
      return note_access(copy->getRawSource(), size, false) &&
             note_access(copy->getRawDest(), size, true);
    }
    return !instruction.mayReadOrWriteMemory();
  }

  std::int64_t bytes_of(Type* type) const {
    return static_cast<std::int64_t>(layout_.getTypeStoreSize(type).getFixedValue());
  }

  bool note_access(const Value* pointer, std::int64_t size, bool writes) {
    IndexedAccess access = {nullptr, 0, 0, size, writes};
    for (; !is_base_(*pointer);) {
      const auto* address = dyn_cast<GEPOperator>(pointer);
      if (address == nullptr) return false;
      APInt constant(64, 0);
      SmallMapVector<Value*, APInt, 4> variable;
      if (!address->collectOffset(layout_, 64, variable, constant)) return false;
      access.offset += constant.getSExtValue();
      for (const auto& [value, factor] : variable) {
        const auto part = affine_in(value, index_);
        if (!part || factor.getSignificantBits() > 31) return false;
        access.scale += part->scale * factor.getSExtValue();
        access.offset += part->offset * factor.getSExtValue();
      }
      pointer = address->getPointerOperand();
    }
    if (writes && access.scale == 0) return false;
    if (access.scale < 0 || access.scale > kLargestScale) return false;
    access.base = const_cast<Value*>(pointer);
    for (const IndexedAccess& known : accesses_) {
      if (known.base == access.base && known.scale == access.scale &&
          known.offset == access.offset && known.size >= access.size &&
          known.writes >= access.writes)
        return true;
    }
    accesses_.push_back(access);
    return accesses_.size() <= kMostAccesses;
  }

  const Loop& loop_;
  const Instruction& index_;
  function_ref<bool(const Value&)> is_base_;
  const DataLayout& layout_;
  IndexedAccesses accesses_;
  SmallVector<const Argument*, 4> read_freely_;
};

/// Of one base: both inside the index's own elements.
bool in_one_cell(const IndexedAccess& one, const IndexedAccess& other) {
  const auto is_inside = [](const IndexedAccess& access) {
    return access.offset >= 0 && access.offset + access.size <= access.scale;
  };
  return one.scale == other.scale && is_inside(one) && is_inside(other);
}

}  // namespace

std::optional<IndexedAccesses> indexed_accesses(const Loop& loop, const Instruction& index,
                                                function_ref<bool(const Value&)> is_base) {
  return IndexedAccessFinder(loop, index, is_base).run();
}

Value* touch_apart(IRBuilder<>& builder, const IndexedAccesses& accesses, ArrayRef<Value*> bases,
                   Value* count) {
  SmallVector<Value*, 8> begins, ends;
  const auto address = [&](Value* base, std::int64_t offset) {
    return builder.CreateAdd(base, builder.getInt64(static_cast<std::uint64_t>(offset)));
  };
  for (std::size_t i = 0; i < accesses.size(); ++i) {
    const IndexedAccess& access = accesses[i];
    Value* base = builder.CreatePtrToInt(bases[i], builder.getInt64Ty());
    Value* span =
        builder.CreateMul(count, builder.getInt64(static_cast<std::uint64_t>(access.scale)));
    begins.push_back(address(base, access.offset));
    ends.push_back(address(builder.CreateAdd(base, span),
                           access.offset + std::max(access.size - access.scale, std::int64_t{0})));
  }
  Value* apart = builder.getTrue();
  for (std::size_t i = 0; i < accesses.size(); ++i) {
    for (std::size_t j = 0; j < accesses.size(); ++j) {
      if (!accesses[i].writes || (accesses[j].writes && j < i)) continue;
      const bool own = in_one_cell(accesses[i], accesses[j]);
      if (bases[i] == bases[j] && own) continue;
      Value* fine = builder.CreateOr(builder.CreateICmpULE(ends[i], begins[j]),
                                     builder.CreateICmpULE(ends[j], begins[i]));
      if (own) fine = builder.CreateOr(fine, builder.CreateICmpEQ(bases[i], bases[j]));
      apart = builder.CreateAnd(apart, fine);
    }
  }
  return apart;
}

}  // namespace riffle::spmd
