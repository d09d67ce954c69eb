// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/transform/note_accesses.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <map>
#include <tuple>

#include "compiler/spmd/position.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

using Form = NotedAccess::Form;
using abi::AccessKind;

// ---- Whose memory it is ----

/// Launch, frame or thread, as the range function, a body or a device function gets them.
bool is_abi_argument(const Argument& argument) {
  const Function& function = *argument.getParent();
  const unsigned number = argument.getArgNo();
  if (function.hasFnAttribute(kDeviceAttribute)) return number == 0;
  if (function.hasFnAttribute(kBodyAttribute)) return number < kFirstParameter;
  return function.getName().ends_with(".run") && number < 2;
}

const Value* object_of(const Value* pointer) {
  return getUnderlyingObject(pointer, /*MaxLookup=*/0);
}

/// Launch, frame and thread themselves: also those that a thread points to.
bool is_abi_structure(const Value* object) {
  if (const auto* argument = dyn_cast<Argument>(object)) return is_abi_argument(*argument);
  const auto* load = dyn_cast<LoadInst>(object);
  if (load == nullptr) return false;
  const auto* from = dyn_cast<Argument>(object_of(load->getPointerOperand()));
  if (from == nullptr || !from->getParent()->hasFnAttribute(kDeviceAttribute)) return false;
  return is_abi_argument(*from);  // its only pointers are launch and frame
}

/// What Riffle's own tables lead to.
bool is_of_riffle(const Value* object) {
  while (const auto* load = dyn_cast<LoadInst>(object))
    object = object_of(load->getPointerOperand());
  const auto* global = dyn_cast<GlobalVariable>(object);
  return global != nullptr && global->getName().starts_with("riffle.");
}

bool is_own_object(const Value* object) {
  if (isa<AllocaInst>(object)) return true;
  if (const auto* global = dyn_cast<GlobalVariable>(object)) {
    return (global->isConstant() && !global->isExternallyInitialized()) || is_of_riffle(global);
  }
  if (is_abi_structure(object) || is_of_riffle(object)) return true;
  // Shared memory, scratch memory, the launch's arguments.
  const auto* load = dyn_cast<LoadInst>(object);
  return load != nullptr && is_abi_structure(object_of(load->getPointerOperand()));
}

bool is_own_memory(const Value* pointer) {
  SmallVector<const Value*, 4> objects;
  getUnderlyingObjects(pointer, objects, nullptr, /*MaxLookup=*/0);
  return !objects.empty() && all_of(objects, is_own_object);
}

// ---- What is touched ----

class Finder {
 public:
  explicit Finder(Function& function)
      : layout_(function.getParent()->getDataLayout()), dominators_(function) {
    for (Instruction& instruction : instructions(function)) visit(instruction);
  }

  SmallVector<NotedAccess, 32> take() { return std::move(found_); }

 private:
  void visit(Instruction& instruction) {
    if (auto* load = dyn_cast<LoadInst>(&instruction)) {
      // PTX takes a volatile access for a relaxed one.
      const bool is_strong = load->isVolatile() || load->isAtomic();
      piece(instruction, is_strong ? AccessKind::kAtomic : AccessKind::kRead,
            load->getPointerOperand(), load->getType(), load->getAlign());
    } else if (auto* store = dyn_cast<StoreInst>(&instruction)) {
      const bool is_strong = store->isVolatile() || store->isAtomic();
      piece(instruction, is_strong ? AccessKind::kAtomic : AccessKind::kWrite,
            store->getPointerOperand(), store->getValueOperand()->getType(), store->getAlign());
    } else if (auto* update = dyn_cast<AtomicRMWInst>(&instruction)) {
      piece(instruction, AccessKind::kAtomic, update->getPointerOperand(),
            update->getValOperand()->getType(), update->getAlign());
    } else if (auto* exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
      piece(instruction, AccessKind::kAtomic, exchange->getPointerOperand(),
            exchange->getNewValOperand()->getType(), exchange->getAlign());
    } else if (auto* intrinsic = dyn_cast<IntrinsicInst>(&instruction)) {
      visit_intrinsic(*intrinsic);
    }
  }

  void visit_intrinsic(IntrinsicInst& call) {
    switch (call.getIntrinsicID()) {
      case Intrinsic::masked_load:
        masked(call, AccessKind::kRead, 0, 1, call.getType());
        break;
      case Intrinsic::masked_store:
        masked(call, AccessKind::kWrite, 1, 2, call.getArgOperand(0)->getType());
        break;
      case Intrinsic::masked_gather:
        lanes(call, AccessKind::kRead, 0, 1, call.getType());
        break;
      case Intrinsic::masked_scatter:
        lanes(call, AccessKind::kWrite, 1, 2, call.getArgOperand(0)->getType());
        break;
      case Intrinsic::memcpy:
      case Intrinsic::memcpy_inline:
      case Intrinsic::memmove:
        range(call, AccessKind::kRead, call.getArgOperand(1), call.getArgOperand(2));
        [[fallthrough]];
      case Intrinsic::memset:
      case Intrinsic::memset_inline:
        range(call, AccessKind::kWrite, call.getArgOperand(0), call.getArgOperand(2));
        break;
      default:
        break;
    }
  }

  void piece(Instruction& at, AccessKind kind, Value* address, Type* type, Align align) {
    const TypeSize size = layout_.getTypeStoreSize(type);
    if (size.isZero()) return;
    const std::uint64_t bytes = size.getFixedValue();
    const bool is_aligned = bytes <= 64 && isPowerOf2_64(bytes) && align.value() >= bytes;
    if (bytes > abi::kMostNotedBytes) {
      Value* const length = ConstantInt::get(Type::getInt64Ty(at.getContext()), bytes);
      add({.at = &at,
           .form = Form::kRange,
           .kind = kind,
           .address = address,
           .bytes = 0,
           .length = length});
      return;
    }
    add({.at = &at,
         .form = Form::kPiece,
         .kind = kind,
         .address = address,
         .bytes = bytes,
         .is_aligned = is_aligned});
  }

  void masked(IntrinsicInst& call, AccessKind kind, unsigned address, unsigned mask, Type* type) {
    const auto* const vector = cast<FixedVectorType>(type);
    const std::uint64_t lane = layout_.getTypeStoreSize(vector->getElementType());
    Value* const lanes = call.getArgOperand(mask);
    if (const auto* constant = dyn_cast<Constant>(lanes);
        constant != nullptr && constant->isAllOnesValue()) {
      piece(call, kind, call.getArgOperand(address), type, Align(1));
      return;
    }
    add({.at = &call,
         .form = Form::kPiece,
         .kind = kind,
         .address = call.getArgOperand(address),
         .bytes = lane * vector->getNumElements(),
         .mask = lanes});
  }

  void lanes(IntrinsicInst& call, AccessKind kind, unsigned address, unsigned mask, Type* type) {
    const std::uint64_t lane =
        layout_.getTypeStoreSize(cast<FixedVectorType>(type)->getElementType());
    add({.at = &call,
         .form = Form::kLanes,
         .kind = kind,
         .address = call.getArgOperand(address),
         .bytes = lane,
         .mask = call.getArgOperand(mask)});
  }

  void range(IntrinsicInst& call, AccessKind kind, Value* address, Value* length) {
    if (const auto* bytes = dyn_cast<ConstantInt>(length);
        bytes != nullptr && bytes->getValue().ule(abi::kMostNotedBytes)) {
      if (bytes->isZero()) return;
      add({.at = &call,
           .form = Form::kPiece,
           .kind = kind,
           .address = address,
           .bytes = bytes->getZExtValue()});
      return;
    }
    add({.at = &call,
         .form = Form::kRange,
         .kind = kind,
         .address = address,
         .bytes = 0,
         .length = length});
  }

  void add(const NotedAccess& access) {
    if (is_own_memory(access.address)) return;
    // An address that another access with the same value dominates is that of its latest run.
    auto& same = noted_[{access.address, access.mask, access.length, access.bytes, access.kind}];
    for (const Instruction* other : same)
      if (other == access.at || dominators_.dominates(other, access.at)) return;
    same.push_back(access.at);
    found_.push_back(access);
  }

  const DataLayout& layout_;
  DominatorTree dominators_;
  SmallVector<NotedAccess, 32> found_;
  std::map<std::tuple<Value*, Value*, Value*, std::uint64_t, AccessKind>,
           SmallVector<const Instruction*, 2>>
      noted_;
};

}  // namespace

bool is_to_note_accesses(const Module& module) {
  return module.getNamedMetadata(kNotesAccesses) != nullptr;
}

void mark_to_note_accesses(Module& module) { module.getOrInsertNamedMetadata(kNotesAccesses); }

SmallVector<NotedAccess, 32> noted_accesses(Function& function) { return Finder(function).take(); }

}  // namespace riffle::spmd
