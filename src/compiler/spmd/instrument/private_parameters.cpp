// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/instrument/private_parameters.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/ScalarEvolutionExpressions.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>

#include <algorithm>

#include "compiler/abi/access_abi.h"
#include "compiler/spmd/analysis/grid_loop.h"

namespace riffle::spmd {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

constexpr unsigned kDeepest = 12;

bool is_index(const Argument& argument) {
  const unsigned number = argument.getArgNo();
  return number >= kBlockX && number <= kThreadZ;
}

/// A number that goes on by the same step in each turn of its loop.
struct SteppedNumber {
  Value* start;
  Value* step;
};

std::optional<SteppedNumber> counter_of(const PHINode& phi) {
  if (phi.getNumIncomingValues() != 2 || !phi.getType()->isIntegerTy()) return {};
  for (const unsigned next : {0U, 1U}) {
    Value* step = nullptr;
    if (match(phi.getIncomingValue(next), m_c_Add(m_Specific(&phi), m_Value(step))) &&
        is_same_for_grid(*step))
      return SteppedNumber{phi.getIncomingValue(1 - next), step};
  }
  return {};
}

/// Whether a value is a sum of indices, each times a number of the launch's, with one counter at most.
class IndexSum {
 public:
  bool is(const Value& value, unsigned depth = kDeepest) {
    if (is_same_for_grid(value)) return true;
    if (const auto* argument = dyn_cast<Argument>(&value)) return is_index(*argument);
    const auto* const instruction = dyn_cast<Instruction>(&value);
    if (instruction == nullptr || depth == 0) return false;
    const auto are_sums = [&] {
      return all_of(instruction->operands(),
                    [&](const Use& operand) { return is(*operand.get(), depth - 1); });
    };
    switch (instruction->getOpcode()) {
      case Instruction::Or:
        return cast<PossiblyDisjointInst>(instruction)->isDisjoint() && are_sums();
      case Instruction::Add:
      case Instruction::GetElementPtr:
      case Instruction::ZExt:
      case Instruction::SExt:
      case Instruction::Trunc:
        return are_sums();
      case Instruction::Mul:
        return are_sums() && any_of(instruction->operands(), [](const Use& operand) {
                 return is_same_for_grid(*operand.get());
               });
      case Instruction::Shl:
        return is_same_for_grid(*instruction->getOperand(1)) &&
               is(*instruction->getOperand(0), depth - 1);
      case Instruction::PHI:
        return is_counter(cast<PHINode>(*instruction), depth);
      default:
        return false;
    }
  }

 private:
  bool is_counter(const PHINode& phi, unsigned depth) {
    const auto counter = counter_of(phi);
    if (!counter || (counter_ != nullptr && counter_ != &phi)) return false;
    counter_ = &phi;
    return is(*counter->start, depth - 1);
  }

  const PHINode* counter_ = nullptr;
};

/// Such a sum for other arguments, of the first or the second turn of its loop.
class Evaluator {
 public:
  Evaluator(IRBuilder<>& builder, ArrayRef<Value*> arguments, bool is_second_turn)
      : builder_(builder), arguments_(arguments), is_second_turn_(is_second_turn) {}

  Value* of(Value* value) {
    if (isa<Constant>(value)) return value;
    if (auto* argument = dyn_cast<Argument>(value)) return arguments_[argument->getArgNo()];
    if (Value* const known = known_.lookup(value)) return known;
    Value* const made = make(*cast<Instruction>(value));
    return known_[value] = made;
  }

 private:
  Value* make(Instruction& instruction) {
    if (const auto* phi = dyn_cast<PHINode>(&instruction)) {
      const SteppedNumber counter = *counter_of(*phi);
      Value* const start = of(counter.start);
      return is_second_turn_ ? builder_.CreateAdd(start, of(counter.step)) : start;
    }
    // What has no bit in common with indices may have one with these.
    if (instruction.getOpcode() == Instruction::Or && isa<PossiblyDisjointInst>(instruction) &&
        cast<PossiblyDisjointInst>(instruction).isDisjoint())
      return builder_.CreateAdd(of(instruction.getOperand(0)), of(instruction.getOperand(1)));
    Instruction* const copy = instruction.clone();
    for (Use& operand : copy->operands()) operand.set(of(operand.get()));
    copy->dropPoisonGeneratingFlags();
    copy->setDebugLoc({});
    return builder_.Insert(copy);
  }

  IRBuilder<>& builder_;
  const ArrayRef<Value*> arguments_;
  const bool is_second_turn_;
  DenseMap<const Value*, Value*> known_;
};

}  // namespace

struct PrivateParameters::Analyses {
  explicit Analyses(Function& body)
      : library(body.getParent()->getTargetTriple()),
        functions(library, &body),
        assumptions(body),
        dominators(body),
        loops(dominators),
        evolution(body, functions, assumptions, dominators, loops) {}

  TargetLibraryInfoImpl library;
  TargetLibraryInfo functions;
  AssumptionCache assumptions;
  DominatorTree dominators;
  LoopInfo loops;
  ScalarEvolution evolution;
};

PrivateParameters::PrivateParameters(Function& body)
    : analyses_(std::make_unique<Analyses>(body)) {}
PrivateParameters::~PrivateParameters() = default;

std::optional<PrivateParameter> PrivateParameters::find(unsigned parameter,
                                                        ArrayRef<const NotedAccess*> accesses) {
  ScalarEvolution& evolution = analyses_->evolution;
  const SCEV* const first = evolution.getSCEV(accesses.front()->address);
  std::int64_t begin = 0, end = 0;
  PrivateParameter place{.parameter = parameter, .lowest = accesses.front()->address, .bytes = 0};
  for (const NotedAccess* access : accesses) {
    const auto* const way =
        dyn_cast<SCEVConstant>(evolution.getMinusSCEV(evolution.getSCEV(access->address), first));
    if (way == nullptr) return {};
    const std::int64_t at = way->getAPInt().getSExtValue();
    if (at < begin) place.lowest = access->address;
    begin = std::min(begin, at);
    end = std::max(end, at + static_cast<std::int64_t>(access->bytes));
  }
  place.bytes = static_cast<std::uint64_t>(end - begin);
  return IndexSum().is(*place.lowest) ? std::optional(place) : std::nullopt;
}

Function* make_numbers_of_places(Function& body, ArrayRef<PrivateParameter> places) {
  static_assert(std::size(abi::PrivateAccess{}.steps) == kThreadZ - kBlockX + 2);
  LLVMContext& context = body.getContext();
  Type* const number = Type::getInt64Ty(context);
  constexpr unsigned kNumbers = 1 + std::size(abi::PrivateAccess{}.steps);
  auto* const result = ArrayType::get(number, kNumbers * places.size());
  auto* const type = FunctionType::get(result, body.getFunctionType()->params(), false);
  Function* const made = Function::Create(type, GlobalValue::InternalLinkage,
                                          body.getName() + ".places", body.getParent());
  made->addFnAttr(Attribute::AlwaysInline);
  IRBuilder<> builder(BasicBlock::Create(context, "entry", made));
  SmallVector<Value*, 32> arguments;
  for (Argument& argument : made->args())
    arguments.push_back(is_index(argument) ? ConstantInt::get(argument.getType(), 0)
                                           : static_cast<Value*>(&argument));
  Value* all = PoisonValue::get(result);
  unsigned at = 0;
  for (const PrivateParameter& place : places) {
    Value* const base =
        builder.CreatePtrToInt(arguments[kFirstParameter + place.parameter], number);
    const auto distance = [&](bool is_second_turn) {
      Value* const address = Evaluator(builder, arguments, is_second_turn).of(place.lowest);
      return builder.CreateSub(builder.CreatePtrToInt(address, number), base);
    };
    Value* const zero = distance(false);
    all = builder.CreateInsertValue(all, zero, at++);
    for (unsigned index = kBlockX; index <= kThreadZ; ++index) {
      Value* const none = arguments[index];
      arguments[index] = ConstantInt::get(none->getType(), 1);
      all = builder.CreateInsertValue(all, builder.CreateSub(distance(false), zero), at++);
      arguments[index] = none;
    }
    all = builder.CreateInsertValue(all, builder.CreateSub(distance(true), zero), at++);
  }
  builder.CreateRet(all);
  return made;
}

}  // namespace riffle::spmd
