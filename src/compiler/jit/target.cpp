// SPDX-License-Identifier: Apache-2.0
#include "compiler/jit/target.h"

#include <llvm/ADT/StringSet.h>
#include <llvm/CodeGen/Passes.h>
#include <llvm/CodeGen/TargetPassConfig.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/OptBisect.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/RegisterTargetPassConfigCallback.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/TargetParser/SubtargetFeature.h>

#include <map>
#include <new>
#include <utility>
#include <vector>

#include "base/mutex.h"
#include "compiler/spmd/compile_error.h"
#include "compiler/spmd/keys.h"
#include "compiler/spmd/legalize/strip_loops.h"
#include "compiler/spmd/widen/prefetch_lines.h"

namespace riffle::jit {

using namespace llvm;

namespace {

std::string host_features() {
  SubtargetFeatures features;
  for (const auto& [name, enabled] : sys::getHostCPUFeatures()) features.AddFeature(name, enabled);
  return features.getString();
}

void set_option(const char* option, const char* value) {
  const auto& options = cl::getRegisteredOptions();
  const auto found = options.find(option);
  if (found != options.end() && found->second->getNumOccurrences() == 0)
    found->second->addOccurrence(0, option, value);
}

/// Blocks of a function that is a giant one.
constexpr unsigned kMostBlocks = 200;

/// What code generation does for giant functions only. Again for each compilation: clang, where it runs in this process
/// (NVRTC), resets all of LLVM's options.
void bound_time_of_large_functions() {
  static constinit Mutex mutex;
  const MutexLock lock(mutex);
  // The scheduler compares accesses to memory pairwise, and giant blocks (unrolled matrix products) have thousands.
  // Beyond this many it forgets the oldest, which then stay in order: nearly the same code, in less than half of the time.
  set_option("dag-maps-huge-region", "200");
  // Functions of more blocks than this are prepared without looking at all of them again, and without building the dominator
  // tree anew, for each change to one: nearly the same code. With many branches (before AVX-512) that was a quarter of the time.
  set_option("cgpp-huge-func", std::to_string(kMostBlocks).c_str());
}

/// Only images for debuggers, which nothing optimises, tell of variables; yet where there are lines, this pass follows
/// every register to find none.
void leave_out_debug_values() {
  static const auto* const callback =
      new RegisterTargetPassConfigCallback(  // the process may end while we compile
          [](TargetMachine& machine, PassManagerBase&, TargetPassConfig* passes) {
            if (machine.getOptLevel() != CodeGenOptLevel::None)
              passes->disablePass(&LiveDebugValuesID);
          });
  (void)callback;
}

}  // namespace

std::unique_ptr<TargetMachine> make_target_machine(const std::string& cpu,
                                                   std::uint32_t optimization_level) {
  static const bool initialized = [] {
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
    leave_out_debug_values();
    return true;
  }();
  (void)initialized;
  const Triple triple("x86_64-unknown-linux-gnu");
  std::string reason;
  const Target* target = TargetRegistry::lookupTarget(triple, reason);
  if (target == nullptr)
    throw spmd::KernelCompileError("no code generator for " + triple.str() + ": " + reason);
  TargetOptions options;
  // What may fuse was decided in IR (exact_arithmetic); nothing else may.
  options.AllowFPOpFusion = FPOpFusion::Strict;
  const bool host = cpu.empty();
  // Accesses to 16 bytes at once: every 64-bit processor of this century has them, not every name says so.
  const std::string features = host ? host_features() : "+cx16";
  std::unique_ptr<TargetMachine> machine(target->createTargetMachine(
      triple, host ? sys::getHostCPUName() : StringRef(cpu), features, options, Reloc::PIC_,
      std::nullopt, optimization_level == 0 ? CodeGenOptLevel::None : CodeGenOptLevel::Default));
  if (!machine) throw spmd::KernelCompileError("no code generator for processor '" + cpu + "'");
  if (!machine->getMCSubtargetInfo()->isCPUStringValid(machine->getTargetCPU())) {
    throw spmd::KernelCompileError("unknown processor '" + machine->getTargetCPU().str() +
                                   "' in RIFFLE_CPU");
  }
  return machine;
}

namespace {

/// Machines that no compilation has: at most as many as there were compilations at one time.
class Idle {
 public:
  std::unique_ptr<TargetMachine> take(const std::string& cpu, std::uint32_t level)
      RIFFLE_EXCLUDES(mutex_) {
    const MutexLock lock(mutex_);
    auto& fitting = machines_[{cpu, level}];
    if (fitting.empty()) return nullptr;
    std::unique_ptr<TargetMachine> machine = std::move(fitting.back());
    fitting.pop_back();
    return machine;
  }
  void give(const GiveBack& to, std::unique_ptr<TargetMachine> machine) RIFFLE_EXCLUDES(mutex_) {
    const MutexLock lock(mutex_);
    machines_[{to.cpu, to.optimization_level}].push_back(std::move(machine));
  }

 private:
  Mutex mutex_;
  std::map<std::pair<std::string, std::uint32_t>, std::vector<std::unique_ptr<TargetMachine>>>
      machines_ RIFFLE_GUARDED_BY(mutex_);
};

Idle& idle() {
  static auto* const machines = new Idle;  // the process may end while we compile
  return *machines;
}

}  // namespace

void GiveBack::operator()(TargetMachine* machine) const noexcept {
  try {
    idle().give(*this, std::unique_ptr<TargetMachine>(machine));
  } catch (const std::bad_alloc&) {
    // Deleted then: the next compilation makes one.
  }
}

BorrowedMachine borrow_target_machine(const std::string& cpu, std::uint32_t optimization_level) {
  bound_time_of_large_functions();
  auto machine = idle().take(cpu, optimization_level);
  if (!machine) machine = make_target_machine(cpu, optimization_level);
  return {machine.release(), {cpu, optimization_level}};
}

spmd::TargetInfo target_info(const TargetMachine& machine) {
  const auto has = [&](const char* features) {
    return machine.getMCSubtargetInfo()->checkFeatures(features);
  };
  spmd::TargetInfo info{};
  const bool has_avx512 = has("+avx512f"), has_avx2 = has("+avx2");
  if (has_avx512) {
    info.registers = {.count = 32, .bits = 512};
  } else {
    info.registers = {.count = 16, .bits = has_avx2 ? 256U : 128U};
  }
  info.lanes = has_avx2 ? 16 : 8;
  info.register_values = has_avx512 ? 32 : 8;
  info.masks = has("+avx512vl") ? spmd::Masks::kFree : spmd::Masks::kDear;
  info.has_fast_gather = has("+fast-gather");
  info.gathers_fast = has_avx512 && info.has_fast_gather;
  // AMD's: saxpy of 64 Mi took 25 ms with prefetches and 20 without, on two cores of 2021. Later ones are not measured.
  info.reads_ahead =
      info.masks == spmd::Masks::kDear && machine.getTargetCPU().starts_with("znver");
  info.has_range_instructions = has("+avx512dq");
  return info;
}

void set_target_attributes(Module& module, const TargetMachine& machine) {
  const bool has_256_bits = target_info(machine).registers.bits == 256;
  module.setDataLayout(machine.createDataLayout());
  module.setPICLevel(PICLevel::BigPIC);
  for (Function& function : module) {
    if (function.isDeclaration()) continue;
    function.addFnAttr("target-cpu", machine.getTargetCPU());
    function.addFnAttr("target-features", machine.getTargetFeatureString());
    // Several processors prefer 256 bits where kernels are better off with 512 (32 bytes would
    // halve the lanes of every packet); without AVX-512 this has no effect.
    function.addFnAttr("prefer-vector-width", "512");
    // Vectors that do not fit into registers lie in the frame, best each within a line. That a function has some shows while
    // registers are given out, when it is too late for aligning the frame.
    if (has_256_bits) function.addFnAttr("stackrealign");
    // Back traces through kernels, for debuggers and profilers.
    function.setUWTableKind(UWTableKind::Async);
    // Prefetches whose address begins in rbp do nothing on Intel's processors of 2024 (measured; reading from memory takes
    // half as long again). A frame's pointer keeps addresses out of it.
    function.addFnAttr("frame-pointer", spmd::prefetches(function) ? "all" : "none");
  }
}

namespace {

/// Leaves out passes of the code generator: in functions that are to keep their order, those that would take instructions out of
/// it again; in giant ones, for 16 vector registers, what takes constants in front of loops, however much is in these and however many
/// constants there are. Most find no register there and are brought back to where they are used, which was a third of the time.
class LeftOut : public OptPassGate {
 public:
  LeftOut(Module& module, bool has_few_registers)
      : context_(module.getContext()), before_(context_.getOptPassGate()) {
    for (const Function& function : module) {
      const std::string name = ("function (" + function.getName() + ")").str();
      if (function.hasFnAttribute(spmd::kKeepOrder)) ordered_.insert(name);
      if (has_few_registers && function.size() > kMostBlocks) giant_.insert(name);
    }
    if (!ordered_.empty() || !giant_.empty()) context_.setOptPassGate(*this);
  }
  ~LeftOut() override { context_.setOptPassGate(before_); }
  LeftOut(const LeftOut&) = delete;
  LeftOut& operator=(const LeftOut&) = delete;

  bool shouldRunPass(StringRef pass, StringRef where) const override {
    if (pass == "early-machinelicm") return !giant_.contains(where);
    // The last one goes on, but ties results to the operands that come first.
    const bool moves = pass == "machine-sink" || pass == "machine-scheduler" ||
                       pass == "lrshrink" || pass == "twoaddressinstruction";
    return !moves || !ordered_.contains(where);
  }
  bool isEnabled() const override { return true; }

 private:
  LLVMContext& context_;
  OptPassGate& before_;
  StringSet<> ordered_, giant_;
};

}  // namespace

SmallVector<char, 0> emit_object(Module& module, TargetMachine& machine) {
  const LeftOut left_out(module, target_info(machine).registers.count <= 16);
  SmallVector<char, 0> object;
  raw_svector_ostream stream(object);
  legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, stream, nullptr, CodeGenFileType::ObjectFile)) {
    throw spmd::KernelCompileError("the code generator cannot emit objects");
  }
  passes.run(module);
  return object;
}

}  // namespace riffle::jit
