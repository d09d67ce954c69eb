// SPDX-License-Identifier: Apache-2.0
#include "compiler/spmd/pipeline/pipeline.h"

#include <llvm/ADT/SmallVector.h>

#include "compiler/spmd/analyses.h"
#include "compiler/spmd/compile_error.h"

namespace riffle::spmd {

using namespace llvm;

namespace {

unsigned place_of(const Step& step) { return static_cast<unsigned>(&step - all_steps().data()); }

void check(Error failure) {
  if (failure) throw KernelCompileError("pass pipeline: " + toString(std::move(failure)));
}

}  // namespace

Analyses& LlvmPasses::analyses() {
  if (!analyses_) analyses_.emplace(builder_);
  return *analyses_;
}

void LlvmPasses::run(const LlvmStep& step, Module& module) {
  if (step.is_for == nullptr) {
    ModulePassManager passes;
    check(builder_.parsePassPipeline(passes, step.passes));
    passes.run(module, analyses().modules);
    return;
  }
  for (Function& function : module) {
    if (function.isDeclaration() || !step.is_for(function)) continue;
    FunctionPassManager passes;
    check(builder_.parsePassPipeline(passes, step.passes));
    passes.run(function, analyses().functions);
    invalidate(function);
  }
}

void LlvmPasses::invalidate(Function& function) {
  if (analyses_) analyses_->functions.invalidate(function, PreservedAnalyses::none());
}

PassPipeline::PassPipeline() : off_(static_cast<unsigned>(all_steps().size())) {}

void PassPipeline::leave_out(StringRef names) {
  SmallVector<StringRef, 8> list;
  names.split(list, ',', -1, /*KeepEmpty=*/false);
  for (const StringRef name : list) {
    if (name == "optional") {
      for (const Step& step : all_steps())
        if (step.need == Need::kOptional) off_.set(place_of(step));
      continue;
    }
    const Step* step = find_step(name);
    if (step == nullptr)
      throw KernelCompileError("RIFFLE_PASS_OFF: there is no step '" + name.str() +
                               "'; riffle-opt --list names them");
    if (step->need == Need::kRequired)
      throw KernelCompileError("RIFFLE_PASS_OFF: step '" + name.str() + "' cannot be left out");
    off_.set(place_of(*step));
  }
}

bool PassPipeline::allows(const Step& step) const { return !off_.test(place_of(step)); }

bool PassPipeline::allows(Choice choice) const {
  for (const Step& step : all_steps()) {
    const auto* own = std::get_if<Choice>(&step.run);
    if (own != nullptr && *own == choice) return allows(step);
  }
  return true;
}

void PassPipeline::run(Stage stage, Module& module, ModuleState& state, const Mode& mode,
                       LlvmPasses& passes) const {
  for (const Step& step : all_steps())
    if (step.stage == stage) run(step, module, state, mode, passes);
}

void PassPipeline::run(const Step& step, Module& module, ModuleState& state, const Mode& mode,
                       LlvmPasses& passes) const {
  if (!is_on(step, mode)) return;
  if (const auto* of_module = std::get_if<ModuleStep>(&step.run)) {
    (*of_module)(module, state);
  } else if (const auto* of_llvm = std::get_if<LlvmStep>(&step.run)) {
    passes.run(*of_llvm, module);
  } else if (const auto* of_function = std::get_if<FunctionStep>(&step.run)) {
    for (Function& function : module) {
      if (!function.isDeclaration() && (*of_function)(function, mode.target))
        passes.invalidate(function);
    }
  } else {
    return;  // the strategies ask for it
  }
  observe(step, module, nullptr);
}

void PassPipeline::run(Stage stage, Function& function, const PacketContext& context) const {
  for (const Step& step : all_steps())
    if (step.stage == stage) run(step, function, context);
}

void PassPipeline::run(const Step& step, Function& function, const PacketContext& context) const {
  if (!is_on(step, {.target = context.target})) return;
  std::get<PacketStep>(step.run)(function, context);
  observe(step, *function.getParent(), &function);
}

}  // namespace riffle::spmd
