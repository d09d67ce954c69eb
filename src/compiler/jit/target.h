// SPDX-License-Identifier: Apache-2.0
// The processor that native code is made for, and what LLVM's code generator makes of a module for it.
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include <memory>
#include <string>

#include "compiler/spmd/target_info.h"

namespace riffle::jit {

/// `cpu` empty: this machine's. Throws KernelCompileError for an unknown name.
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

/// What the compiler's steps know of the machine's processor.
spmd::TargetInfo target_info(const llvm::TargetMachine& machine);

/// Marks every function for the machine's processor.
void set_target_attributes(llvm::Module& module, const llvm::TargetMachine& machine);

/// Relocatable object of `module`.
llvm::SmallVector<char, 0> emit_object(llvm::Module& module, llvm::TargetMachine& machine);

}  // namespace riffle::jit
