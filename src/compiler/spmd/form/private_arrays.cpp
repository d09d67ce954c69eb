// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/form/private_arrays.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <bit>

#include "compiler/spmd/intrinsics.h"
#include "compiler/spmd/keys.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

/// All that a body does with one array, in so far as it can be rearranged.
class PrivateArray {
 public:
  explicit PrivateArray(AllocaInst& alloca)
      : alloca_(alloca), layout_(alloca.getFunction()->getDataLayout()) {}

  bool can_be_rearranged() {
    if (!alloca_.isStaticAlloca() || !note_uses(alloca_) || element_bytes_ == 0) return false;
    // Then each access, aligned as it is, is of one whole element.
    const Align element(element_bytes_);
    return alloca_.getAlign() >= element &&
           all_of(accesses_,
                  [&](Instruction* access) { return getLoadStoreAlignment(access) >= element; }) &&
           all_of(fills_, [&](MemSetInst* fill) { return fills_elements(*fill); });
  }

  void rearrange(unsigned lanes) {
    for (MemSetInst* fill : fills_) replace_by_stores(*fill);
    for (GetElementPtrInst* address : addresses_) scale(*address, lanes);
    for (Instruction* access : accesses_) align_to_element(*access);
    LLVMContext& context = alloca_.getContext();
    Metadata* bytes =
        ConstantAsMetadata::get(ConstantInt::get(Type::getInt64Ty(context), element_bytes_));
    alloca_.setMetadata(kElementBytes, MDNode::get(context, bytes));
  }

 private:
  bool note_uses(Instruction& pointer) {
    return all_of(pointer.users(),
                  [&](User* user) { return note_use(pointer, cast<Instruction>(*user)); });
  }

  bool note_use(Instruction& pointer, Instruction& user) {
    if (auto* address = dyn_cast<GetElementPtrInst>(&user)) {
      if (address->getType()->isVectorTy()) return false;
      addresses_.push_back(address);
      return note_uses(*address);
    }
    if (auto* load = dyn_cast<LoadInst>(&user))
      return load->isSimple() && note_access(*load, load->getType());
    if (auto* store = dyn_cast<StoreInst>(&user)) {
      Value* value = store->getValueOperand();
      return value != &pointer && store->isSimple() && note_access(*store, value->getType());
    }
    if (auto* fill = dyn_cast<MemSetInst>(&user)) {
      fills_.push_back(fill);
      return true;
    }
    const auto* marker = dyn_cast<IntrinsicInst>(&user);
    return marker != nullptr && marker->isLifetimeStartOrEnd();
  }

  bool note_access(Instruction& access, Type* type) {
    if (!type->isIntegerTy() && !type->isFloatingPointTy() && !type->isPointerTy()) return false;
    const std::uint64_t bits = layout_.getTypeSizeInBits(type).getFixedValue();
    if (bits < 8 || bits > 64 || !std::has_single_bit(bits)) return false;
    accesses_.push_back(&access);
    if (element_bytes_ == 0) element_bytes_ = bits / 8;
    return element_bytes_ == bits / 8;
  }

  bool fills_elements(const MemSetInst& fill) const {
    const auto* length = dyn_cast<ConstantInt>(fill.getLength());
    return length != nullptr && !fill.isVolatile() &&
           length->getZExtValue() % element_bytes_ == 0 &&
           fill.getDestAlign().valueOrOne() >= Align(element_bytes_);
  }

  void replace_by_stores(MemSetInst& fill) {
    const std::uint64_t count =
        cast<ConstantInt>(fill.getLength())->getZExtValue() / element_bytes_;
    if (count != 0) {
      IRBuilder<> before(&fill);
      Type* type = before.getIntNTy(static_cast<unsigned>(element_bytes_ * 8));
      Value* byte = before.CreateZExt(fill.getValue(), type);
      Value* ones =
          ConstantInt::get(type, APInt::getSplat(type->getIntegerBitWidth(), APInt(8, 1)));
      Value* element = before.CreateMul(byte, ones);
      const auto [end, index] =
          SplitBlockAndInsertSimpleForLoop(before.getInt64(count), fill.getIterator());
      IRBuilder<> in_loop(end);
      auto* address = cast<GetElementPtrInst>(
          GetElementPtrInst::Create(type, fill.getDest(), {index}, "element", end->getIterator()));
      addresses_.push_back(address);
      accesses_.push_back(in_loop.CreateAlignedStore(element, address, Align(element_bytes_)));
    }
    fill.eraseFromParent();
  }

  /// The same address `lanes` times as far from the array's start.
  void scale(GetElementPtrInst& address, unsigned lanes) {
    constexpr unsigned kBits = 64;
    SmallMapVector<Value*, APInt, 4> terms;
    APInt constant(kBits, 0);
    if (!cast<GEPOperator>(address).collectOffset(layout_, kBits, terms, constant))
      report_fatal_error("an address in a private array of no fixed size");
    IRBuilder<> builder(&address);
    Value* offset = builder.getInt(constant * lanes);
    for (auto& [index, bytes] : terms) {
      Value* wide = builder.CreateSExtOrTrunc(index, builder.getInt64Ty());
      offset = builder.CreateAdd(offset, builder.CreateMul(wide, builder.getInt(bytes * lanes)));
    }
    Value* scaled = builder.CreateGEP(builder.getInt8Ty(), address.getPointerOperand(), offset,
                                      address.getName());
    address.replaceAllUsesWith(scaled);
    address.eraseFromParent();
  }

  void align_to_element(Instruction& access) const {
    if (auto* load = dyn_cast<LoadInst>(&access)) load->setAlignment(Align(element_bytes_));
    if (auto* store = dyn_cast<StoreInst>(&access)) store->setAlignment(Align(element_bytes_));
  }

  AllocaInst& alloca_;
  const DataLayout& layout_;
  std::uint64_t element_bytes_ = 0;
  SmallVector<GetElementPtrInst*, 16> addresses_;
  SmallVector<Instruction*, 16> accesses_;
  SmallVector<MemSetInst*, 2> fills_;
};

}  // namespace

void arrange_private_arrays(Function& body, unsigned lanes) {
  SmallVector<AllocaInst*, 8> allocas;
  for (Instruction& instruction : body.getEntryBlock()) {
    if (auto* alloca = dyn_cast<AllocaInst>(&instruction)) allocas.push_back(alloca);
  }
  // Filling one splits the block at a place that may lie before another.
  for (AllocaInst* alloca : allocas) {
    if (alloca->isStaticAlloca()) alloca->moveBefore(body.getEntryBlock().begin());
  }
  for (AllocaInst* alloca : allocas) {
    if (PrivateArray array(*alloca); array.can_be_rearranged()) array.rearrange(lanes);
  }
}

}  // namespace riffle::spmd
