// SPDX-License-Identifier: Apache-2.0
// NVVM's scalar intrinsics become LLVM's own, so that everything later folds, vectorises and is
// selected for x86 like any other code; `__nv_sinf` becomes `sinf`. The approximations of the
// hardware (ex2.approx, rcp, ...) become exact operations: better than required, and the same in
// every strategy.
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include "compiler/spmd/compile_error.h"
#include "compiler/spmd/instrument/note_accesses.h"
#include "compiler/spmd/intrinsics.h"
#include "compiler/spmd/order_notes.h"
#include "compiler/spmd/pipeline/module_steps.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

Value* high_half(IRBuilder<>& builder, Value* left, Value* right, bool is_signed) {
  Type* type = left->getType();
  Type* wide = type->getExtendedType();
  Value* product = builder.CreateMul(
      is_signed ? builder.CreateSExt(left, wide) : builder.CreateZExt(left, wide),
      is_signed ? builder.CreateSExt(right, wide) : builder.CreateZExt(right, wide));
  return builder.CreateTrunc(builder.CreateLShr(product, type->getIntegerBitWidth()), type);
}

/// prmt.b32, default mode: each nibble of the selector picks one of the eight bytes of {b, a}; its
/// top bit replicates that byte's sign.
Value* permute_bytes(IRBuilder<>& builder, Value* low, Value* high, Value* selector) {
  Type* i32 = builder.getInt32Ty();
  Type* i64 = builder.getInt64Ty();
  Value* bytes = builder.CreateOr(builder.CreateZExt(low, i64),
                                  builder.CreateShl(builder.CreateZExt(high, i64), 32));
  Value* result = builder.getInt32(0);
  for (unsigned i = 0; i < 4; ++i) {
    Value* nibble = builder.CreateAnd(builder.CreateLShr(selector, std::uint64_t{4} * i), 15);
    Value* shift = builder.CreateZExt(builder.CreateShl(builder.CreateAnd(nibble, 7), 3), i64);
    Value* byte = builder.CreateTrunc(builder.CreateLShr(bytes, shift), builder.getInt8Ty());
    Value* sign = builder.CreateAShr(byte, 7);
    Value* replicate = builder.CreateICmpNE(builder.CreateAnd(nibble, 8), builder.getInt32(0));
    byte = builder.CreateZExt(builder.CreateSelect(replicate, sign, byte), i32);
    result = builder.CreateOr(result, builder.CreateShl(byte, std::uint64_t{8} * i));
  }
  return result;
}

Value* saturate(IRBuilder<>& builder, Value* value) {
  Type* type = value->getType();
  // NaN becomes 0, as in PTX.
  Value* positive = builder.CreateFCmpOGT(value, ConstantFP::get(type, 0.0));
  Value* lower = builder.CreateSelect(positive, value, ConstantFP::get(type, 0.0));
  Value* below = builder.CreateFCmpOLT(lower, ConstantFP::get(type, 1.0));
  return builder.CreateSelect(below, lower, ConstantFP::get(type, 1.0));
}

Value* lower(IRBuilder<>& builder, CallInst& call, StringRef name) {
  Type* type = call.getType();
  auto argument = [&](unsigned i) { return call.getArgOperand(i); };
  auto one = [&] { return ConstantFP::get(type, 1.0); };
  auto unary = [&](Intrinsic::ID id) { return builder.CreateUnaryIntrinsic(id, argument(0)); };
  // The math library has faster forms of these (link_math).
  auto fast = [&](StringRef function) -> Value* {
    FunctionCallee callee = call.getModule()->getOrInsertFunction(
        (kFastMathPrefix + function + "f").str(), call.getFunctionType());
    return builder.CreateCall(callee, {argument(0)});
  };
  auto approximation = [&](StringRef function, Intrinsic::ID exact) -> Value* {
    return type->isFloatTy() ? fast(function) : unary(exact);
  };
  name.consume_front("llvm.nvvm.");

  if (name == "membar.cta")
    return builder.CreateFence(AtomicOrdering::SequentiallyConsistent,
                               call.getContext().getOrInsertSyncScopeID(kBlockScope));
  if (name.starts_with("membar."))
    return builder.CreateFence(AtomicOrdering::SequentiallyConsistent);
  if (name.starts_with("fma.rn")) {
    return builder.CreateIntrinsic(Intrinsic::fma, {type}, {argument(0), argument(1), argument(2)});
  }
  if (name.starts_with("mul.rn")) return builder.CreateFMul(argument(0), argument(1));
  if (name.starts_with("add.rn")) return builder.CreateFAdd(argument(0), argument(1));
  if (name.starts_with("sqrt.")) return unary(Intrinsic::sqrt);
  if (name.starts_with("rsqrt.")) {
    if (type->isFloatTy()) return fast("rsqrt");
    return builder.CreateFDiv(one(), unary(Intrinsic::sqrt));
  }
  if (name.starts_with("rcp.")) return builder.CreateFDiv(one(), argument(0));
  if (name.starts_with("div.")) return builder.CreateFDiv(argument(0), argument(1));
  if (name.starts_with("ex2.")) return approximation("exp2", Intrinsic::exp2);
  if (name.starts_with("lg2.")) return approximation("log2", Intrinsic::log2);
  if (name.starts_with("sin.")) return approximation("sin", Intrinsic::sin);
  if (name.starts_with("cos.")) return approximation("cos", Intrinsic::cos);
  if (name.starts_with("saturate.")) return saturate(builder, argument(0));
  if (name.starts_with("fmin.")) return builder.CreateMinNum(argument(0), argument(1));
  if (name.starts_with("fmax.")) return builder.CreateMaxNum(argument(0), argument(1));
  if (name == "mulhi.i" || name == "mulhi.ll")
    return high_half(builder, argument(0), argument(1), true);
  if (name == "mulhi.ui" || name == "mulhi.ull")
    return high_half(builder, argument(0), argument(1), false);
  if (name == "prmt") return permute_bytes(builder, argument(0), argument(1), argument(2));
  if (name == "d2i.lo" || name == "d2i.hi") {
    Value* bits = builder.CreateBitCast(argument(0), builder.getInt64Ty());
    if (name == "d2i.hi") bits = builder.CreateLShr(bits, 32);
    return builder.CreateTrunc(bits, builder.getInt32Ty());
  }
  if (name == "lohi.i2d") {
    Value* low = builder.CreateZExt(argument(0), builder.getInt64Ty());
    Value* high = builder.CreateShl(builder.CreateZExt(argument(1), builder.getInt64Ty()), 32);
    return builder.CreateBitCast(builder.CreateOr(low, high), builder.getDoubleTy());
  }
  if (name.consume_front("__nv_")) {
    FunctionCallee callee = call.getModule()->getOrInsertFunction(name, call.getFunctionType());
    return builder.CreateCall(callee, SmallVector<Value*, 4>(call.args()));
  }
  throw KernelCompileError("no lowering of " + call.getCalledFunction()->getName().str());
}

void remove_copy_notes(Module& module) {
  for (Function& function : make_early_inc_range(module)) {
    if (!function.isDeclaration() || !function.getName().starts_with(kCopyNote)) continue;
    for (User* const user : make_early_inc_range(function.users()))
      cast<CallInst>(user)->eraseFromParent();
    function.eraseFromParent();
  }
}

}  // namespace

void lower_intrinsics(Module& module, ModuleState&) {
  if (!is_to_follow_threads(module)) remove_copy_notes(module);
  for (Function& function : module) {
    for (Instruction& instruction : make_early_inc_range(instructions(function))) {
      auto* call = dyn_cast<CallInst>(&instruction);
      if (call == nullptr || kind_of(*call) != IntrinsicKind::kScalar) continue;
      IRBuilder<> builder(call);
      Value* value = lower(builder, *call, call->getCalledFunction()->getName());
      if (!call->getType()->isVoidTy()) call->replaceAllUsesWith(value);
      call->eraseFromParent();
    }
  }
}

}  // namespace riffle::spmd
