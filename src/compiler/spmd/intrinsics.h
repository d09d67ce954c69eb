// SPDX-License-Identifier: Apache-2.0
// Which operations of device code the compiler knows, and what kind each is. check_input refuses
// the rest; the passes named beside each kind lower it.
#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Intrinsics.h>

#include "compiler/abi/device_abi.h"

namespace riffle::spmd {

enum class IntrinsicKind {
  kUnknown,
  kScalar,    ///< arithmetic and fences: lower_intrinsics
  kPosition,  ///< tid, ntid, lane masks...: bind_kernels and thread_parameter
  kBarrier,   ///< suspends the thread until the block arrives: the strategies
  kWarp,      ///< exchanges between lanes, and sleeping: the strategies
  kRuntime,   ///< printf, timers, traps: lower_runtime_calls
  kPlain,     ///< LLVM's own, or a function of libc or libm: stays
};

/// Of a callee by name: `llvm.nvvm.*`, `__nv_*` or a symbol of the C library. Callees with a body
/// and LLVM's own intrinsics are kPlain.
IntrinsicKind kind_of(const llvm::Function& callee);
/// kPlain for indirect calls.
IntrinsicKind kind_of(const llvm::CallBase& call);

/// What the C library calls the function of an intrinsic, without the type's suffix; empty for those
/// that processors and PTX have instructions for.
llvm::StringRef math_name(llvm::Intrinsic::ID id);
/// `float fast.sinf(float)`: PTX's approximation of a function. From lower_intrinsics to link_math.
inline constexpr const char* kFastMathPrefix = "fast.";

/// True if the thread may have to wait there for others.
bool suspends(const llvm::CallBase& call);
/// True if any reachable instruction of `function` (not of its callees) suspends.
bool has_suspension(const llvm::Function& function);

/// A barrier taken apart.
struct BarrierCall {
  abi::BarrierReduce reduce;
  llvm::Value* id;
  llvm::Value* thread_count;  ///< null: all threads of the block
  llvm::Value* predicate;     ///< null without reduction; of a packet: how many lanes it holds for
  llvm::Value* arrived;       ///< of a packet with reduction: how many lanes arrive; else null
  bool arrive_only;           ///< does not wait
};
/// Of a call whose kind is kBarrier.
BarrierCall barrier_call(llvm::CallBase& call);

/// `{i32, ...} __riffle_matrix.A.B(ptr entry, i64 shape, i32...)`: A words of a lane's registers give B (mma.sync); the shape
/// is an abi::MatrixShape, the entry that of the runtime table, null until runtime calls are lowered.
inline constexpr const char* kMatrixCall = "__riffle_matrix.";
inline constexpr unsigned kMatrixShapeArgument = 1;
inline constexpr unsigned kMatrixFirstWord = 2;

/// Threads of a warp, whatever the vector width.
inline constexpr unsigned kWarpLanes = 32;

/// A warp operation taken apart: numbers of its arguments, -1 where it has none.
struct WarpCall {
  abi::WarpOp operation;
  int value;    ///< what is exchanged
  int mask;     ///< the member mask
  int operand;  ///< lane, delta or xor mask; the clamp of a shuffle follows it
};
/// Of a call whose kind is kWarp, other than nanosleep.
WarpCall warp_call(const llvm::CallBase& call);
/// True if all lanes get the same result, provided they all take part.
bool is_same_for_warp(const llvm::CallBase& call);

}  // namespace riffle::spmd
