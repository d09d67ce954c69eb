// SPDX-License-Identifier: Apache-2.0
// Runs named passes of the kernel compiler on one .ll or .bc file and prints the result; for tests
// of single passes and for looking into them.
//
//   riffle-opt --passes=retarget,flatten-address-spaces file.ll
//   riffle-opt --passes=...,widen file.ll          bodies of kernels become packets of 16 threads
//
// `up-to-<pass>` stands for the pipeline up to and with that pass. Before all passes, `divide` makes the image its base, or
// with --kernel=k the module of kernel k; `bind-imports` is the last step of the latter.
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <cstdio>
#include <string>

#include "compiler/spmd/compile_error.h"
#include "compiler/spmd/divide.h"
#include "compiler/spmd/passes.h"
#include "compiler/spmd/transform/narrow_masks.h"
#include "compiler/spmd/transform/note_accesses.h"
#include "compiler/spmd/transform/structurize.h"
#include "compiler/spmd/transform/widen.h"

namespace {

using riffle::spmd::ModuleState;

void structurize_bodies(llvm::Module&, ModuleState& state) {
  for (auto& kernel : state.kernels) riffle::spmd::structurize(*kernel.body, state.lanes);
}

void narrow_all_masks(llvm::Module& module) {
  for (llvm::Function& function : module) riffle::spmd::narrow_masks(function);
}

void widen_bodies(llvm::Module&, ModuleState& state) {
  for (auto& kernel : state.kernels) {
    const riffle::spmd::Widened wide = riffle::spmd::widen(*kernel.body, state.lanes, state.masks);
    if (wide.packet == nullptr)
      llvm::outs() << "; " << kernel.name << " is not widened: " << wide.why_not << "\n";
  }
}

std::string kernel_apart;  ///< --kernel

void divide(llvm::Module& module, ModuleState& state) {
  riffle::spmd::settle_names(module, state);
  if (kernel_apart.empty())
    riffle::spmd::make_base(module, state, riffle::spmd::Grouping::kApart);
  else
    riffle::spmd::make_kernel(module, kernel_apart, state);
}

bool run_pass(llvm::StringRef name, llvm::Module& module, ModuleState& state) {
  if (name == "divide") return divide(module, state), true;
  if (name == "bind-imports") return riffle::spmd::bind_imports(state), true;
  if (name == "note-accesses") return riffle::spmd::note_accesses(module, state), true;
  if (name == "structurize") return structurize_bodies(module, state), true;
  if (name == "narrow-masks") return narrow_all_masks(module), true;
  if (name == "widen") return widen_bodies(module, state), true;
  const bool whole_prefix = name.consume_front("up-to-");
  for (const auto& pass : riffle::spmd::pass_list()) {
    if (whole_prefix || pass.name == name) pass.run(module, state);
    if (pass.name == name) return true;
  }
  return false;
}

int run(llvm::StringRef passes, const std::string& file, ModuleState state) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic problem;
  const auto module = llvm::parseIRFile(file, problem, context);
  if (!module) {
    problem.print("riffle-opt", llvm::errs());
    return 1;
  }
  llvm::SmallVector<llvm::StringRef, 8> names;
  passes.split(names, ',', -1, /*KeepEmpty=*/false);
  for (const llvm::StringRef name : names) {
    if (run_pass(name, *module, state)) continue;
    llvm::errs() << "riffle-opt: no pass '" << name << "'\n";
    return 1;
  }
  for (const riffle::spmd::RefusedKernel& kernel : state.refused)
    llvm::outs() << "; " << kernel.name << " is refused: " << kernel.reason << "\n";
  llvm::outs() << *module;
  return llvm::verifyModule(*module, &llvm::errs()) ? 1 : 0;
}

}  // namespace

int main(int argc, char** argv) {
  std::string passes, file;
  ModuleState state;
  for (int i = 1; i < argc; ++i) {
    llvm::StringRef argument = argv[i];
    if (argument.consume_front("--passes=")) {
      passes = argument.str();
    } else if (argument.consume_front("--strategy=")) {
      state.forced_strategy = argument.str();
    } else if (argument.consume_front("--kernel=")) {
      kernel_apart = argument.str();
    } else if (argument.consume_front("--lanes=") && !argument.getAsInteger(10, state.lanes)) {
      continue;
    } else if (argument == "--dear-masks") {
      state.masks = riffle::spmd::Masks::kDear;
    } else {
      file = argument.str();
    }
  }
  if (file.empty()) {
    std::fputs(
        "usage: riffle-opt [--passes=a,b,...] [--strategy=loop|region|simd|fiber] [--lanes=16] "
        "[--dear-masks] [--kernel=name] file.ll\n",
        stderr);
    return 2;
  }
  try {
    return run(passes, file, std::move(state));
  } catch (const riffle::spmd::CompileError& failure) {
    llvm::outs() << "error: " << failure.what() << "\n";
    return 1;
  }
}
