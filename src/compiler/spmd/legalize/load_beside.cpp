// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/legalize/load_beside.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>

#include <numeric>

namespace riffle::spmd {

using namespace llvm;

namespace {

constexpr unsigned kRegisterBytes = 32;
/// Stores that processors with AVX2 have under way: 44 (Zen) to 64 (Zen 3), 56 (Skylake) to 72.
constexpr std::uint64_t kStoresUnderWay = 72;

/// A loaded vector of which lane i is lane i + by.
struct RotatedLoad {
  ShuffleVectorInst* result;
  LoadInst* loaded;
  unsigned by;
};

unsigned lanes_of(const Value& value) {
  return cast<FixedVectorType>(value.getType())->getNumElements();
}

unsigned element_bytes(const Value& value) { return value.getType()->getScalarSizeInBits() / 8; }

bool is_turn(const ShuffleVectorInst& shuffle, unsigned by) {
  const ArrayRef<int> mask = shuffle.getShuffleMask();
  return all_of(enumerate(mask), [&](const auto& lane) {
    return lane.value() == static_cast<int>((lane.index() + by) % mask.size());
  });
}

/// A null result: it is another instruction, or its registers are whole registers of what is loaded.
RotatedLoad turn_of(Instruction& instruction) {
  auto* shuffle = dyn_cast<ShuffleVectorInst>(&instruction);
  if (shuffle == nullptr || shuffle->changesLength()) return {};
  auto* load = dyn_cast<LoadInst>(shuffle->getOperand(0));
  if (load == nullptr || !load->isSimple() || load->getParent() != shuffle->getParent()) return {};
  const unsigned bytes = element_bytes(*load) * lanes_of(*load);
  const int by = shuffle->getMaskValue(0);
  if (element_bytes(*load) < 4 || bytes % kRegisterBytes != 0 || bytes == kRegisterBytes ||
      by < 0 || static_cast<unsigned>(by) >= lanes_of(*load) ||
      static_cast<unsigned>(by) * element_bytes(*load) % kRegisterBytes == 0 ||
      !is_turn(*shuffle, static_cast<unsigned>(by)))
    return {};
  return {shuffle, load, static_cast<unsigned>(by)};
}

class Beside {
 public:
  explicit Beside(const RotatedLoad& turn)
      : turn_(turn),
        builder_(turn.loaded->getNextNode()),
        lanes_(kRegisterBytes / element_bytes(*turn.loaded)) {
    builder_.SetCurrentDebugLocation(turn.loaded->getDebugLoc());
  }

  void write() {
    SmallVector<Value*, 8> registers;
    for (unsigned lane = 0; lane < lanes_of(*turn_.loaded); lane += lanes_)
      registers.push_back(one_register((lane + turn_.by) % lanes_of(*turn_.loaded)));
    turn_.result->replaceAllUsesWith(concatenateVectors(builder_, registers));
    turn_.result->eraseFromParent();
  }

 private:
  Value* one_register(unsigned first) {
    LoadInst& whole = *turn_.loaded;
    if (first + lanes_ > lanes_of(whole)) {
      SmallVector<int, 8> mask(lanes_);
      for (unsigned lane = 0; lane < lanes_; ++lane)
        mask[lane] = static_cast<int>((first + lane) % lanes_of(whole));
      return builder_.CreateShuffleVector(&whole, mask);
    }
    const std::uint64_t offset = std::uint64_t{first} * element_bytes(whole);
    Value* place = builder_.CreatePtrAdd(whole.getPointerOperand(), builder_.getInt64(offset));
    Type* type = FixedVectorType::get(whole.getType()->getScalarType(), lanes_);
    LoadInst* part =
        builder_.CreateAlignedLoad(type, place, commonAlignment(whole.getAlign(), offset));
    part->setAAMetadata(whole.getAAMetadata());
    return part;
  }

  RotatedLoad turn_;
  IRBuilder<> builder_;
  unsigned lanes_;  ///< of a register
};

}  // namespace

bool load_beside(Function& function) {
  bool is_changed = false;
  for (BasicBlock& block : function) {
    SmallVector<RotatedLoad, 64> turns;
    SmallPtrSet<const LoadInst*, 32> loads;
    std::uint64_t bytes = 0;
    for (Instruction& instruction : block) {
      const RotatedLoad turn = turn_of(instruction);
      if (turn.result == nullptr) continue;
      turns.push_back(turn);
      if (loads.insert(turn.loaded).second)
        bytes += std::uint64_t{lanes_of(*turn.loaded)} * element_bytes(*turn.loaded);
    }
    if (bytes < kStoresUnderWay * kRegisterBytes) continue;
    for (const RotatedLoad& turn : turns) Beside(turn).write();
    is_changed = true;
  }
  return is_changed;
}

}  // namespace riffle::spmd
