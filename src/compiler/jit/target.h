// SPDX-License-Identifier: Apache-2.0
// The processor that native code is made for, and the steps that depend on it: optimising and
// emitting.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include <memory>
#include <string>

#include "compiler/spmd/kernel_body.h"

namespace riffle::jit {

/// `cpu` empty: this machine's. Throws CompileError for an unknown name.
std::unique_ptr<llvm::TargetMachine> make_target_machine(const std::string& cpu,
                                                         std::uint32_t optimization_level);

/// Gives a machine back to those that wait for their next compilation.
struct GiveBack {
  std::string cpu;
  std::uint32_t optimization_level = 0;
  void operator()(llvm::TargetMachine* machine) const noexcept;
};
using BorrowedMachine = std::unique_ptr<llvm::TargetMachine, GiveBack>;

/// One that nobody else uses meanwhile. It may have compiled before, in another context: it knows by then what its
/// processor can do, which a small kernel would take a twentieth of its time to find out. Errors as above.
BorrowedMachine borrow_target_machine(const std::string& cpu, std::uint32_t optimization_level);

/// Marks every function for the machine's processor.
void set_target_attributes(llvm::Module& module, const llvm::TargetMachine& machine);

/// The pipeline behind the strategies; `vectorize`: some kernel runs thread by thread.
void optimize(llvm::Module& module, llvm::TargetMachine& machine, std::uint32_t optimization_level,
              bool vectorize);

/// Threads that fill this processor's vector registers, for values of 32 bits.
unsigned packet_lanes(const llvm::TargetMachine& machine);

/// Whether loads and stores under a mask cost more than others.
spmd::Masks mask_cost(const llvm::TargetMachine& machine);

/// Whether a gather costs less than the loads that it stands for.
bool gathers_fast(const llvm::TargetMachine& machine);

/// Whether the processor reads ahead of steady walks through memory as far as it pays, so that asking for lines costs.
bool reads_ahead(const llvm::TargetMachine& machine);

/// Values of 32 bits for packet_lanes() threads that the vector registers hold at once.
unsigned register_values(const llvm::TargetMachine& machine);

/// Relocatable object of `module`.
llvm::SmallVector<char, 0> emit_object(llvm::Module& module, llvm::TargetMachine& machine);

}  // namespace riffle::jit
