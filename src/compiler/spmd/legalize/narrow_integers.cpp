// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/legalize/narrow_integers.h"

#include <llvm/ADT/EquivalenceClasses.h>
#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

#include <vector>

#include "compiler/spmd/analysis/lane_ranges.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

constexpr unsigned kWidths[] = {8, 16, 32};
constexpr unsigned kNone = ~0U;
/// Narrower elements have no products and shifts.
constexpr unsigned kLeastOfProducts = 16;
/// Conversions to fewer bits take two instructions a register.
constexpr int kCostOfTrunc = 2;

/// Of what kind the numbers are that it works on.
const Value& number_of(const Instruction& instruction) {
  if (isa<ICmpInst>(instruction)) return *instruction.getOperand(0);
  return instruction;
}

unsigned bits_of(const Value& value) { return value.getType()->getScalarSizeInBits(); }

bool is_integers(const Value& value) {
  return isa<FixedVectorType>(value.getType()) && value.getType()->isIntOrIntVectorTy() &&
         bits_of(value) > 1;
}

bool is_extension(const Value& value) { return isa<ZExtInst>(value) || isa<SExtInst>(value); }

Type* with_bits(const Value& value, unsigned bits) {
  return FixedVectorType::get(IntegerType::get(value.getContext(), bits),
                              cast<FixedVectorType>(value.getType()));
}

/// How numbers are told from their low bits.
enum class Reading : std::uint8_t { kUnsigned, kSigned, kEither };

class Narrower {
 public:
  Narrower(Function& function, const TargetInfo& target) : target_(target) {
    for (Instruction& instruction : instructions(function)) {
      const unsigned bits = least_bits(instruction);
      if (bits != kNone) found_.insert({&instruction, bits});
    }
  }

  bool run() {
    for (const unsigned bits : kWidths) {
      for (const Web& web : webs_of(bits))
        if (gain_of(web, bits) > 0) narrow(web, bits);
    }
    for (Instruction* instruction : dead_) instruction->eraseFromParent();
    return !dead_.empty();
  }

 private:
  using Web = SmallSetVector<Instruction*, 16>;

  bool fits(const Value& value, unsigned bits, Reading reading) {
    const ConstantRange range = ranges_.of(value);
    if (range.isEmptySet()) return true;
    const bool as_unsigned = range.getUnsignedMax().getActiveBits() <= bits;
    const bool as_signed = range.getMinSignedBits() <= bits;
    return reading == Reading::kUnsigned ? as_unsigned
           : reading == Reading::kSigned ? as_signed
                                         : as_unsigned || as_signed;
  }

  /// Whether the result in `bits` tells that in full. Sums, products, choices keep low bits; all else asks for whole numbers.
  bool is_done_in(const Instruction& instruction, unsigned bits) {
    const auto both_fit = [&](Reading reading) {
      return fits(*instruction.getOperand(0), bits, reading) &&
             fits(*instruction.getOperand(1), bits, reading);
    };
    if (const auto* comparison = dyn_cast<ICmpInst>(&instruction)) {
      if (comparison->isSigned()) return both_fit(Reading::kSigned);
      return both_fit(Reading::kUnsigned) ||
             (comparison->isEquality() && both_fit(Reading::kSigned));
    }
    if (!fits(instruction, bits, Reading::kEither)) return false;
    switch (instruction.getOpcode()) {
      case Instruction::Add:
      case Instruction::Sub:
      case Instruction::And:
      case Instruction::Or:
      case Instruction::Xor:
        return both_fit(Reading::kEither);
      case Instruction::Mul:
        return bits >= kLeastOfProducts && both_fit(Reading::kEither);
      case Instruction::Select:
        return fits(*instruction.getOperand(1), bits, Reading::kEither) &&
               fits(*instruction.getOperand(2), bits, Reading::kEither);
      case Instruction::Shl:
      case Instruction::LShr:
      case Instruction::AShr: {
        const ConstantRange amount = ranges_.of(*instruction.getOperand(1));
        const auto reading = instruction.getOpcode() == Instruction::LShr   ? Reading::kUnsigned
                             : instruction.getOpcode() == Instruction::AShr ? Reading::kSigned
                                                                            : Reading::kEither;
        return bits >= kLeastOfProducts && amount.getUnsignedMax().ult(bits) &&
               fits(*instruction.getOperand(0), bits, reading);
      }
      case Instruction::Call:
        break;
      default:
        return false;
    }
    switch (cast<CallInst>(instruction).getIntrinsicID()) {
      case Intrinsic::umin:
      case Intrinsic::umax:
        return both_fit(Reading::kUnsigned);
      case Intrinsic::smin:
      case Intrinsic::smax:
        return both_fit(Reading::kSigned);
      case Intrinsic::abs:
        return fits(*instruction.getOperand(0), bits, Reading::kSigned);
      default:
        return false;
    }
  }

  unsigned least_bits(const Instruction& instruction) {
    const Value& number = number_of(instruction);
    if (!is_integers(number)) return kNone;
    for (const unsigned bits : kWidths)
      if (bits < bits_of(number) && is_done_in(instruction, bits)) return bits;
    return kNone;
  }

  /// The numbers that an operation works on; not a choice's condition, a call's function.
  static SmallVector<Use*, 2> numbers_of(Instruction& instruction) {
    SmallVector<Use*, 2> numbers;
    for (Use& operand : instruction.operands())
      if (is_integers(*operand.get())) numbers.push_back(&operand);
    return numbers;
  }

  /// What hangs together, of operations that need no more than `bits`.
  std::vector<Web> webs_of(unsigned bits) {
    EquivalenceClasses<Instruction*> classes;
    const auto is_among = [&](Value* value) {
      auto* operation = dyn_cast<Instruction>(value);
      const auto* known = operation == nullptr ? found_.end() : found_.find(operation);
      return known != found_.end() && known->second <= bits;
    };
    for (const auto& [operation, least] : found_) {
      if (!is_among(operation) || !is_wider(*operation, bits)) continue;
      classes.insert(operation);
      for (const Use* number : numbers_of(*operation))
        if (is_among(number->get())) classes.unionSets(operation, cast<Instruction>(number->get()));
    }
    MapVector<Instruction*, Web> webs;
    for (const auto& [operation, least] : found_)
      if (classes.contains(operation)) webs[classes.getLeaderValue(operation)].insert(operation);
    std::vector<Web> result;
    for (auto& [leader, web] : webs) result.push_back(std::move(web));
    return result;
  }

  static bool is_wider(Instruction& operation, unsigned bits) {
    return bits_of(number_of(operation)) > bits;
  }

  int registers_of(const Value& value, unsigned bits) const {
    const unsigned all = cast<FixedVectorType>(value.getType())->getNumElements() * bits;
    return static_cast<int>(divideCeil(all, target_.registers.bits));
  }

  /// How many registers' work is saved.
  int gain_of(const Web& web, unsigned bits) {
    int gain = 0;
    SmallSetVector<Value*, 8> leaves;
    for (Instruction* operation : web) {
      const Value& number = number_of(*operation);
      gain += registers_of(number, bits_of(number)) - registers_of(number, bits);
      for (const Use* use : numbers_of(*operation))
        if (!web.contains(dyn_cast<Instruction>(use->get()))) leaves.insert(use->get());
      gain -= isa<ICmpInst>(operation) ? cost_of_mask(*operation, bits)
                                       : cost_of_leaving(*operation, web, bits);
    }
    for (Value* leaf : leaves) gain -= cost_of_leaf(*leaf, web, bits);
    return gain;
  }

  /// Masks that are vectors have their elements' width.
  int cost_of_mask(const Instruction& comparison, unsigned bits) const {
    if (target_.masks == Masks::kFree) return 0;
    int cost = 0;
    for (const User* user : comparison.users())
      if (const unsigned wide = isa<SelectInst>(user) ? bits_of(*user) : 0; wide > bits)
        cost += registers_of(*user, wide);
    return cost;
  }

  int cost_of_leaving(Instruction& operation, const Web& web, unsigned bits) const {
    int cost = 0;
    bool leaves = false;
    for (const User* user : operation.users()) {
      if (web.contains(dyn_cast<Instruction>(const_cast<User*>(user)))) continue;
      if (isa<TruncInst>(user) && bits_of(*user) <= bits) {
        cost -= kCostOfTrunc * registers_of(operation, bits_of(operation));
        if (bits_of(*user) < bits) cost += kCostOfTrunc * registers_of(operation, bits);
      } else {
        leaves = true;
      }
    }
    return leaves ? cost + registers_of(operation, bits_of(operation)) : cost;
  }

  int cost_of_leaf(Value& leaf, const Web& web, unsigned bits) const {
    if (isa<Constant>(leaf)) return 0;
    const int wide = registers_of(leaf, bits_of(leaf));
    if (!is_extension(leaf)) return kCostOfTrunc * wide;
    const unsigned inside = bits_of(*cast<Instruction>(leaf).getOperand(0));
    if (inside > bits) return kCostOfTrunc * registers_of(leaf, inside);
    const bool stays = any_of(leaf.users(), [&](const User* user) {
      return !web.contains(dyn_cast<Instruction>(const_cast<User*>(user)));
    });
    return (inside == bits ? 0 : registers_of(leaf, bits)) - (stays ? 0 : wide);
  }

  void narrow(const Web& web, unsigned bits) {
    narrowed_.clear();
    for (Instruction* operation : web) narrowed(*operation, web, bits);
    for (Instruction* operation : web) {
      Value* made = narrowed_[operation];
      found_[operation] = kNone;
      if (isa<ICmpInst>(operation))
        operation->replaceAllUsesWith(made);
      else
        leave(*operation, *made, web, bits);
    }
    for (Instruction* operation : web) drop(*operation);
    for (const auto& [leaf, made] : narrowed_)
      if (is_extension(*leaf) && leaf->use_empty()) drop(*cast<Instruction>(leaf));
  }

  /// Gone, but in its place until the end: what is known of values is known by their addresses.
  void drop(Instruction& instruction) {
    instruction.dropAllReferences();
    dead_.insert(&instruction);
  }

  /// For all that works on `operation` as it was.
  void leave(Instruction& operation, Value& made, const Web& web, unsigned bits) {
    Value* wide = nullptr;
    for (Use& use : make_early_inc_range(operation.uses())) {
      auto* user = cast<Instruction>(use.getUser());
      if (web.contains(user)) continue;
      if (isa<TruncInst>(user) && bits_of(*user) <= bits) {
        user->replaceAllUsesWith(IRBuilder<>(user).CreateTrunc(&made, user->getType()));
        drop(*user);
        continue;
      }
      IRBuilder<> builder(operation.getNextNode());
      if (wide == nullptr)
        wide = fits(operation, bits, Reading::kUnsigned)
                   ? builder.CreateZExt(&made, operation.getType())
                   : builder.CreateSExt(&made, operation.getType());
      use.set(wide);
    }
  }

  Value* narrowed(Value& value, const Web& web, unsigned bits) {
    if (auto* constant = dyn_cast<Constant>(&value))
      return ConstantExpr::getTrunc(constant, with_bits(value, bits));
    if (const auto found = narrowed_.find(&value); found != narrowed_.end()) return found->second;
    auto* instruction = dyn_cast<Instruction>(&value);
    Value* made = instruction != nullptr && web.contains(instruction)
                      ? copied(*instruction, web, bits)
                      : converted(value, bits);
    narrowed_[&value] = made;
    return made;
  }

  Value* converted(Value& value, unsigned bits) {
    auto* instruction = dyn_cast<Instruction>(&value);
    Type* type = with_bits(value, bits);
    if (instruction != nullptr && is_extension(value)) {
      IRBuilder<> builder(instruction);
      Value* inside = instruction->getOperand(0);
      return isa<ZExtInst>(instruction) ? builder.CreateZExtOrTrunc(inside, type)
                                        : builder.CreateSExtOrTrunc(inside, type);
    }
    const BasicBlock::iterator place = behind(value);
    IRBuilder<> builder(place->getParent(), place);
    return builder.CreateTrunc(&value, type);
  }

  /// Where `value` is there for all that uses it.
  static BasicBlock::iterator behind(Value& value) {
    if (auto* argument = dyn_cast<Argument>(&value))
      return argument->getParent()->getEntryBlock().getFirstInsertionPt();
    return *cast<Instruction>(value).getInsertionPointAfterDef();
  }

  Value* copied(Instruction& operation, const Web& web, unsigned bits) {
    SmallVector<Value*, 3> operands;
    for (Value* operand : operation.operands())
      operands.push_back(is_integers(*operand) ? narrowed(*operand, web, bits) : operand);
    IRBuilder<> builder(&operation);
    Value* made = nullptr;
    if (const auto* comparison = dyn_cast<ICmpInst>(&operation)) {
      // What fits as signed numbers only is told apart by its low bits as well.
      made = builder.CreateICmp(comparison->getPredicate(), operands[0], operands[1]);
    } else if (const auto* binary = dyn_cast<BinaryOperator>(&operation)) {
      made = builder.CreateBinOp(binary->getOpcode(), operands[0], operands[1]);
    } else if (isa<SelectInst>(operation)) {
      made = builder.CreateSelect(operands[0], operands[1], operands[2]);
    } else {
      const auto& call = cast<IntrinsicInst>(operation);
      operands.truncate(call.arg_size());
      // The least narrow number was none of the wide ones.
      if (call.getIntrinsicID() == Intrinsic::abs) operands[1] = builder.getFalse();
      made = builder.CreateIntrinsic(operands.front()->getType(), call.getIntrinsicID(), operands);
    }
    if (auto* instruction = dyn_cast<Instruction>(made)) instruction->takeName(&operation);
    return made;
  }

  const TargetInfo& target_;
  LaneRanges ranges_;
  MapVector<Instruction*, unsigned> found_;  ///< and in how many bits they can be computed at least
  MapVector<Value*, Value*> narrowed_;       ///< of the web at hand
  SmallSetVector<Instruction*, 32> dead_;
};

}  // namespace

bool narrow_integers(Function& function, const TargetInfo& target) {
  return Narrower(function, target).run();
}

}  // namespace riffle::spmd
