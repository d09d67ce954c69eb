// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/instrument/note_accesses.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DataLayout.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>

#include <map>
#include <tuple>

#include "compiler/spmd/keys.h"
#include "compiler/spmd/position.h"
#include "compiler/spmd/strategy/block_atomics.h"

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

/// The pointer to the block's shared memory, as the frame has it.
bool is_shared_memory(const Value* object) {
  const auto* const load = dyn_cast<LoadInst>(object);
  if (load == nullptr) return false;
  APInt offset(64, 0);
  const DataLayout& layout = load->getModule()->getDataLayout();
  const Value* const from =
      load->getPointerOperand()->stripAndAccumulateConstantOffsets(layout, offset, true);
  if (offset != offsetof(abi::Frame, shared)) return false;
  if (const auto* const argument = dyn_cast<Argument>(from))
    return !argument->getParent()->hasFnAttribute(kDeviceAttribute) && is_abi_argument(*argument) &&
           argument->getArgNo() == kFrame;
  // Of a function that has its thread.
  const auto* const frame = dyn_cast<LoadInst>(from);
  if (frame == nullptr || !is_abi_structure(frame)) return false;
  APInt place(64, 0);
  frame->getPointerOperand()->stripAndAccumulateConstantOffsets(layout, place, true);
  return place == offsetof(abi::Thread, frame);
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

/// Of lanes whose addresses are all made from one: that.
const Value* scalar_base(const Value* pointer) {
  while (pointer->getType()->isVectorTy()) {
    const auto* const step = dyn_cast<GEPOperator>(pointer);
    if (step == nullptr) break;
    pointer = step->getPointerOperand();
  }
  return pointer;
}

bool is_block_memory(const Value* pointer) {
  const auto* const load = dyn_cast<LoadInst>(object_of(pointer));
  return load != nullptr && load->hasMetadata(kBlockMemory);
}

bool is_own_memory(const Value* pointer) {
  pointer = scalar_base(pointer);
  SmallVector<const Value*, 4> objects;
  getUnderlyingObjects(pointer, objects, nullptr, /*MaxLookup=*/0);
  return !objects.empty() && all_of(objects, is_own_object);
}

/// Whether some of it may be the block's shared memory.
bool may_be_shared(const Value* pointer) {
  SmallVector<const Value*, 4> objects;
  getUnderlyingObjects(scalar_base(pointer), objects, nullptr, /*MaxLookup=*/0);
  return any_of(objects, [](const Value* object) {
    const auto* const argument = dyn_cast<Argument>(object);
    if (argument == nullptr) return is_shared_memory(object);
    return argument->getParent()->hasFnAttribute(kBodyAttribute) && argument->getArgNo() == kShared;
  });
}

// ---- What is touched ----

class NotedAccessFinder {
 public:
  NotedAccessFinder(Function& function, bool checks, bool follows)
      : layout_(function.getParent()->getDataLayout()),
        dominators_(function),
        checks_(checks),
        follows_(follows) {
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

  /// What a check asks beside the rest.
  static void describe(NotedAccess& access, Align alignment, std::uint64_t lane_bytes) {
    access.reads = !isa<StoreInst>(access.at) && access.kind != AccessKind::kWrite;
    access.writes = !isa<LoadInst>(access.at) && access.kind != AccessKind::kRead;
    access.alignment = alignment;
    const MDNode* const by_lane = access.at->getMetadata(kByLane);
    if (by_lane == nullptr) return;
    access.lane_bytes = lane_bytes;
    access.first_lane = mdconst::extract<ConstantInt>(by_lane->getOperand(0))->getZExtValue();
  }

  std::uint64_t element_bytes(Type* type) const {
    return layout_.getTypeStoreSize(type->getScalarType());
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
    NotedAccess access{.at = &at,
                       .form = Form::kPiece,
                       .kind = kind,
                       .address = address,
                       .bytes = bytes,
                       .is_aligned = is_aligned};
    describe(access, align, element_bytes(type));
    add(access);
  }

  void masked(IntrinsicInst& call, AccessKind kind, unsigned address, unsigned mask, Type* type) {
    const auto* const vector = cast<FixedVectorType>(type);
    const std::uint64_t lane = layout_.getTypeStoreSize(vector->getElementType());
    Value* const lanes = call.getArgOperand(mask);
    if (const auto* constant = dyn_cast<Constant>(lanes);
        constant != nullptr && constant->isAllOnesValue()) {
      // No more is known of its place within 64 bytes.
      piece(call, kind, call.getArgOperand(address), type,
            std::min(alignment(call, address), Align(lane)));
      return;
    }
    NotedAccess access{.at = &call,
                       .form = Form::kPiece,
                       .kind = kind,
                       .address = call.getArgOperand(address),
                       .bytes = lane * vector->getNumElements(),
                       .mask = lanes};
    describe(access, alignment(call, address), lane);
    add(access);
  }

  static Align alignment(const CallInst& call, unsigned address) {
    return call.getParamAlign(address).valueOrOne();
  }

  void lanes(IntrinsicInst& call, AccessKind kind, unsigned address, unsigned mask, Type* type) {
    const std::uint64_t lane =
        layout_.getTypeStoreSize(cast<FixedVectorType>(type)->getElementType());
    NotedAccess access{.at = &call,
                       .form = Form::kLanes,
                       .kind = kind,
                       .address = call.getArgOperand(address),
                       .bytes = lane,
                       .mask = call.getArgOperand(mask)};
    describe(access, alignment(call, address), lane);
    add(access);
  }

  void range(IntrinsicInst& call, AccessKind kind, Value* address, Value* length) {
    if (const auto* bytes = dyn_cast<ConstantInt>(length);
        bytes != nullptr && bytes->getValue().ule(abi::kMostNotedBytes)) {
      if (bytes->isZero()) return;
      NotedAccess access{.at = &call,
                         .form = Form::kPiece,
                         .kind = kind,
                         .address = address,
                         .bytes = bytes->getZExtValue()};
      describe(access, Align(1), 0);
      add(access);
      return;
    }
    add({.at = &call,
         .form = Form::kRange,
         .kind = kind,
         .address = address,
         .bytes = 0,
         .length = length});
  }

  void add(NotedAccess access) {
    if (!checks_ && is_block_memory(access.address)) return;
    if (is_own_memory(access.address) && !find_bounds(access)) {
      access.is_followed_only = follows_ && may_be_shared(access.address);
      if (!access.is_followed_only) return;
    }
    if (follows_) {
      found_.push_back(access);
      return;
    }
    // An address that another access with the same value dominates is that of its latest run.
    auto& same = noted_[{access.address, access.mask, access.length, access.bytes, access.kind}];
    for (const Instruction* other : same)
      if (other == access.at || dominators_.dominates(other, access.at)) return;
    same.push_back(access.at);
    found_.push_back(access);
  }

  /// Of own memory: whether it has bounds that the access may be out of.
  bool find_bounds(NotedAccess& access) const {
    if (!checks_ || access.form == Form::kRange) return false;
    auto* const object = const_cast<Value*>(object_of(scalar_base(access.address)));
    if (is_shared_memory(object)) {
      access.object = abi::CheckedObject::kShared;
    } else if (const auto* array = dyn_cast<AllocaInst>(object)) {
      const auto size = array->getAllocationSize(layout_);
      if (!size || is_within(access, *array, size->getFixedValue())) return false;
      access.object = abi::CheckedObject::kLocal;
      access.object_bytes = size->getFixedValue();
    } else {
      return false;
    }
    access.base = object;
    return true;
  }

  bool is_within(const NotedAccess& access, const AllocaInst& array, std::uint64_t size) const {
    if (access.form != Form::kPiece) return false;
    APInt offset(64, 0);
    const Value* const base =
        access.address->stripAndAccumulateConstantOffsets(layout_, offset, true);
    return base == &array && offset.ule(size) && access.bytes <= size - offset.getZExtValue();
  }

  const DataLayout& layout_;
  DominatorTree dominators_;
  const bool checks_;
  const bool follows_;
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

bool is_to_check_accesses(const Module& module) {
  return module.getNamedMetadata(kChecksAccesses) != nullptr;
}

void mark_to_check_accesses(Module& module) { module.getOrInsertNamedMetadata(kChecksAccesses); }

bool is_to_follow_threads(const Module& module) {
  return module.getNamedMetadata(kFollowsThreads) != nullptr;
}

void mark_to_follow_threads(Module& module) { module.getOrInsertNamedMetadata(kFollowsThreads); }

// As for ThreadSanitizer: what a thread reads in a branch is not to be read in front of it.
void keep_accesses_in_place(Module& module) {
  for (Function& function : module)
    if (!function.isDeclaration()) function.addFnAttr(Attribute::SanitizeThread);
}

void mark_wait(Instruction& call) {
  if (is_to_follow_threads(*call.getModule()))
    call.setMetadata(kWaits, MDNode::get(call.getContext(), {}));
}

SmallVector<Instruction*, 8> waits_of(Function& function) {
  SmallVector<Instruction*, 8> waits;
  for (Instruction& instruction : instructions(function))
    if (instruction.getMetadata(kWaits) != nullptr) waits.push_back(&instruction);
  return waits;
}

void mark_by_lane(Value* access, unsigned first) {
  auto* const instruction = dyn_cast<Instruction>(access);
  if (instruction == nullptr || !is_to_check_accesses(*instruction->getModule())) return;
  LLVMContext& context = instruction->getContext();
  instruction->setMetadata(kByLane, MDNode::get(context, ConstantAsMetadata::get(ConstantInt::get(
                                                             Type::getInt32Ty(context), first))));
}

SmallVector<NotedAccess, 32> noted_accesses(Function& function, bool checks, bool follows) {
  return NotedAccessFinder(function, checks, follows).take();
}

}  // namespace riffle::spmd
