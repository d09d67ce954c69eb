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
#include "compiler/spmd/analyses.h"
#include "compiler/spmd/compile_error.h"
#include "compiler/spmd/transform/count_rounds.h"
#include "compiler/spmd/transform/hide_narrow_indices.h"
#include "compiler/spmd/transform/jam_rows.h"
#include "compiler/spmd/transform/load_beside.h"
#include "compiler/spmd/transform/narrow_elements.h"
#include "compiler/spmd/transform/narrow_masks.h"
#include "compiler/spmd/transform/note_accesses.h"
#include "compiler/spmd/transform/order_lanes.h"
#include "compiler/spmd/transform/part_cases.h"
#include "compiler/spmd/transform/prefetch_lines.h"
#include "compiler/spmd/transform/promote_shared.h"
#include "compiler/spmd/transform/quiet_min_max.h"
#include "compiler/spmd/transform/saturate_vectors.h"
#include "compiler/spmd/transform/sink_blends.h"
#include "compiler/spmd/transform/splat_masks.h"
#include "compiler/spmd/transform/split_gathers.h"
#include "compiler/spmd/transform/split_masks.h"
#include "compiler/spmd/transform/split_permutations.h"
#include "compiler/spmd/transform/strip_loops.h"
#include "compiler/spmd/transform/unpack_bytes.h"
#include "compiler/spmd/transform/unroll_rows.h"

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
    throw spmd::CompileError("no code generator for " + triple.str() + ": " + reason);
  TargetOptions options;
  // What may fuse was decided in IR (exact_arithmetic); nothing else may.
  options.AllowFPOpFusion = FPOpFusion::Strict;
  const bool host = cpu.empty();
  // Accesses to 16 bytes at once: every 64-bit processor of this century has them, not every name says so.
  const std::string features = host ? host_features() : "+cx16";
  std::unique_ptr<TargetMachine> machine(target->createTargetMachine(
      triple, host ? sys::getHostCPUName() : StringRef(cpu), features, options, Reloc::PIC_,
      std::nullopt, optimization_level == 0 ? CodeGenOptLevel::None : CodeGenOptLevel::Default));
  if (!machine) throw spmd::CompileError("no code generator for processor '" + cpu + "'");
  if (!machine->getMCSubtargetInfo()->isCPUStringValid(machine->getTargetCPU())) {
    throw spmd::CompileError("unknown processor '" + machine->getTargetCPU().str() +
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

namespace {

spmd::VectorRegisters vector_registers(const TargetMachine& machine) {
  const MCSubtargetInfo& features = *machine.getMCSubtargetInfo();
  if (features.checkFeatures("+avx512f")) return {.count = 32, .bits = 512};
  return {.count = 16, .bits = features.checkFeatures("+avx2") ? 256U : 128U};
}

}  // namespace

void set_target_attributes(Module& module, const TargetMachine& machine) {
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
    if (vector_registers(machine).bits == 256) function.addFnAttr("stackrealign");
    // Back traces through kernels, for debuggers and profilers.
    function.setUWTableKind(UWTableKind::Async);
    // Prefetches whose address begins in rbp do nothing on Intel's processors of 2024 (measured; reading from memory takes
    // half as long again). A frame's pointer keeps addresses out of it.
    function.addFnAttr("frame-pointer", spmd::prefetches(function) ? "all" : "none");
  }
}

namespace {

// A short selection: clang has optimised the device code already; what is left to do is to clean up
// after the strategies. Close to -O3's code for a third of its time. Never instcombine's fixpoint
// check: it aborts the process. Flags that reorder arithmetic do not exist here (exact_arithmetic).
constexpr const char* kClean =
    "function(sroa<modify-cfg>,early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg,jump-"
    "threading,"
    "loop-simplify,loop(loop-rotate),loop-mssa(licm),loop(indvars,loop-deletion,loop-unroll-full),"
    "sroa<modify-cfg>,gvn,loop(loop-deletion),loop-mssa(licm),instcombine<no-verify-fixpoint>,dse,"
    "simplifycfg,adce)";
// For what still runs thread by thread.
constexpr const char* kVectorize =
    "function(loop-vectorize,instcombine<no-verify-fixpoint>,simplifycfg,loop-mssa(licm))";
// Where packets ask what is the same for all of them, loops of their own: less is kept in few registers.
constexpr const char* kAskBefore =
    "loop-mssa(simple-loop-unswitch<nontrivial;trivial>),simplifycfg,loop-simplify,lcssa,loop-mssa("
    "licm)";
constexpr const char* kFinish = "globaldce";

spmd::MaskForm mask_form(const TargetMachine& machine) {
  if (mask_cost(machine) == spmd::Masks::kFree) return {};
  return {.lanes = vector_registers(machine).bits / 32, .is_words = true};
}

bool has_fast_gather(const TargetMachine& machine) {
  return machine.getMCSubtargetInfo()->checkFeatures("+fast-gather");
}

/// Under a mask it is still faster than a branch for each lane.
void use_gather(Function& function) {
  const StringRef features = function.getFnAttribute("target-features").getValueAsString();
  function.addFnAttr("target-features", (features + ",+fast-gather").str());
}

/// What the optimiser would undo: vectors as this processor's registers want them. `tells_accesses`: whoever is told of
/// accesses wants to know the lanes.
void fit_to_registers(Function& function, const TargetMachine& machine, bool tells_accesses) {
  const spmd::VectorRegisters registers = vector_registers(machine);
  spmd::part_cases(function);
  spmd::jam_rows(function, registers);
  spmd::narrow_masks(function);
  if (!tells_accesses) spmd::promote_shared(function, registers, reads_ahead(machine));
  spmd::sink_blends(function);
  const spmd::MaskForm form = mask_form(machine);
  if (form.is_words) spmd::count_rounds(function);
  spmd::split_masks(function, form);
  if (form.is_words) spmd::splat_masks(function);
  if (machine.getMCSubtargetInfo()->checkFeatures("+avx512dq"))
    spmd::use_range_instructions(function);
  if (registers.bits == 256) {
    spmd::load_beside(function);
    spmd::strip_loops(function, registers);
    spmd::order_lanes(function);
    spmd::unpack_bytes(function);
  }
  spmd::saturate_vectors(function);
  if (mask_cost(machine) == spmd::Masks::kDear && !tells_accesses)
    spmd::access_narrow_elements(function);
  if (registers.bits != 256) return;
  if (!has_fast_gather(machine) && !tells_accesses && spmd::split_gathers(function))
    use_gather(function);
}

}  // namespace

void optimize(Module& module, TargetMachine& machine, std::uint32_t optimization_level,
              bool vectorize) {
  PassBuilder builder(&machine);
  spmd::Analyses analyses(builder);
  FunctionAnalysisManager& functions = analyses.functions;
  const auto run = [&](StringRef pipeline) {
    ModulePassManager passes;
    if (Error failure = builder.parsePassPipeline(passes, pipeline)) {
      throw spmd::CompileError("pass pipeline: " + toString(std::move(failure)));
    }
    passes.run(module, analyses.modules);
  };
  run(kClean);
  if (vectorize && optimization_level != 0) {
    for (Function& function : module) {
      if (spmd::hide_narrow_indices(function))
        functions.invalidate(function, PreservedAnalyses::none());
    }
    run(kVectorize);
  }
  if (mask_cost(machine) == spmd::Masks::kDear) {
    for (Function& function : module) {
      if (!spmd::asks_permutations(function)) continue;
      FunctionPassManager passes;
      cantFail(builder.parsePassPipeline(passes, kAskBefore));
      passes.run(function, functions);
      functions.invalidate(function, PreservedAnalyses::none());
    }
  }
  const spmd::VectorRegisters registers = vector_registers(machine);
  for (Function& function : module) {
    if (spmd::unroll_rows(function, registers.count * registers.bits))
      functions.invalidate(function, PreservedAnalyses::none());
  }
  run(kFinish);
  const bool tells_accesses = spmd::is_to_note_accesses(module);
  for (Function& function : module) fit_to_registers(function, machine, tells_accesses);
}

unsigned packet_lanes(const TargetMachine& machine) {
  // With AVX2 the same 16 lanes are two registers: more work in flight, and one layout for all
  // machines.
  return machine.getMCSubtargetInfo()->checkFeatures("+avx2") ? 16 : 8;
}

spmd::Masks mask_cost(const TargetMachine& machine) {
  // AVX-512 has registers of masks; before it, masks are vectors, and stores under them are slow.
  return machine.getMCSubtargetInfo()->checkFeatures("+avx512vl") ? spmd::Masks::kFree
                                                                  : spmd::Masks::kDear;
}

bool gathers_fast(const TargetMachine& machine) {
  // Intel's; AMD's take their elements one by one.
  return machine.getMCSubtargetInfo()->checkFeatures("+avx512f,+fast-gather");
}

bool reads_ahead(const TargetMachine& machine) {
  // AMD's: saxpy of 64 Mi took 25 ms with prefetches and 20 without, on two cores of 2021. Later ones are not measured.
  return mask_cost(machine) == spmd::Masks::kDear && machine.getTargetCPU().starts_with("znver");
}

unsigned register_values(const TargetMachine& machine) {
  if (machine.getMCSubtargetInfo()->checkFeatures("+avx512f")) return 32;  // 32 registers of 16
  return 8;  // 16 registers: half a packet with AVX2, half of a packet's 8 without
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
  const LeftOut left_out(module, vector_registers(machine).count <= 16);
  SmallVector<char, 0> object;
  raw_svector_ostream stream(object);
  legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, stream, nullptr, CodeGenFileType::ObjectFile)) {
    throw spmd::CompileError("the code generator cannot emit objects");
  }
  passes.run(module);
  return object;
}

}  // namespace riffle::jit
