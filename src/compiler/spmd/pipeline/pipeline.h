// SPDX-License-Identifier: Apache-2.0
// Runs the steps of the compiler: the one runner that the product, riffle-opt and the tests share.
#pragma once

#include <llvm/ADT/BitVector.h>
#include <llvm/Passes/PassBuilder.h>

#include <functional>
#include <optional>
#include <string>

#include "compiler/spmd/analyses.h"
#include "compiler/spmd/pipeline/step.h"

namespace riffle::spmd {

/// LLVM's own passes and their analyses, which are made when a step first asks for them.
class LlvmPasses {
 public:
  explicit LlvmPasses(llvm::PassBuilder& builder) : builder_(builder) {}

  void run(const LlvmStep& step, llvm::Module& module);
  /// `function` was changed by another step.
  void invalidate(llvm::Function& function);

 private:
  Analyses& analyses();

  llvm::PassBuilder& builder_;
  std::optional<Analyses> analyses_;
};

class PassPipeline {
 public:
  /// Called after each step that ran: on a function, or on the module if that is null.
  using Observer = std::function<void(const Step&, llvm::Module&, llvm::Function*)>;

  PassPipeline();

  /// `names`: of optional steps, separated by commas, or `optional` for all of them. Throws KernelCompileError for others.
  void leave_out(llvm::StringRef names);
  void set_observer(Observer observer) { observer_ = std::move(observer); }

  [[nodiscard]] bool allows(const Step& step) const;
  [[nodiscard]] bool allows(Choice choice) const;

  /// The steps of `stage` that work on a module or on all of its functions.
  void run(Stage stage, llvm::Module& module, ModuleState& state, const Mode& mode,
           LlvmPasses& passes) const;
  /// One of them, if it is allowed and of use.
  void run(const Step& step, llvm::Module& module, ModuleState& state, const Mode& mode,
           LlvmPasses& passes) const;
  /// The steps of kForm on a copy of a body, or of kPacket on a packet.
  void run(Stage stage, llvm::Function& function, const PacketContext& context) const;
  /// One of them, if it is allowed and of use.
  void run(const Step& step, llvm::Function& function, const PacketContext& context) const;

 private:
  [[nodiscard]] bool is_on(const Step& step, const Mode& mode) const {
    return allows(step) && (step.when == nullptr || step.when(mode));
  }
  void observe(const Step& step, llvm::Module& module, llvm::Function* function) const {
    if (observer_) observer_(step, module, function);
  }

  llvm::BitVector off_;  ///< by place in all_steps()
  Observer observer_;
};

}  // namespace riffle::spmd
