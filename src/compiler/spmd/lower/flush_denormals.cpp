// SPDX-License-Identifier: Apache-2.0
// -ftz=true: operations of single precision take denormal operands for zeros and give zeros for
// denormal results, with the sign kept. Double precision, loads, stores and selections do not.
//
// The processor's modes do that for float and double alike, so that there are two ways:
//   - A kernel without double arithmetic runs in the flushing mode (abi::kKernelFlushesDenormals).
//     Only what is done with integer instructions or by library functions is flushed here.
//   - In others, and in functions out of line, every operation is written out:
//
//       %p = fmul float %a, %b   ->   %d = fmul double %a', %b'        (exact; ' flushed)
//                                     %p = |%d| < 2^-126 - 2^-151 ? copysign(0, %d) : %a' * %b'
//
//     Which results count as denormal: ptx/flush.h.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include "compiler/ptx/flush.h"
#include "compiler/spmd/intrinsics.h"
#include "compiler/spmd/keys.h"
#include "compiler/spmd/pipeline/module_steps.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

constexpr const char* kFlushAttribute = "denormal-fp-math-f32";

bool flushes(const Function& function) {
  return function.getFnAttribute(kFlushAttribute).getValueAsString().starts_with("preserve-sign");
}

bool is_float(const Type* type) { return type->getScalarType()->isFloatTy(); }

/// Of a type whose denormals the flushing mode would wrongly flush.
bool is_spared(const Type* type) {
  return type->getScalarType()->isDoubleTy() || type->getScalarType()->isBFloatTy();
}

bool is_arithmetic(const Instruction& instruction) {
  switch (instruction.getOpcode()) {
    case Instruction::FAdd:
    case Instruction::FSub:
    case Instruction::FMul:
    case Instruction::FDiv:
    case Instruction::FRem:
    case Instruction::FCmp:
      return true;
    default:
      break;
  }
  const auto* call = dyn_cast<CallBase>(&instruction);
  return call != nullptr && call->getIntrinsicID() != Intrinsic::fabs &&
         call->getIntrinsicID() != Intrinsic::copysign;
}

bool computes_in_double(Function& function) {
  return any_of(instructions(function), [](const Instruction& instruction) {
    if (!is_arithmetic(instruction)) return false;
    return is_spared(instruction.getType()) ||
           any_of(instruction.operands(), [](const Use& use) { return is_spared(use->getType()); });
  });
}

/// Into code that may run in another mode.
bool calls_out_of_line(Function& function) {
  return any_of(instructions(function), [](const Instruction& instruction) {
    const auto* call = dyn_cast<CallBase>(&instruction);
    if (call == nullptr || call->isInlineAsm()) return false;
    return call->getCalledFunction() == nullptr || !call->getCalledFunction()->isDeclaration();
  });
}

class Flusher {
 public:
  Flusher(Instruction& instruction, bool in_mode)
      : instruction_(instruction), builder_(&instruction), in_mode_(in_mode) {}

  void run() {
    if (instruction_.hasMetadata(kKeepsDenormals)) return;
    const bool computes = isa<BinaryOperator>(instruction_) || isa<UnaryOperator>(instruction_);
    if (computes && !is_float(instruction_.getType())) return;
    switch (instruction_.getOpcode()) {
      case Instruction::FNeg:
        return flush_unless_arithmetic_follows();
      case Instruction::FAdd:
      case Instruction::FSub:
        if (in_mode_) return;
        flush_operands();
        return replace_result(flushed(copy()));  // denormal sums are exact
      case Instruction::FMul:
      case Instruction::FDiv:
        if (in_mode_) return;
        flush_operands();
        return replace_result(
            instruction_.getOpcode() == Instruction::FMul
                ? ptx::flushed_product(builder_, copy(), operand(0), operand(1))
                : ptx::flushed_quotient(builder_, copy(), operand(0), operand(1)));
      case Instruction::FCmp:
      case Instruction::FPExt:
        if (!in_mode_) flush_operands();
        return;
      case Instruction::FPTrunc:
        if (!in_mode_ && is_float(instruction_.getType()) && is_double(instruction_.getOperand(0)))
          replace_result(ptx::select_normal(builder_, copy(), operand(0), nullptr));
        return;
      case Instruction::FRem:
        flush_operands();
        return replace_result(flushed(copy()));
      case Instruction::Call:
        return flush_call(cast<CallInst>(instruction_));
      default:
        return;
    }
  }

 private:
  static bool is_double(const Value* value) {
    return value->getType()->getScalarType()->isDoubleTy();
  }

  void flush_call(CallInst& call) {
    switch (call.getIntrinsicID()) {
      case Intrinsic::fabs:
        return flush_unless_arithmetic_follows();
      case Intrinsic::copysign:
      case Intrinsic::fptosi_sat:  // 0 either way
      case Intrinsic::fptoui_sat:
      case Intrinsic::is_fpclass:
        return;
      case Intrinsic::fma:
        if (in_mode_ || !is_float(call.getType())) return;
        flush_operands();
        return replace_result(
            ptx::flushed_fused(builder_, copy(), operand(0), operand(1), operand(2)));
      case Intrinsic::sqrt:  // never denormal
        if (!in_mode_) flush_operands();
        return;
      default:
        break;
    }
    // Arguments of the program's own functions are handed over as they are.
    const Function* callee = call.getCalledFunction();
    if (callee == nullptr || !callee->isDeclaration() || kind_of(call) != IntrinsicKind::kPlain)
      return;
    flush_operands();
    if (is_float(call.getType()) && !rounds(call)) replace_result(flushed(copy()));
  }

  /// The result of which is no denormal once the operand is none, or is one of the operands.
  static bool rounds(const CallInst& call) {
    switch (call.getIntrinsicID()) {
      case Intrinsic::ceil:
      case Intrinsic::floor:
      case Intrinsic::trunc:
      case Intrinsic::rint:
      case Intrinsic::nearbyint:
      case Intrinsic::round:
      case Intrinsic::roundeven:
      case Intrinsic::minnum:
      case Intrinsic::maxnum:
      case Intrinsic::minimum:
      case Intrinsic::maximum:
      case Intrinsic::minimumnum:
      case Intrinsic::maximumnum:
        return true;
      default:
        return false;
    }
  }

  /// For operations on the sign bit, which arithmetic that follows makes up for.
  void flush_unless_arithmetic_follows() {
    const bool arithmetic_follows = all_of(instruction_.users(), [](const User* user) {
      const auto* operation = cast<Instruction>(user);
      return isa<BinaryOperator>(operation) || isa<FCmpInst>(operation) ||
             (isa<IntrinsicInst>(operation) &&
              cast<IntrinsicInst>(operation)->getIntrinsicID() == Intrinsic::fma);
    });
    if (!arithmetic_follows) flush_operands();
  }

  void flush_operands() {
    for (Use& operand : instruction_.operands()) {
      if (is_float(operand->getType())) operand.set(flushed(operand.get()));
    }
  }

  /// Denormals become zeros; everything else stays, NaNs to the bit.
  Value* flushed(Value* value) {
    Type* bits_type = value->getType()->getWithNewType(builder_.getInt32Ty());
    Value* bits = builder_.CreateBitCast(value, bits_type);
    const auto constant = [&](std::uint32_t pattern) {
      return ConstantInt::get(bits_type, pattern);
    };
    Value* exponent = builder_.CreateAnd(bits, constant(0x7f800000));
    Value* is_small = builder_.CreateICmpEQ(exponent, constant(0));
    Value* zero = builder_.CreateAnd(bits, constant(0x80000000));
    return builder_.CreateBitCast(builder_.CreateSelect(is_small, zero, bits), value->getType(),
                                  value->getName() + ".flushed");
  }

  /// The operation in IEEE arithmetic, which takes the place of the old one.
  Instruction* copy() { return builder_.Insert(instruction_.clone()); }

  void replace_result(Value* value) {
    value->takeName(&instruction_);
    instruction_.replaceAllUsesWith(value);
    instruction_.eraseFromParent();
  }

  Value* operand(unsigned index) const { return instruction_.getOperand(index); }

  Instruction& instruction_;
  IRBuilder<> builder_;
  const bool in_mode_;
};

}  // namespace

void flush_denormals(Module& module, ModuleState& state) {
  for (Function& function : module) {
    if (function.isDeclaration() || !flushes(function)) continue;
    const bool is_kernel = function.getCallingConv() == CallingConv::PTX_Kernel;
    const bool in_mode = is_kernel && !computes_in_double(function) && !calls_out_of_line(function);
    SmallVector<Instruction*, 64> all;
    for (Instruction& instruction : instructions(function)) all.push_back(&instruction);
    for (Instruction* instruction : all) Flusher(*instruction, in_mode).run();
    if (in_mode) {
      for (KernelState& kernel : state.kernels) {
        if (kernel.name == function.getName()) kernel.flags |= abi::kKernelFlushesDenormals;
      }
    } else {
      // All is written out: nothing may take these operations for flushing ones any more.
      function.removeFnAttr(kFlushAttribute);
    }
  }
}

}  // namespace riffle::spmd
