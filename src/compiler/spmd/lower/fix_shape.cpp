// SPDX-License-Identifier: Apache-2.0
// Bodies for launches of one shape:
//
//   %x = mul i32 %block.x, %extent.x             %x = shl i32 %block.x, 4
//   %r = urem i32 %n, %extent.x                   %r = and i32 %n, 15
//   for (s = %extent.x / 2; s; s /= 2)     ->     the steps of s = 8, 4, 2, 1, one after the other
//
// Before the strategies look at the body, so that they see constants: an index that cannot wrap, a remainder by a constant,
// no loop round a barrier. Loops of arithmetic alone whose count was known without the shape stay loops: by them the
// strategies see that a kernel waits for its own results (analysis/latency_bound.h).
#include "compiler/spmd/lower/fix_shape.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/SimplifyQuery.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/ConstantRange.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/InstSimplifyPass.h>
#include <llvm/Transforms/Scalar/LoopPassManager.h>
#include <llvm/Transforms/Scalar/LoopUnrollPass.h>
#include <llvm/Transforms/Scalar/SCCP.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include "compiler/spmd/analyses.h"
#include "compiler/spmd/keys.h"

namespace riffle::spmd {

using namespace llvm;
using namespace llvm::PatternMatch;

namespace {

void fix(Function& body, BodyArg which, std::uint32_t value) {
  Argument* argument = body.getArg(which);
  argument->replaceAllUsesWith(ConstantInt::get(argument->getType(), value));
}

/// The index along an axis, or along all of them, of a thread or block: less than `count`.
void bound(Function& body, BodyArg which, std::uint32_t count) {
  if (count == 1) return fix(body, which, 0);
  Argument* argument = body.getArg(which);
  argument->removeAttr(Attribute::Range);
  argument->addAttr(Attribute::get(body.getContext(), Attribute::Range,
                                   ConstantRange(APInt(32, 0), APInt(32, count))));
}

/// Divisions by extents that turn out to be powers of two, as clang leaves those by constants: a ring's index, `(x + 31) & 31`, is
/// known by it, and threads that wait compute it again instead of keeping what they make of it.
void shift_and_mask(Function& body) {
  const SimplifyQuery query(body.getDataLayout());
  for (Instruction& instruction : make_early_inc_range(instructions(body))) {
    auto* operation = dyn_cast<BinaryOperator>(&instruction);
    const APInt* divisor = nullptr;
    if (operation == nullptr || !operation->isIntDivRem() ||
        !match(operation->getOperand(1), m_Power2(divisor)) || divisor->isNegative())
      continue;
    Value* number = operation->getOperand(0);
    const unsigned code = operation->getOpcode();
    const bool is_signed = code == Instruction::SDiv || code == Instruction::SRem;
    if (is_signed && !isKnownNonNegative(number, query)) continue;
    IRBuilder<> builder(operation);
    const bool is_quotient = code == Instruction::SDiv || code == Instruction::UDiv;
    Value* result = is_quotient ? builder.CreateLShr(number, divisor->logBase2())
                                : builder.CreateAnd(number, *divisor - 1);
    result->takeName(operation);
    operation->replaceAllUsesWith(result);
    operation->eraseFromParent();
  }
}

constexpr const char* kNoUnrolling = "llvm.loop.unroll.disable";

bool is_arithmetic(const Loop& loop) {
  return loop.getNumBlocks() == 1 && none_of(*loop.getHeader(), [](const Instruction& step) {
           return step.mayReadOrWriteMemory() || step.mayHaveSideEffects();
         });
}

class Simplifier {
 public:
  /// Before the shape is known.
  void keep_loops(Function& body) {
    auto& evolution = analyses_.functions.getResult<ScalarEvolutionAnalysis>(body);
    for (Loop* loop : analyses_.functions.getResult<LoopAnalysis>(body).getLoopsInPreorder()) {
      if (!is_arithmetic(*loop) || evolution.getSmallConstantTripCount(loop) == 0 ||
          getBooleanLoopAttribute(loop, kNoUnrolling))
        continue;
      addStringMetadataToLoop(loop, kKnownBefore, 1);
      addStringMetadataToLoop(loop, kNoUnrolling, 1);
    }
    analyses_.functions.invalidate(body, PreservedAnalyses::none());
  }

  void simplify(Function& body) {
    FunctionPassManager constants;
    constants.addPass(SCCPPass());
    constants.run(body, analyses_.functions);
    shift_and_mask(body);
    analyses_.functions.invalidate(body, PreservedAnalyses::none());
    FunctionPassManager passes;
    passes.addPass(SimplifyCFGPass());
    passes.addPass(createFunctionToLoopPassAdaptor(LoopFullUnrollPass(/*OptLevel=*/2)));
    passes.addPass(InstSimplifyPass());
    passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/false));
    passes.addPass(SimplifyCFGPass());
    passes.run(body, analyses_.functions);
    analyses_.functions.invalidate(body, PreservedAnalyses::none());
    for (Loop* loop : analyses_.functions.getResult<LoopAnalysis>(body).getLoopsInPreorder()) {
      if (!getBooleanLoopAttribute(loop, kKnownBefore)) continue;
      loop->setLoopID(makePostTransformationMetadata(body.getContext(), loop->getLoopID(),
                                                     {kKnownBefore, kNoUnrolling}, {}));
    }
  }

 private:
  PassBuilder builder_;
  Analyses analyses_{builder_};
};

}  // namespace

void set_shape(Function& kernel, const compiler::LaunchShape& shape) {
  const auto [x, y, z] = shape.block;
  kernel.addFnAttr(
      kShapeAttribute,
      (Twine(x) + "," + Twine(y) + "," + Twine(z) + (shape.one_row ? ",row" : "")).str());
}

std::optional<compiler::LaunchShape> shape_of(const Function& kernel) {
  const Attribute attribute = kernel.getFnAttribute(kShapeAttribute);
  if (!attribute.isValid()) return std::nullopt;
  SmallVector<StringRef, 4> parts;
  attribute.getValueAsString().split(parts, ',');
  compiler::LaunchShape shape;
  if (parts.size() < 3 || parts[0].getAsInteger(10, shape.block.x) ||
      parts[1].getAsInteger(10, shape.block.y) || parts[2].getAsInteger(10, shape.block.z))
    return std::nullopt;
  shape.one_row = parts.size() == 4 && parts[3] == "row";
  return shape;
}

void fix_shape(Module&, ModuleState& state) {
  for (KernelState& kernel : state.kernels) {
    Function& body = *kernel.body;
    const auto shape = shape_of(body);
    if (!shape) continue;
    Simplifier simplifier;
    simplifier.keep_loops(body);
    const Dim3 block = shape->block;
    const std::uint32_t extents[] = {block.x, block.y, block.z};
    const auto threads = static_cast<std::uint32_t>(block.count());
    for (unsigned axis = 0; axis < 3; ++axis) {
      fix(body, static_cast<BodyArg>(kExtentX + axis), extents[axis]);
      bound(body, static_cast<BodyArg>(kThreadX + axis), extents[axis]);
      if (axis == 0 || !shape->one_row) continue;
      fix(body, static_cast<BodyArg>(kGridX + axis), 1);
      fix(body, static_cast<BodyArg>(kBlockX + axis), 0);
    }
    fix(body, kThreads, threads);
    bound(body, kLinear, threads);
    simplifier.simplify(body);
  }
}

}  // namespace riffle::spmd
