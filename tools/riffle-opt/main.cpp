// SPDX-License-Identifier: Apache-2.0
// Runs named steps of the kernel compiler on one .ll or .bc file (`-`: standard input) and prints the result; for tests of
// single steps and for looking into them. `riffle cc --dump-ir` writes such files: NAME.000-input.ll is what the pipeline
// begins with. steps.h says what a name may be.
//
//   riffle-opt --passes=retarget,flatten-address-spaces file.ll
//   riffle-opt --passes=...,widen file.ll          bodies of kernels become packets of 16 threads
//   riffle-opt --passes=up-to-choose-strategies --remarks file.ll
//   riffle-opt --bisect ./app --size 100           the step without which the program's exit code becomes 0
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/SourceMgr.h>

#include <cstdio>
#include <optional>
#include <string>

#include "bisect.h"
#include "compiler/jit/target.h"
#include "compiler/spmd/compile_error.h"
#include "compiler/spmd/pipeline/verify.h"
#include "compiler/spmd/remarks.h"
#include "steps.h"

namespace {

using riffle::spmd::ModuleState;

constexpr const char* kUsage =
    "usage: riffle-opt [OPTION]... FILE.ll\n"
    "       riffle-opt --bisect COMMAND [ARGUMENT]...\n"
    "  --passes=a,b,...   run these steps, one after the other; up-to-NAME: the pipeline up to "
    "NAME\n"
    "  --list             print all steps in their order: name, stage, whether it may be left out\n"
    "  --off=a,b,...      steps to leave out, as RIFFLE_PASS_OFF\n"
    "  --strategy=NAME    loop, region, simd or fiber, as RIFFLE_STRATEGY\n"
    "  --width=N          threads of a packet, as RIFFLE_WIDTH\n"
    "  --cpu=NAME         the processor, as RIFFLE_CPU; without it znver4, wherever this runs\n"
    "  --kernel=NAME      what `divide` is to leave\n"
    "  --verify           verify the code after each step, as RIFFLE_VERIFY\n"
    "  --remarks          what was decided, as comments before the code\n"
    "  -o FILE            instead of standard output\n";

/// The last arguments win.
struct CommandArguments {
  std::string passes, file, output, cpu = "znver4", off, kernel;
  bool lists = false, verifies = false, is_wrong = false;
  ModuleState state;
};

CommandArguments read(llvm::ArrayRef<const char*> words) {
  CommandArguments all;
  for (std::size_t i = 0; i < words.size(); ++i) {
    llvm::StringRef word = words[i];
    if (word.consume_front("--passes=")) {
      all.passes = word.str();
    } else if (word.consume_front("--off=")) {
      all.off = word.str();
    } else if (word.consume_front("--strategy=")) {
      all.state.forced_strategy = word.str();
    } else if (word.consume_front("--kernel=")) {
      all.kernel = word.str();
    } else if (word.consume_front("--cpu=")) {
      all.cpu = word.str();
    } else if (word.consume_front("--width=")) {
      all.is_wrong |= word.getAsInteger(10, all.state.forced_width);
    } else if (word == "--remarks") {
      all.state.wants_remarks = true;
    } else if (word == "--verify") {
      all.verifies = true;
    } else if (word == "--list") {
      all.lists = true;
    } else if (word == "-o" && i + 1 < words.size()) {
      all.output = words[++i];
    } else {
      all.is_wrong |= !all.file.empty() || (word.starts_with("-") && word != "-");
      all.file = word.str();
    }
  }
  return all;
}

void print_remarks(const ModuleState& state, llvm::raw_ostream& output) {
  if (!state.wants_remarks) return;
  const std::string text = riffle::spmd::text_of_remarks(state);
  for (const llvm::StringRef line : llvm::split(llvm::StringRef(text).rtrim(), '\n'))
    if (!line.empty()) output << "; " << line << "\n";
}

int print(const llvm::Module& module, const CommandArguments& arguments) {
  std::error_code failure;
  std::optional<llvm::raw_fd_ostream> file;
  if (!arguments.output.empty()) file.emplace(arguments.output, failure);
  if (failure) {
    llvm::errs() << "riffle-opt: cannot write '" << arguments.output << "': " << failure.message()
                 << "\n";
    return 1;
  }
  llvm::raw_ostream& output = file ? static_cast<llvm::raw_ostream&>(*file) : llvm::outs();
  print_remarks(arguments.state, output);
  for (const riffle::spmd::RefusedKernel& kernel : arguments.state.refused)
    output << "; " << kernel.name << " is refused: " << kernel.reason << "\n";
  output << module;
  return llvm::verifyModule(module, &llvm::errs()) ? 1 : 0;
}

int run(CommandArguments& arguments) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic problem;
  const auto module = llvm::parseIRFile(arguments.file, problem, context);
  if (!module) {
    problem.print("riffle-opt", llvm::errs());
    return 1;
  }
  const auto machine = riffle::jit::make_target_machine(arguments.cpu, 2);
  riffle::spmd::PassPipeline pipeline;
  pipeline.leave_out(arguments.off);
  if (arguments.verifies) pipeline.set_observer(riffle::spmd::verify_step);
  arguments.state.target = riffle::jit::target_info(*machine);
  arguments.state.pipeline = &pipeline;
  riffle::opt::Steps steps(*module, arguments.state, *machine, arguments.kernel);
  llvm::SmallVector<llvm::StringRef, 8> names;
  llvm::StringRef(arguments.passes).split(names, ',', -1, /*KeepEmpty=*/false);
  for (const llvm::StringRef name : names) {
    if (steps.run(name)) continue;
    llvm::errs() << "riffle-opt: no step '" << name << "'; see riffle-opt --list\n";
    return 1;
  }
  return print(*module, arguments);
}

}  // namespace

int main(int argc, char** argv) {
  const llvm::ArrayRef words(const_cast<const char**>(argv) + 1,
                             static_cast<std::size_t>(argc - 1));
  if (!words.empty() && llvm::StringRef(words.front()) == "--bisect")
    return riffle::opt::bisect(words.drop_front());
  CommandArguments arguments = read(words);
  if (arguments.lists) return riffle::opt::list();
  if (arguments.file.empty() || arguments.is_wrong) {
    std::fputs(kUsage, stderr);
    return 2;
  }
  try {
    return run(arguments);
  } catch (const riffle::spmd::KernelCompileError& failure) {
    llvm::outs() << "error: " << failure.what() << "\n";
    return 1;
  }
}
