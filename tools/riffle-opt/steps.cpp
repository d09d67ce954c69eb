// SPDX-License-Identifier: Apache-2.0
#include "steps.h"

#include <llvm/Support/FormatVariadic.h>
#include <llvm/Support/raw_ostream.h>

#include "compiler/host_code/instrument.h"
#include "compiler/jit/target.h"
#include "compiler/spmd/divide.h"
#include "compiler/spmd/instrument/note_accesses.h"
#include "compiler/spmd/legalize/share_sums.h"
#include "compiler/spmd/position.h"
#include "compiler/spmd/widen/widen.h"

namespace riffle::opt {

using namespace llvm;
using spmd::Stage;

Steps::Steps(Module& module, spmd::ModuleState& state, TargetMachine& machine, std::string kernel)
    : module_(module),
      state_(state),
      machine_(machine),
      builder_(&machine),
      passes_(builder_),
      mode_{.target = state.target},
      kernel_(std::move(kernel)) {}

unsigned Steps::lanes() const {
  return state_.forced_width != 0 ? state_.forced_width : state_.target.lanes;
}

bool Steps::run(StringRef name) {
  if (run_beside(name)) return true;
  const bool is_whole_prefix = name.consume_front("up-to-");
  const spmd::Step* last = spmd::find_step(name);
  if (last != nullptr && !is_whole_prefix) return run_step(*last), true;
  bool is_stage = false;
  for (const spmd::Step& step : spmd::all_steps()) {
    const bool is_in_module = step.stage < Stage::kForm || step.stage > Stage::kPacket;
    const bool is_of_stage = !is_whole_prefix && name == spmd::name_of(step.stage);
    is_stage |= is_of_stage;
    if (is_of_stage || (is_whole_prefix && last != nullptr && is_in_module)) run_step(step);
    if (&step == last) return true;
  }
  return is_stage;
}

bool Steps::run_beside(StringRef name) {
  if (name == "divide") {
    spmd::settle_names(module_, state_);
    if (kernel_.empty())
      spmd::make_base(module_, state_, spmd::Grouping::kApart);
    else
      spmd::make_kernel(module_, kernel_, state_);
    return true;
  }
  if (name == "host-code") return host_code::instrument(module_), true;
  if (name == "to-check" || name == "to-follow") {
    spmd::mark_to_check_accesses(module_);
    if (name == "to-follow") spmd::mark_to_follow_threads(module_);
    return true;
  }
  if (name == "share-sums") {  // a part of unroll-rows
    for (Function& function : module_) spmd::share_sums(function);
    return true;
  }
  return false;
}

void Steps::begin_optimizing() {
  if (std::exchange(is_optimizing_, true)) return;
  jit::set_target_attributes(module_, machine_);
  mode_.has_threads = any_of(
      state_.kernels, [](const auto& kernel) { return kernel.strategy != abi::Strategy::kSimd; });
}

void Steps::run_step(const spmd::Step& step) {
  if (step.stage >= Stage::kOptimize) begin_optimizing();
  if (step.stage == Stage::kWiden) return widen_bodies();
  if (std::holds_alternative<spmd::PacketStep>(step.run)) return run_on_packets(step);
  spmd::Mode mode = mode_;
  // Without kernels' strategies there is no telling whether their threads run one by one.
  mode.has_threads |= state_.kernels.empty();
  mode.notes_accesses |= step.stage == Stage::kInstrument;
  state_.pipeline->run(step, module_, state_, mode, passes_);
}

void Steps::run_on_packets(const spmd::Step& step) {
  const spmd::PacketContext context{lanes(), state_.target};
  if (step.stage == Stage::kForm) {
    for (auto& kernel : state_.kernels) state_.pipeline->run(step, *kernel.body, context);
    return;
  }
  for (Function& function : module_)
    if (function.getName().ends_with(".packet")) state_.pipeline->run(step, function, context);
}

void Steps::widen_bodies() {
  for (auto& kernel : state_.kernels) {
    if (state_.wants_remarks) kernel.remarks.emplace();
    const spmd::Widened wide = spmd::widen(*kernel.body, {lanes(), state_.target}, *state_.pipeline,
                                           kernel.remarks ? &*kernel.remarks : nullptr);
    if (wide.packet == nullptr)
      outs() << "; " << kernel.name << " is not widened: " << wide.why_not << "\n";
  }
}

int list() {
  for (const spmd::Step& step : spmd::all_steps()) {
    const bool is_optional = step.need == spmd::Need::kOptional;
    outs() << formatv("{0,-24}{1,-12}{2}\n", step.name, spmd::name_of(step.stage),
                      is_optional ? "optional" : "required");
  }
  return 0;
}

}  // namespace riffle::opt
