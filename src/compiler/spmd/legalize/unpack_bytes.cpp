// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/legalize/unpack_bytes.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/PatternMatch.h>

#include "compiler/spmd/legalize/byte_sums.h"

namespace riffle::spmd {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

constexpr unsigned kBytes = 32;          // of a register
constexpr unsigned kLanes = kBytes / 2;  // of 16 bits
constexpr unsigned kHalfBytes = kBytes / 2;
constexpr unsigned kMostValues = 256;

/// Values of 16 bits that fill whole registers as bytes.
bool is_word(const Type* type) {
  const auto* vector = dyn_cast<FixedVectorType>(type);
  return vector != nullptr && vector->getElementType()->isIntegerTy(16) &&
         vector->getNumElements() % kBytes == 0;
}

bool is_byte(const Type* type) {
  const auto* vector = dyn_cast<FixedVectorType>(type);
  return vector != nullptr && vector->getElementType()->isIntegerTy(8);
}

bool is_from_bytes(const Value& value) {
  const auto* extension = dyn_cast<ZExtInst>(&value);
  return extension != nullptr && is_byte(extension->getSrcTy());
}

bool is_to_bytes(const User& user) {
  return isa<TruncInst>(user) && is_byte(user.getType()) && is_word(user.getOperand(0)->getType());
}

/// What each lane does by itself.
bool is_lanes_own(const Instruction& instruction) {
  if (!is_word(instruction.getType())) return false;
  if (const auto* operation = dyn_cast<BinaryOperator>(&instruction))
    return !operation->isIntDivRem() || isa<Constant>(operation->getOperand(1));
  const auto* call = dyn_cast<IntrinsicInst>(&instruction);
  if (call == nullptr) return false;
  switch (call->getIntrinsicID()) {
    case Intrinsic::umin:
    case Intrinsic::umax:
    case Intrinsic::smin:
    case Intrinsic::smax:
    case Intrinsic::abs:
    case Intrinsic::uadd_sat:
    case Intrinsic::usub_sat:
    case Intrinsic::sadd_sat:
    case Intrinsic::ssub_sat:
      return true;
    default:
      return false;
  }
}

/// A number that all lanes share; null: they do not.
Value* shared_number(Value& value) {
  Value* number = nullptr;
  if (match(&value, m_Shuffle(m_InsertElt(m_Value(), m_Value(number), m_ZeroInt()), m_Value(),
                              m_ZeroMask())))
    return number;
  return nullptr;
}

/// Arithmetic between bytes and bytes that hangs together.
struct Web {
  SetVector<Instruction*> operations;
  SetVector<TruncInst*> results;
};

/// All that hangs together with `result`; empty if some of it may not be touched.
Web web_of(TruncInst& result) {
  Web web;
  bool has_bytes = false;
  const auto enter = [&](Value* value) {
    if (isa<Constant>(value) || shared_number(*value) != nullptr) return true;
    if (is_from_bytes(*value)) return has_bytes = true;
    auto* operation = dyn_cast<Instruction>(value);
    if (operation == nullptr || !is_lanes_own(*operation)) return false;
    web.operations.insert(operation);
    return web.operations.size() <= kMostValues;
  };
  if (!enter(result.getOperand(0))) return {};
  for (unsigned next = 0; next < web.operations.size(); ++next) {
    Instruction* operation = web.operations[next];
    for (Value* operand : operation->operands()) {
      if (!is_word(operand->getType())) continue;  // the function that is called, a flag
      if (!enter(operand)) return {};
    }
    for (User* user : operation->users()) {
      if (is_to_bytes(*user)) {
        web.results.insert(cast<TruncInst>(user));
      } else if (!enter(user)) {
        return {};
      }
    }
  }
  return has_bytes ? web : Web{};
}

/// Where lane `i` of a half's register lies in the 32 that both make.
int lane_of(unsigned half, unsigned i) {
  constexpr unsigned kTogether = kLanes / 2;
  return static_cast<int>(i / kTogether * kHalfBytes + half * kTogether + i % kTogether);
}

class Unpacker {
 public:
  explicit Unpacker(const Web& web) : web_(web) {}

  void run() {
    // Defined before used, as long as the operations are taken in that order.
    find_sums();
    for (Instruction* operation : in_order_) {
      if (parts_of_sums_.contains(operation)) continue;
      const auto sum = sums_.find(operation);
      if (sum == sums_.end())
        unpack(*operation);
      else
        add_pairs(*operation, sum->second);
    }
    for (TruncInst* result : web_.results) pack(*result);
    for (TruncInst* result : web_.results) result->eraseFromParent();
    // Those that only others of them used.
    for (Instruction* operation : reverse(in_order_)) {
      for (Value* operand : operation->operands())
        if (is_from_bytes(*operand)) extensions_.insert(cast<ZExtInst>(operand));
      operation->eraseFromParent();
    }
    for (ZExtInst* extension : extensions_)
      if (extension->use_empty()) extension->eraseFromParent();
  }

 private:
  using Registers = SmallVector<Value*, 8>;  // low and high half of the first 32 lanes, ...

  ArrayRef<Instruction*> in_order() {
    SmallPtrSet<Instruction*, 32> done;
    for (Instruction* operation : web_.operations) append(*operation, done);
    return in_order_;
  }
  // Behind its operands: there are no rounds without a phi.
  void append(Instruction& operation, SmallPtrSet<Instruction*, 32>& done) {
    if (!web_.operations.contains(&operation) || !done.insert(&operation).second) return;
    for (Value* operand : operation.operands())
      if (auto* other = dyn_cast<Instruction>(operand)) append(*other, done);
    in_order_.push_back(&operation);
  }

  // Whole sums before parts of them.
  void find_sums() {
    for (Instruction* operation : reverse(in_order())) {
      auto* addition = dyn_cast<BinaryOperator>(operation);
      if (addition == nullptr || parts_of_sums_.contains(addition)) continue;
      std::optional<ByteSum> sum = byte_sum_of(*addition);
      if (!sum) continue;
      parts_of_sums_.insert(sum->parts.begin(), sum->parts.end());
      sums_.try_emplace(addition, std::move(*sum));
    }
  }

  void add_pairs(Instruction& operation, const ByteSum& sum) {
    IRBuilder<> builder(&operation);
    Registers made;
    for (unsigned part = 0; part < registers_of(operation); ++part) {
      Value* total = nullptr;
      const auto add = [&](Value* term) {
        total = total == nullptr ? term : builder.CreateAdd(total, term);
      };
      for (const ByteSum::Pair& pair : sum.pairs) add(products(builder, pair, part));
      for (Value* other : sum.rest) add(part_of(builder, *other, part));
      made.push_back(total);
    }
    registers_[&operation] = made;
  }

  static Value* products(IRBuilder<>& builder, const ByteSum::Pair& pair, unsigned part) {
    SmallVector<Constant*, kBytes> weights;
    for (unsigned i = 0; i < kBytes; ++i) weights.push_back(builder.getInt8(pair.weights[i % 2]));
    Value* bytes = interleaved(builder, *pair.bytes[0], *pair.bytes[1], part);
    return builder.CreateIntrinsic(Intrinsic::x86_avx2_pmadd_ub_sw,
                                   {bytes, ConstantVector::get(weights)});
  }

  static unsigned registers_of(const Value& value) {
    return cast<FixedVectorType>(value.getType())->getNumElements() / kLanes;
  }

  void unpack(Instruction& operation) {
    IRBuilder<> builder(&operation);
    Registers made;
    for (unsigned part = 0; part < registers_of(operation); ++part) {
      SmallVector<Value*, 3> operands;
      for (Value* operand : operation.operands())
        operands.push_back(is_word(operand->getType()) ? part_of(builder, *operand, part)
                                                       : operand);
      if (const auto* binary = dyn_cast<BinaryOperator>(&operation)) {
        Value* copy = builder.CreateBinOp(binary->getOpcode(), operands[0], operands[1]);
        if (auto* instruction = dyn_cast<Instruction>(copy)) instruction->copyIRFlags(&operation);
        made.push_back(copy);
      } else {
        const auto& call = cast<IntrinsicInst>(operation);
        operands.truncate(call.arg_size());
        made.push_back(
            builder.CreateIntrinsic(operands.front()->getType(), call.getIntrinsicID(), operands));
      }
    }
    registers_[&operation] = made;
  }

  Value* part_of(IRBuilder<>& builder, Value& value, unsigned part) {
    if (const auto found = registers_.find(&value); found != registers_.end())
      return found->second[part];
    if (auto* constant = dyn_cast<Constant>(&value)) return part_of_constant(*constant, part);
    if (Value* number = shared_number(value)) return builder.CreateVectorSplat(kLanes, number);
    return part_of_bytes(cast<ZExtInst>(value), part);
  }

  static Constant* part_of_constant(Constant& constant, unsigned part) {
    SmallVector<Constant*, kLanes> lanes;
    for (unsigned i = 0; i < kLanes; ++i) {
      const unsigned lane = part / 2 * kBytes + static_cast<unsigned>(lane_of(part % 2, i));
      lanes.push_back(constant.getAggregateElement(lane));
    }
    return ConstantVector::get(lanes);
  }

  /// Right behind the bytes, so that it serves all.
  Value* part_of_bytes(ZExtInst& extension, unsigned part) {
    Registers& parts = registers_[&extension];
    if (parts.empty()) {
      extensions_.insert(&extension);
      IRBuilder<> builder(&extension);
      for (unsigned i = 0; i < registers_of(extension); ++i)
        parts.push_back(unpacked(builder, *extension.getOperand(0), i));
    }
    return parts[part];
  }

  static Value* unpacked(IRBuilder<>& builder, Value& bytes, unsigned part) {
    Value* pairs = interleaved(builder, bytes, *Constant::getNullValue(bytes.getType()), part);
    return builder.CreateBitCast(pairs, FixedVectorType::get(builder.getInt16Ty(), kLanes));
  }

  /// The bytes of a register's lanes, each before the other's byte.
  static Value* interleaved(IRBuilder<>& builder, Value& bytes, Value& others, unsigned part) {
    const auto count = static_cast<int>(cast<FixedVectorType>(bytes.getType())->getNumElements());
    const bool is_zero = isa<ConstantAggregateZero>(others);
    SmallVector<int, kBytes> picked;
    for (unsigned i = 0; i < kLanes; ++i) {
      const int lane = static_cast<int>(part / 2 * kBytes) + lane_of(part % 2, i);
      picked.push_back(lane);
      picked.push_back(is_zero ? count : count + lane);
    }
    return builder.CreateShuffleVector(&bytes, &others, picked);
  }

  void pack(TruncInst& result) {
    IRBuilder<> builder(&result);
    Value& whole = *result.getOperand(0);
    const bool fits = result.hasNoUnsignedWrap() ||
                      computeKnownBits(&whole, result.getDataLayout()).countMaxActiveBits() <= 8;
    const auto ready = [&](unsigned part) {
      Value* value = part_of(builder, whole, part);
      return fits ? value : builder.CreateAnd(value, ConstantInt::get(value->getType(), 0xff));
    };
    SmallVector<Value*, 4> packed;
    for (unsigned part = 0; part < registers_of(whole); part += 2)
      packed.push_back(
          builder.CreateIntrinsic(Intrinsic::x86_avx2_packuswb, {ready(part), ready(part + 1)}));
    Value* bytes = concatenateVectors(builder, packed);
    bytes->takeName(&result);
    result.replaceAllUsesWith(bytes);
  }

  const Web& web_;
  SmallVector<Instruction*, 32> in_order_;
  SmallSetVector<ZExtInst*, 8> extensions_;
  DenseMap<const Instruction*, ByteSum> sums_;
  SmallPtrSet<const Instruction*, 16> parts_of_sums_;
  DenseMap<const Value*, Registers> registers_;
};

}  // namespace

void unpack_bytes(Function& function) {
  SmallSetVector<TruncInst*, 16> results;
  for (Instruction& instruction : instructions(function))
    if (is_to_bytes(instruction)) results.insert(cast<TruncInst>(&instruction));
  while (!results.empty()) {
    TruncInst* result = results.pop_back_val();
    const Web web = web_of(*result);
    for (TruncInst* other : web.results) results.remove(other);
    if (!web.results.empty()) Unpacker(web).run();
  }
}

}  // namespace riffle::spmd
