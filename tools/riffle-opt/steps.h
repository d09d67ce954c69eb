// SPDX-License-Identifier: Apache-2.0
// What riffle-opt's --passes may name: steps of the pipeline, its stages, `up-to-NAME` for the pipeline up to and with a
// step (what later steps need is not all in the code), and what is beside the pipeline: `divide`, which makes the image its
// base or the module of one kernel, `host-code`, and the ways to ask for reports of accesses.
#pragma once

#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Target/TargetMachine.h>

#include <string>

#include "compiler/spmd/pipeline/pipeline.h"

namespace riffle::opt {

class Steps {
 public:
  /// `kernel`: what `divide` leaves; empty: the base.
  Steps(llvm::Module& module, spmd::ModuleState& state, llvm::TargetMachine& machine,
        std::string kernel);

  /// False: there is nothing of that name.
  bool run(llvm::StringRef name);

 private:
  bool run_beside(llvm::StringRef name);
  void run_step(const spmd::Step& step);
  void run_on_packets(const spmd::Step& step);
  void widen_bodies();
  /// Before the first step after the strategies: functions are for the machine's processor.
  void begin_optimizing();
  [[nodiscard]] unsigned lanes() const;

  llvm::Module& module_;
  spmd::ModuleState& state_;
  llvm::TargetMachine& machine_;
  llvm::PassBuilder builder_;
  spmd::LlvmPasses passes_;
  spmd::Mode mode_;
  std::string kernel_;
  bool is_optimizing_ = false;
};

/// Prints all steps; returns main's result.
int list();

}  // namespace riffle::opt
