// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/intrinsics.h"

#include <llvm/ADT/StringSet.h>
#include <llvm/ADT/StringSwitch.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Intrinsics.h>

namespace riffle::spmd {

using namespace llvm;

namespace {

Kind kind_of_nvvm(StringRef name) {
  if (!name.consume_front("llvm.nvvm.")) return Kind::kUnknown;
  if (name.consume_front("read.ptx.sreg.")) {
    return StringSwitch<Kind>(name)
        .Cases({"tid.x", "tid.y", "tid.z", "ntid.x", "ntid.y", "ntid.z"}, Kind::kPosition)
        .Cases({"ctaid.x", "ctaid.y", "ctaid.z", "nctaid.x", "nctaid.y", "nctaid.z"},
               Kind::kPosition)
        .Cases({"laneid", "warpid", "nwarpid", "smid", "nsmid", "gridid", "warpsize"},
               Kind::kPosition)
        .Cases({"lanemask.eq", "lanemask.le", "lanemask.lt", "lanemask.ge", "lanemask.gt"},
               Kind::kPosition)
        .Cases({"dynamic.smem.size", "dynamic_smem_size", "total_smem_size"}, Kind::kPosition)
        .Cases({"clock", "clock64", "globaltimer", "globaltimer.lo"}, Kind::kRuntime)
        .Default(Kind::kUnknown);
  }
  if (name.starts_with("isspacep.")) return Kind::kPosition;
  if (name.starts_with("barrier.cta.")) return Kind::kBarrier;
  if (name.starts_with("shfl.sync.") || name.starts_with("vote.") || name.starts_with("match.") ||
      name.starts_with("redux.sync.")) {
    return name.starts_with("redux.sync.f") ? Kind::kUnknown : Kind::kWarp;
  }
  if (name == "activemask" || name == "bar.warp.sync" || name == "nanosleep") return Kind::kWarp;
  if (name == "exit") return Kind::kRuntime;
  return StringSwitch<Kind>(name)
      .Cases({"membar.cta", "membar.gl", "membar.sys"}, Kind::kScalar)
      .Cases({"fma.rn.f", "fma.rn.d", "mul.rn.f", "mul.rn.d", "add.rn.f", "add.rn.d"},
             Kind::kScalar)
      .Cases(
          {"sqrt.rn.f", "sqrt.rn.d", "sqrt.f", "sqrt.approx.f", "rsqrt.approx.f", "rsqrt.approx.d"},
          Kind::kScalar)
      .Cases({"rcp.rn.f", "rcp.rn.d", "div.rn.f", "div.rn.d", "div.approx.f", "div.full.f"},
             Kind::kScalar)
      .Cases({"ex2.approx.f", "ex2.approx", "lg2.approx.f", "sin.approx.f", "cos.approx.f"},
             Kind::kScalar)
      .Cases({"mulhi.i", "mulhi.ui", "mulhi.ll", "mulhi.ull", "prmt", "saturate.f", "saturate.d"},
             Kind::kScalar)
      .Cases({"fmin.f", "fmin.d", "fmax.f", "fmax.d", "d2i.lo", "d2i.hi", "lohi.i2d"},
             Kind::kScalar)
      .Default(Kind::kUnknown);
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
Kind kind_of_symbol(StringRef name) {
  if (library_functions().contains(name)) return Kind::kPlain;
  if (name.consume_front("__nv_"))
    return library_functions().contains(name) ? Kind::kScalar : Kind::kUnknown;
  return StringSwitch<Kind>(name)
      .Cases({"vprintf", "__assertfail", "__assert_fail", "malloc", "free", "abort",
              "__cxa_pure_virtual"},
             Kind::kRuntime)
      .Cases({"_Znwm", "_Znam", "_ZdlPv", "_ZdaPv", "_ZdlPvm", "_ZdaPvm"}, Kind::kRuntime)
      .Default(Kind::kUnknown);
}

}  // namespace

Kind kind_of(const Function& callee) {
  const Intrinsic::ID id = callee.getIntrinsicID();
  if (id == Intrinsic::trap || id == Intrinsic::ubsantrap || id == Intrinsic::debugtrap)
    return Kind::kRuntime;
  if (id != Intrinsic::not_intrinsic && !Intrinsic::isTargetIntrinsic(id)) return Kind::kPlain;
  if (callee.getName().starts_with("llvm.")) return kind_of_nvvm(callee.getName());
  if (!callee.isDeclaration()) return Kind::kPlain;
  return kind_of_symbol(callee.getName());
}

Kind kind_of(const CallBase& call) {
  const Function* callee = call.getCalledFunction();
  return callee == nullptr ? Kind::kPlain : kind_of(*callee);
}

bool suspends(const CallBase& call) {
  const Kind kind = kind_of(call);
  return kind == Kind::kBarrier || kind == Kind::kWarp;
}

bool has_suspension(const Function& function) {
  for (const Instruction& instruction : instructions(function)) {
    const auto* call = dyn_cast<CallBase>(&instruction);
    if (call != nullptr && suspends(*call)) return true;
  }
  return false;
}

BarrierCall barrier_call(CallBase& call) {
  // llvm.nvvm.barrier.cta.{sync,arrive,red.popc,red.and,red.or}[.aligned][.all](id[, count][,
  // predicate])
  StringRef name = call.getCalledFunction()->getName();
  name.consume_front("llvm.nvvm.barrier.cta.");
  BarrierCall barrier{abi::BarrierReduce::kNone, call.getArgOperand(0), nullptr, nullptr, false};
  barrier.arrive_only = name.starts_with("arrive");
  if (name.consume_front("red.")) {
    barrier.reduce = name.starts_with("popc")  ? abi::BarrierReduce::kPopc
                     : name.starts_with("and") ? abi::BarrierReduce::kAnd
                                               : abi::BarrierReduce::kOr;
    barrier.predicate = call.getArgOperand(call.arg_size() - 1);
  }
  if (!name.ends_with(".all") && call.arg_size() > 1) barrier.thread_count = call.getArgOperand(1);
  return barrier;
}

}  // namespace riffle::spmd
