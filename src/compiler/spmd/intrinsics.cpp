// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/intrinsics.h"

#include <llvm/ADT/StringSet.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Intrinsics.h>

#include "compiler/abi/device_calls.h"
#include "compiler/spmd/analysis/packet_index.h"
#include "compiler/spmd/keys.h"
#include "compiler/spmd/order_notes.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

IntrinsicKind kind_of_nvvm(StringRef name) {
  if (!name.consume_front("llvm.nvvm.")) return IntrinsicKind::kUnknown;
  if (name.consume_front("read.ptx.sreg.")) {
    return StringSwitch<IntrinsicKind>(name)
        .Cases({"tid.x", "tid.y", "tid.z", "ntid.x", "ntid.y", "ntid.z"}, IntrinsicKind::kPosition)
        .Cases({"ctaid.x", "ctaid.y", "ctaid.z", "nctaid.x", "nctaid.y", "nctaid.z"},
               IntrinsicKind::kPosition)
        .Cases({"laneid", "warpid", "nwarpid", "smid", "nsmid", "gridid", "warpsize"},
               IntrinsicKind::kPosition)
        .Cases({"lanemask.eq", "lanemask.le", "lanemask.lt", "lanemask.ge", "lanemask.gt"},
               IntrinsicKind::kPosition)
        .Cases({"dynamic.smem.size", "dynamic_smem_size", "total_smem_size"},
               IntrinsicKind::kPosition)
        .Cases({"clock", "clock64", "globaltimer", "globaltimer.lo"}, IntrinsicKind::kRuntime)
        .Default(IntrinsicKind::kUnknown);
  }
  if (name.starts_with("isspacep.")) return IntrinsicKind::kPosition;
  if (name.starts_with("barrier.cta.")) return IntrinsicKind::kBarrier;
  if (name.starts_with("shfl.sync.") || name.starts_with("vote.") || name.starts_with("match.") ||
      name.starts_with("redux.sync.")) {
    return name.starts_with("redux.sync.f") ? IntrinsicKind::kUnknown : IntrinsicKind::kWarp;
  }
  if (name == "activemask" || name == "bar.warp.sync" || name == "nanosleep")
    return IntrinsicKind::kWarp;
  if (name == "exit") return IntrinsicKind::kRuntime;
  return StringSwitch<IntrinsicKind>(name)
      .Cases({"membar.cta", "membar.gl", "membar.sys"}, IntrinsicKind::kScalar)
      .Cases({"fma.rn.f", "fma.rn.d", "mul.rn.f", "mul.rn.d", "add.rn.f", "add.rn.d"},
             IntrinsicKind::kScalar)
      .Cases(
          {"sqrt.rn.f", "sqrt.rn.d", "sqrt.f", "sqrt.approx.f", "rsqrt.approx.f", "rsqrt.approx.d"},
          IntrinsicKind::kScalar)
      .Cases({"rcp.rn.f", "rcp.rn.d", "div.rn.f", "div.rn.d", "div.approx.f", "div.full.f"},
             IntrinsicKind::kScalar)
      .Cases({"ex2.approx.f", "ex2.approx.f32", "ex2.approx", "lg2.approx.f", "sin.approx.f",
              "cos.approx.f"},
             IntrinsicKind::kScalar)
      .Cases({"mulhi.i", "mulhi.ui", "mulhi.ll", "mulhi.ull", "prmt", "saturate.f", "saturate.d"},
             IntrinsicKind::kScalar)
      .Cases({"fmin.f", "fmin.d", "fmax.f", "fmax.d", "d2i.lo", "d2i.hi", "lohi.i2d"},
             IntrinsicKind::kScalar)
      .Default(IntrinsicKind::kUnknown);
}

/// Functions that device code may call and the C library, libm or libgcc has.
const StringSet<>& library_functions() {
  static const StringSet<>* set = [] {
    auto* names = new StringSet<>;
    for (StringRef base :
         {"acos", "acosh", "asin",      "asinh",     "atan",   "atan2",     "atanh",
          "cbrt", "ceil",  "copysign",  "cos",       "cosh",   "erf",       "erfc",
          "exp",  "exp2",  "exp10",     "expm1",     "fabs",   "fdim",      "floor",
          "fma",  "fmax",  "fmin",      "fmod",      "frexp",  "hypot",     "ilogb",
          "j0",   "j1",    "jn",        "ldexp",     "lgamma", "llrint",    "llround",
          "log",  "log10", "log1p",     "log2",      "logb",   "lrint",     "lround",
          "modf", "nan",   "nearbyint", "nextafter", "pow",    "remainder", "remquo",
          "rint", "round", "roundeven", "scalbln",   "scalbn", "sin",       "sincos",
          "sinh", "sqrt",  "tan",       "tanh",      "tgamma", "trunc",     "y0",
          "y1",   "yn"}) {
      names->insert(base);
      names->insert((base + "f").str());
    }
    names->insert("normcdff");  // of the math library only
    for (StringRef name :
         {"memcpy", "memmove", "memset", "memcmp", "strlen", "strcmp", "strcpy", "abs", "labs",
          "llabs", "__udivti3", "__divti3", "__umodti3", "__modti3"}) {
      names->insert(name);
    }
    return names;
  }();
  return *set;
}

/// clang's CUDA headers call `__nv_sinf` where libm has `sinf`.
IntrinsicKind kind_of_symbol(StringRef name) {
  if (library_functions().contains(name)) return IntrinsicKind::kPlain;
  if (StringRef short_name = name;
      short_name.consume_front("__nv_") && library_functions().contains(short_name))
    return IntrinsicKind::kScalar;
  if (abi::device_call(name) != abi::kDeviceCallCount) return IntrinsicKind::kRuntime;
  if (name == kDeclaresShared) return IntrinsicKind::kPosition;
  if (name.starts_with(kCopyNote)) return IntrinsicKind::kPlain;
  return StringSwitch<IntrinsicKind>(name)
      .Case("__riffle_shared_base", IntrinsicKind::kPosition)
      .Cases({"vprintf", "__assertfail", "__assert_fail", "malloc", "free", "abort",
              "__nv_aligned_device_malloc", "__cxa_pure_virtual"},
             IntrinsicKind::kRuntime)
      .Cases({"__riffle_grid_arrive", "__riffle_grid_wait"}, IntrinsicKind::kRuntime)
      .Cases({"__riffle_sample_texture", "__riffle_texture_level", "__riffle_surface_outside",
              "__riffle_surface_misaligned"},
             IntrinsicKind::kRuntime)
      .Cases({"_Znwm", "_Znam", "_ZdlPv", "_ZdaPv", "_ZdlPvm", "_ZdaPvm"}, IntrinsicKind::kRuntime)
      .Default(IntrinsicKind::kUnknown);
}

}  // namespace

StringRef math_name(Intrinsic::ID id) {
  switch (id) {
    case Intrinsic::sin:
      return "sin";
    case Intrinsic::cos:
      return "cos";
    case Intrinsic::tan:
      return "tan";
    case Intrinsic::asin:
      return "asin";
    case Intrinsic::acos:
      return "acos";
    case Intrinsic::atan:
      return "atan";
    case Intrinsic::atan2:
      return "atan2";
    case Intrinsic::sinh:
      return "sinh";
    case Intrinsic::cosh:
      return "cosh";
    case Intrinsic::tanh:
      return "tanh";
    case Intrinsic::exp:
      return "exp";
    case Intrinsic::exp2:
      return "exp2";
    case Intrinsic::exp10:
      return "exp10";
    case Intrinsic::log:
      return "log";
    case Intrinsic::log2:
      return "log2";
    case Intrinsic::log10:
      return "log10";
    case Intrinsic::pow:
      return "pow";
    case Intrinsic::powi:
      return "powi";
    case Intrinsic::ldexp:
      return "ldexp";
    default:
      return {};
  }
}

IntrinsicKind kind_of(const Function& callee) {
  const Intrinsic::ID id = callee.getIntrinsicID();
  if (id == Intrinsic::trap || id == Intrinsic::ubsantrap || id == Intrinsic::debugtrap)
    return IntrinsicKind::kRuntime;
  if (id != Intrinsic::not_intrinsic && !Intrinsic::isTargetIntrinsic(id))
    return IntrinsicKind::kPlain;
  if (callee.getName().starts_with("llvm.")) return kind_of_nvvm(callee.getName());
  if (!callee.isDeclaration()) return IntrinsicKind::kPlain;
  if (callee.getName().starts_with(kPacketBarrier)) return IntrinsicKind::kBarrier;
  if (callee.getName().starts_with(kMatrixCall)) return IntrinsicKind::kWarp;
  return kind_of_symbol(callee.getName());
}

IntrinsicKind kind_of(const CallBase& call) {
  const Function* callee = call.getCalledFunction();
  return callee == nullptr ? IntrinsicKind::kPlain : kind_of(*callee);
}

bool suspends(const CallBase& call) {
  const IntrinsicKind kind = kind_of(call);
  return kind == IntrinsicKind::kBarrier || kind == IntrinsicKind::kWarp;
}

bool has_suspension(const Function& function) {
  for (const Instruction& instruction : instructions(function)) {
    const auto* call = dyn_cast<CallBase>(&instruction);
    if (call != nullptr && suspends(*call)) return true;
  }
  return false;
}

namespace {

abi::BarrierReduce reduction_called(StringRef name) {
  return name.starts_with("popc")  ? abi::BarrierReduce::kPopc
         : name.starts_with("and") ? abi::BarrierReduce::kAnd
                                   : abi::BarrierReduce::kOr;
}

}  // namespace

BarrierCall barrier_call(CallBase& call) {
  // llvm.nvvm.barrier.cta.{sync,arrive,red.popc,red.and,red.or}[.aligned][.all](id[, count][,
  // predicate])
  StringRef name = call.getCalledFunction()->getName();
  name.consume_front("llvm.nvvm.barrier.cta.");
  const bool of_packet = name.consume_front(kPacketBarrier);
  BarrierCall barrier{
      abi::BarrierReduce::kNone, call.getArgOperand(0), nullptr, nullptr, nullptr, false};
  if (call.getCalledFunction()->getName() == kRoundBarrier) return barrier;
  if (of_packet) {
    barrier.reduce = reduction_called(name);
    barrier.predicate = call.getArgOperand(1);
    barrier.arrived = call.getArgOperand(2);
    return barrier;
  }
  barrier.arrive_only = name.starts_with("arrive");
  if (name.consume_front("red.")) {
    barrier.reduce = reduction_called(name);
    barrier.predicate = call.getArgOperand(call.arg_size() - 1);
  }
  if (!name.ends_with(".all") && call.arg_size() > 1) barrier.thread_count = call.getArgOperand(1);
  return barrier;
}

WarpCall warp_call(const CallBase& call) {
  using abi::WarpOp;
  StringRef name = call.getCalledFunction()->getName();
  if (name.starts_with(kMatrixCall)) return {WarpOp::kMatrix, -1, -1, -1};
  name.consume_front("llvm.nvvm.");
  if (name.consume_front("shfl.sync.")) {
    const WarpOp operation = name.starts_with("idx")    ? WarpOp::kShuffleIndex
                             : name.starts_with("up")   ? WarpOp::kShuffleUp
                             : name.starts_with("down") ? WarpOp::kShuffleDown
                                                        : WarpOp::kShuffleXor;
    return {operation, 1, 0, 2};
  }
  if (name.consume_front("vote.")) {
    const bool sync = name.consume_back(".sync");
    const WarpOp operation = StringSwitch<WarpOp>(name)
                                 .Case("all", WarpOp::kVoteAll)
                                 .Case("any", WarpOp::kVoteAny)
                                 .Case("uni", WarpOp::kVoteUni)
                                 .Default(WarpOp::kVoteBallot);
    return {operation, sync ? 1 : 0, sync ? 0 : -1, -1};
  }
  if (name.starts_with("match.any")) return {WarpOp::kMatchAny, 1, 0, -1};
  if (name.starts_with("match.all")) return {WarpOp::kMatchAll, 1, 0, -1};
  if (name.consume_front("redux.sync.")) {
    const WarpOp operation = StringSwitch<WarpOp>(name)
                                 .Case("add", WarpOp::kReduceAdd)
                                 .Case("min", WarpOp::kReduceMinSigned)
                                 .Case("umin", WarpOp::kReduceMinUnsigned)
                                 .Case("max", WarpOp::kReduceMaxSigned)
                                 .Case("umax", WarpOp::kReduceMaxUnsigned)
                                 .Case("and", WarpOp::kReduceAnd)
                                 .Case("or", WarpOp::kReduceOr)
                                 .Default(WarpOp::kReduceXor);
    return {operation, 0, 1, -1};
  }
  if (name == "activemask") return {WarpOp::kActiveMask, -1, -1, -1};
  return {WarpOp::kSync, -1, 0, -1};
}

bool is_same_for_warp(const CallBase& call) {
  if (call.getCalledFunction()->getName() == "llvm.nvvm.nanosleep") return false;
  using abi::WarpOp;
  const WarpCall warp = warp_call(call);
  const auto is_constant = [&](int argument) {
    return isa<Constant>(call.getArgOperand(static_cast<unsigned>(argument)));
  };
  switch (warp.operation) {
    case WarpOp::kActiveMask:
      return true;
    case WarpOp::kShuffleIndex: {
      const auto* control = dyn_cast<ConstantInt>(call.getArgOperand(3));
      return control != nullptr && control->equalsInt(kWarpLanes - 1) &&
             !call.getType()->isStructTy() && is_constant(warp.mask) &&
             is_surely_uniform(*call.getArgOperand(static_cast<unsigned>(warp.operand)));
    }
    case WarpOp::kVoteAll:
    case WarpOp::kVoteAny:
    case WarpOp::kVoteUni:
    case WarpOp::kVoteBallot:
    case WarpOp::kReduceAdd:
    case WarpOp::kReduceMinSigned:
    case WarpOp::kReduceMinUnsigned:
    case WarpOp::kReduceMaxSigned:
    case WarpOp::kReduceMaxUnsigned:
    case WarpOp::kReduceAnd:
    case WarpOp::kReduceOr:
    case WarpOp::kReduceXor:
      return warp.mask < 0 || is_constant(warp.mask);
    default:
      return false;
  }
}

}  // namespace riffle::spmd
