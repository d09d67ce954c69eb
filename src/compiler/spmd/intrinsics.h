// SPDX-License-Identifier: Apache-2.0
// Which operations of device code the compiler knows, and what kind each is. check_input refuses
// the rest; the passes named beside each kind lower it.
#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Intrinsics.h>

#include "compiler/abi/device_abi.h"

namespace riffle::spmd {

enum class Kind {
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
Kind kind_of(const llvm::Function& callee);
/// kPlain for indirect calls.
Kind kind_of(const llvm::CallBase& call);

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
/// What a reducing barrier of a packet is called until regions are cut:
/// `i32 or i1 riffle.barrier.{popc,and,or}(i32 id, i32 lanes with predicate, i32 lanes)`.
inline constexpr const char* kPacketBarrier = "riffle.barrier.";
/// `void riffle.barrier.round(i32 0)`: nobody waits, but regions are cut there (turned_loop.h).
inline constexpr const char* kRoundBarrier = "riffle.barrier.round";
/// Of a call whose kind is kBarrier.
BarrierCall barrier_call(llvm::CallBase& call);

/// `i1 riffle.all.lanes(i1)`: whether what holds for a thread holds for all of its packet. Made by
/// split_guard, gone when widened.
inline constexpr const char* kAllLanes = "riffle.all.lanes";
/// `i1 riffle.lanes.agree(i1)`: whether it holds for all lanes that are on. Made by one_way, gone when widened.
inline constexpr const char* kLanesAgree = "riffle.lanes.agree";
/// `i1 riffle.whole.packet(i1)`: the same of the lanes that are off as well, by comparisons of the packet's ends. Made by
/// split_branches, gone when widened.
inline constexpr const char* kWholePacket = "riffle.whole.packet";
/// Metadata of calls of abi::ImageRuntime::sample_texture, which packets make together.
inline constexpr const char* kSamplesTexture = "riffle.samples.texture";
/// Metadata of stores in the copy that split_guard made: a thread runs the copy or the original.
inline constexpr const char* kCopyOfStore = "riffle.copy.of.store";
/// Metadata of accesses in copies of code for what is at hand mostly: people are told of the original.
inline constexpr const char* kCopyOfAccess = "riffle.copy.of.access";
/// Metadata of loads of abi::Launch::streams, which is not all that is known where a body is one iteration of many.
inline constexpr const char* kStreams = "riffle.streams";
/// Metadata of a packet's load whose lanes' addresses fall: the next packet's are lower.
inline constexpr const char* kFalls = "riffle.falls";
/// Metadata of gathers where the guards of shape.h have failed, as they seldom do.
inline constexpr const char* kRare = "riffle.rare";
/// Of an alloca: nothing in it is needed behind a barrier, though it may be used on both sides.
inline constexpr const char* kTemporary = "riffle.temporary";
/// Of an alloca: the lanes' copies lie element by element, of so many bytes (private_arrays.h).
inline constexpr const char* kElementBytes = "riffle.element.bytes";

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
