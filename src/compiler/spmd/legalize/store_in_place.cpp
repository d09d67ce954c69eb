// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/legalize/store_in_place.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <cstdint>
#include <optional>

#include "compiler/spmd/analysis/known_object.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

constexpr unsigned kMostRows = 64;

/// Bytes behind a base.
struct Bytes {
  std::int64_t begin, end;
  [[nodiscard]] bool overlaps(Bytes other) const { return begin < other.end && other.begin < end; }
  [[nodiscard]] bool contains(Bytes other) const {
    return begin <= other.begin && other.end <= end;
  }
};

/// What one row copies: bytes of scratch memory, to where.
struct CopiedPiece {
  Bytes from;
  std::int64_t to;
  StoreInst* store;
};

/// A loop that only copies scratch memory to shared memory.
struct CopyLoop {
  Loop* loop;
  Value *scratch, *shared;  ///< their addresses
  SmallVector<CopiedPiece, 32> pieces;
};

/// A simple load's or store's address, base and bytes; none: it is another instruction, or its address is no constant.
struct BaseAccess {
  const Value* base;
  Bytes bytes;
};

std::optional<BaseAccess> access_of(const Instruction& instruction) {
  const Value* address = getLoadStorePointerOperand(&instruction);
  if (address == nullptr || instruction.isVolatile() || instruction.isAtomic()) return {};
  const DataLayout& layout = instruction.getDataLayout();
  const TypeSize size = layout.getTypeStoreSize(getLoadStoreType(&instruction));
  APInt offset(layout.getIndexTypeSizeInBits(address->getType()), 0);
  const Value* base = address->stripAndAccumulateConstantOffsets(layout, offset, true);
  const std::int64_t begin = offset.getSExtValue();
  return BaseAccess{base, {begin, begin + static_cast<std::int64_t>(size.getFixedValue())}};
}

/// The address that an access begins at; null: it is another kind of instruction.
const Value* address_of(const Instruction& instruction) {
  if (const Value* address = getLoadStorePointerOperand(&instruction)) return address;
  const auto* call = dyn_cast<IntrinsicInst>(&instruction);
  if (call == nullptr) return nullptr;
  if (call->getIntrinsicID() == Intrinsic::masked_load) return call->getArgOperand(0);
  if (call->getIntrinsicID() == Intrinsic::masked_store) return call->getArgOperand(1);
  return nullptr;
}

class InPlace {
 public:
  InPlace(Function& run, ScalarEvolution& evolution, const DominatorTree& dominators)
      : run_(run), evolution_(evolution), dominators_(dominators) {}

  bool try_loop(Loop& loop) {
    std::optional<CopyLoop> copy = copy_of(loop);
    if (!copy || is_read_elsewhere(*copy)) return false;
    const SmallVector<BasicBlock*, 4> writers = writers_before(loop);
    SmallVector<StoreInst*, 64> stores;
    if (writers.empty() ||
        !all_of(writers, [&](BasicBlock* writer) { return writes_all(*writer, *copy, stores); }))
      return false;
    for (StoreInst* store : stores) redirect(*store, *copy);
    remove(loop);
    return true;
  }

 private:
  [[nodiscard]] std::optional<CopyLoop> copy_of(Loop& loop) {
    BasicBlock* block = loop.getHeader();
    const unsigned rows = evolution_.getSmallConstantTripCount(&loop);
    if (loop.getNumBlocks() != 1 || loop.getLoopPredecessor() == nullptr ||
        loop.getExitBlock() == nullptr || rows == 0 || rows > kMostRows)
      return {};
    CopyLoop copy{&loop, nullptr, nullptr, {}};
    for (Instruction& instruction : *block) {
      if (any_of(instruction.users(),
                 [&](const User* user) { return cast<Instruction>(user)->getParent() != block; }))
        return {};
      if (auto* store = dyn_cast<StoreInst>(&instruction)) {
        if (!add_pieces(*store, rows, copy)) return {};
      } else if (auto* load = dyn_cast<LoadInst>(&instruction)) {
        if (!load->isSimple() ||
            !all_of(load->users(), [](const User* user) { return isa<StoreInst>(user); }))
          return {};
      } else if (instruction.mayReadOrWriteMemory()) {
        return {};
      }
    }
    if (copy.pieces.empty()) return {};
    return copy;
  }

  [[nodiscard]] bool add_pieces(StoreInst& store, unsigned rows, CopyLoop& copy) {
    auto* load = dyn_cast<LoadInst>(store.getValueOperand());
    if (load == nullptr || !store.isSimple() || load->getParent() != store.getParent())
      return false;
    if (known_object(load->getPointerOperand(), run_) != KnownObject::kScratch ||
        known_object(store.getPointerOperand(), run_) != KnownObject::kShared)
      return false;
    const auto from = first_and_step(load->getPointerOperand(), copy.scratch, *copy.loop);
    const auto to = first_and_step(store.getPointerOperand(), copy.shared, *copy.loop);
    if (!from || !to) return false;
    const auto size = static_cast<std::int64_t>(
        run_.getDataLayout().getTypeStoreSize(load->getType()).getFixedValue());
    for (std::int64_t row = 0; row < rows; ++row) {
      const std::int64_t begin = from->first + row * from->second;
      copy.pieces.push_back({{begin, begin + size}, to->first + row * to->second, &store});
    }
    return true;
  }

  /// Behind `base`, which is set by the first one, in bytes.
  [[nodiscard]] std::optional<std::pair<std::int64_t, std::int64_t>> first_and_step(
      Value* address, Value*& base, const Loop& loop) {
    const SCEV* place = evolution_.getSCEV(address);
    const auto* object = dyn_cast<SCEVUnknown>(evolution_.getPointerBase(place));
    if (object == nullptr || (base != nullptr && base != object->getValue())) return {};
    base = object->getValue();
    const auto* steps = dyn_cast<SCEVAddRecExpr>(evolution_.getMinusSCEV(place, object));
    if (steps == nullptr || steps->getLoop() != &loop || !steps->isAffine()) return {};
    const auto* first = dyn_cast<SCEVConstant>(steps->getStart());
    const auto* step = dyn_cast<SCEVConstant>(steps->getStepRecurrence(evolution_));
    if (first == nullptr || step == nullptr) return {};
    return std::pair(first->getAPInt().getSExtValue(), step->getAPInt().getSExtValue());
  }

  /// Whether something other than the loop may want what scratch memory has there.
  [[nodiscard]] bool is_read_elsewhere(const CopyLoop& copy) {
    return any_of(instructions(run_), [&](const Instruction& instruction) {
      if (!instruction.mayReadFromMemory() || copy.loop->contains(&instruction)) return false;
      const Value* address = address_of(instruction);
      if (address == nullptr) return !is_quiet(instruction);
      if (is_of_launch(*address)) return false;
      const KnownObject object = known_object(address, run_);
      if (object != KnownObject::kScratch) return object == KnownObject::kNone;
      return any_of(copy.pieces, [&](const CopiedPiece& piece) {
        return !is_apart(instruction, copy, piece.from);
      });
    });
  }

  [[nodiscard]] static bool is_quiet(const Instruction& instruction) {
    const auto* call = dyn_cast<IntrinsicInst>(&instruction);
    return call != nullptr && call->isAssumeLikeIntrinsic();
  }

  /// What the runtime tells the function, and the kernel's arguments.
  [[nodiscard]] bool is_of_launch(const Value& address) const {
    const Value* object = getUnderlyingObject(&address, /*MaxLookup=*/0);
    if (object == run_.getArg(1)) return true;
    if (const auto* arguments = dyn_cast<LoadInst>(object))
      object = getUnderlyingObject(arguments->getPointerOperand(), 0);
    return object == run_.getArg(0);
  }

  [[nodiscard]] bool is_apart(const Instruction& access, const CopyLoop& copy, Bytes bytes) {
    const SCEV* distance =
        evolution_.getMinusSCEV(evolution_.getSCEV(const_cast<Value*>(address_of(access))),
                                evolution_.getSCEV(copy.scratch));
    if (isa<SCEVCouldNotCompute>(distance)) return false;
    Type* type = isa<CallBase>(access) ? access.getType() : getLoadStoreType(&access);
    const auto size =
        static_cast<std::int64_t>(run_.getDataLayout().getTypeStoreSize(type).getFixedValue());
    const ConstantRange range = evolution_.getSignedRange(distance);
    if (range.isFullSet()) return false;
    return range.getSignedMin().getSExtValue() >= bytes.end ||
           range.getSignedMax().getSExtValue() + size <= bytes.begin;
  }

  /// The blocks that come right before the loop, one of them each time; none: other code may come between.
  [[nodiscard]] static SmallVector<BasicBlock*, 4> writers_before(const Loop& loop) {
    BasicBlock* before = loop.getLoopPredecessor();
    if (before->getSingleSuccessor() == nullptr) return {};
    if (any_of(*before, [](const Instruction& i) { return i.mayReadOrWriteMemory(); }))
      return {before};
    SmallVector<BasicBlock*, 4> writers(predecessors(before));
    if (any_of(writers, [](const BasicBlock* b) { return b->getSingleSuccessor() == nullptr; }))
      return {};
    return writers;
  }

  /// Whether the block stores all that the loop copies, and accesses no place of shared memory once its result is there.
  [[nodiscard]] bool writes_all(BasicBlock& block, const CopyLoop& copy,
                                SmallVectorImpl<StoreInst*>& stores) {
    SmallVector<Bytes, 64> written;
    SmallVector<std::int64_t, 64>
        missing;  // bytes of each piece; a piece is written by stores that do not overlap
    for (const CopiedPiece& piece : copy.pieces)
      missing.push_back(piece.from.end - piece.from.begin);
    for (Instruction& instruction : block) {
      if (!instruction.mayReadOrWriteMemory() || is_quiet(instruction)) continue;
      const std::optional<BaseAccess> access = access_of(instruction);
      if (access && access->base == copy.scratch && isa<StoreInst>(instruction)) {
        const CopiedPiece* piece = piece_with(access->bytes, copy);
        if (piece == nullptr) return false;
        const std::int64_t to = access->bytes.begin - piece->from.begin + piece->to;
        const std::int64_t size = access->bytes.end - access->bytes.begin;
        const Bytes target{to, to + size};
        if (is_in(target, written)) return false;
        if (!dominators_.dominates(copy.shared, &instruction)) return false;
        written.push_back(target);
        missing[static_cast<std::size_t>(piece - copy.pieces.begin())] -= size;
        stores.push_back(cast<StoreInst>(&instruction));
      } else if (!written.empty() && !is_elsewhere(instruction, access, copy, written)) {
        return false;
      }
    }
    return all_of(missing, [](std::int64_t bytes) { return bytes == 0; });
  }

  [[nodiscard]] static bool is_in(Bytes bytes, ArrayRef<Bytes> written) {
    return any_of(written, [&](Bytes other) { return bytes.overlaps(other); });
  }

  [[nodiscard]] static const CopiedPiece* piece_with(Bytes bytes, const CopyLoop& copy) {
    const auto* found =
        find_if(copy.pieces, [&](const CopiedPiece& piece) { return piece.from.contains(bytes); });
    return found == copy.pieces.end() ? nullptr : found;
  }

  [[nodiscard]] bool is_elsewhere(const Instruction& instruction,
                                  const std::optional<BaseAccess>& access, const CopyLoop& copy,
                                  ArrayRef<Bytes> written) const {
    const Value* address = address_of(instruction);
    if (address == nullptr) return false;
    const KnownObject object = known_object(address, run_);
    if (object != KnownObject::kShared) return object == KnownObject::kParameter;
    return access && access->base == copy.shared && !is_in(access->bytes, written);
  }

  static void redirect(StoreInst& store, const CopyLoop& copy) {
    const std::int64_t begin = access_of(store)->bytes.begin;
    const CopiedPiece& piece = *piece_with(access_of(store)->bytes, copy);
    const std::int64_t inside = begin - piece.from.begin;
    IRBuilder<> builder(&store);
    const std::int64_t to = piece.to + inside;
    Value* place = to == 0 ? copy.shared : builder.CreatePtrAdd(copy.shared, builder.getInt64(to));
    store.setOperand(StoreInst::getPointerOperandIndex(), place);
    // Frozen, so that the code generator makes no masked store of a blend with what was there.
    if (isa<SelectInst>(store.getValueOperand()))
      store.setOperand(0, builder.CreateFreeze(store.getValueOperand()));
    store.setAlignment(
        commonAlignment(piece.store->getAlign(), static_cast<std::uint64_t>(inside)));
    store.setAAMetadata(piece.store->getAAMetadata());
  }

  static void remove(Loop& loop) {
    BasicBlock *block = loop.getHeader(), *before = loop.getLoopPredecessor();
    BasicBlock* exit = loop.getExitBlock();
    exit->replacePhiUsesWith(block, before);
    before->getTerminator()->replaceSuccessorWith(block, exit);
    // It is its own predecessor still.
    DeleteDeadBlock(block);
  }

  Function& run_;
  ScalarEvolution& evolution_;
  const DominatorTree& dominators_;
};

}  // namespace

bool store_in_place(Function& run, LoopInfo& loops, ScalarEvolution& evolution,
                    const DominatorTree& dominators) {
  for (Loop* loop : loops.getLoopsInPreorder()) {
    if (loop->isInnermost() && InPlace(run, evolution, dominators).try_loop(*loop)) return true;
  }
  return false;
}

}  // namespace riffle::spmd
