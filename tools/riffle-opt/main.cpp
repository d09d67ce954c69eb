// SPDX-License-Identifier: Apache-2.0
// Runs named passes of the kernel compiler on one .ll or .bc file (`-`: standard input) and prints the result; for tests
// of single passes and for looking into them. `riffle cc --dump-ir` writes such files: NAME.00-input.ll is what the
// pipeline begins with.
//
//   riffle-opt --passes=retarget,flatten-address-spaces file.ll
//   riffle-opt --passes=...,widen file.ll          bodies of kernels become packets of 16 threads
//   riffle-opt --passes=up-to-choose-strategies --remarks file.ll
//
// `up-to-<pass>` stands for the pipeline up to and with that pass: what later passes need is not all in the code. Before
// all passes, `divide` makes the image its base, or with --kernel=k the module of kernel k; `bind-imports` is the last
// step of the latter.
#include <llvm/ADT/StringExtras.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/IRReader/IRReader.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/raw_ostream.h>

#include <cstdio>
#include <optional>
#include <string>

#include "compiler/host_code/instrument.h"
#include "compiler/jit/target.h"
#include "compiler/spmd/compile_error.h"
#include "compiler/spmd/divide.h"
#include "compiler/spmd/passes.h"
#include "compiler/spmd/remarks.h"
#include "compiler/spmd/transform/count_rounds.h"
#include "compiler/spmd/transform/hide_narrow_indices.h"
#include "compiler/spmd/transform/jam_rows.h"
#include "compiler/spmd/transform/load_beside.h"
#include "compiler/spmd/transform/narrow_elements.h"
#include "compiler/spmd/transform/narrow_masks.h"
#include "compiler/spmd/transform/note_accesses.h"
#include "compiler/spmd/transform/order_lanes.h"
#include "compiler/spmd/transform/part_cases.h"
#include "compiler/spmd/transform/promote_shared.h"
#include "compiler/spmd/transform/quiet_min_max.h"
#include "compiler/spmd/transform/saturate_vectors.h"
#include "compiler/spmd/transform/share_sums.h"
#include "compiler/spmd/transform/sink_blends.h"
#include "compiler/spmd/transform/splat_masks.h"
#include "compiler/spmd/transform/split_gathers.h"
#include "compiler/spmd/transform/split_masks.h"
#include "compiler/spmd/transform/strip_loops.h"
#include "compiler/spmd/transform/structurize.h"
#include "compiler/spmd/transform/unpack_bytes.h"
#include "compiler/spmd/transform/unroll_rows.h"
#include "compiler/spmd/transform/widen.h"

namespace {

using riffle::spmd::ModuleState;

void structurize_bodies(llvm::Module&, ModuleState& state) {
  for (auto& kernel : state.kernels) riffle::spmd::structurize(*kernel.body, state.lanes);
}

void narrow_all_masks(llvm::Module& module) {
  for (llvm::Function& function : module) riffle::spmd::narrow_masks(function);
}

void access_all_narrow_elements(llvm::Module& module) {
  for (llvm::Function& function : module) riffle::spmd::access_narrow_elements(function);
}

void saturate_all_vectors(llvm::Module& module) {
  for (llvm::Function& function : module) riffle::spmd::saturate_vectors(function);
}

void hide_all_narrow_indices(llvm::Module& module) {
  for (llvm::Function& function : module) riffle::spmd::hide_narrow_indices(function);
}

void share_all_sums(llvm::Module& module) {
  for (llvm::Function& function : module) riffle::spmd::share_sums(function);
}

void unroll_all_rows(llvm::Module& module, const ModuleState& state) {
  for (llvm::Function& function : module)
    riffle::spmd::unroll_rows(function, state.register_values * state.lanes * 32);
}

void promote_all_shared(llvm::Module& module, const ModuleState& state) {
  for (llvm::Function& function : module)
    riffle::spmd::promote_shared(function, {.count = 16, .bits = 256}, state.reads_ahead);
}

void sink_all_blends(llvm::Module& module) {
  for (llvm::Function& function : module) riffle::spmd::sink_blends(function);
}

void load_all_beside(llvm::Module& module) {
  for (llvm::Function& function : module) riffle::spmd::load_beside(function);
}

void part_all_cases(llvm::Module& module) {
  for (llvm::Function& function : module) riffle::spmd::part_cases(function);
}

void order_all_lanes(llvm::Module& module) {
  for (llvm::Function& function : module) riffle::spmd::order_lanes(function);
}

void splat_all_masks(llvm::Module& module) {
  for (llvm::Function& function : module) riffle::spmd::splat_masks(function);
}

void split_all_masks(llvm::Module& module, const ModuleState& state) {
  const bool has_registers = state.masks == riffle::spmd::Masks::kFree;
  const riffle::spmd::MaskForm form{.lanes = has_registers ? 16U : 8U, .is_words = !has_registers};
  for (llvm::Function& function : module) riffle::spmd::split_masks(function, form);
}

void count_all_rounds(llvm::Module& module) {
  for (llvm::Function& function : module) riffle::spmd::count_rounds(function);
}

void strip_all_loops(llvm::Module& module) {
  for (llvm::Function& function : module)
    riffle::spmd::strip_loops(function, {.count = 16, .bits = 256});
}

void jam_all_rows(llvm::Module& module) {
  for (llvm::Function& function : module)
    riffle::spmd::jam_rows(function, {.count = 32, .bits = 512});
}

void use_range_instructions_everywhere(llvm::Module& module) {
  for (llvm::Function& function : module) riffle::spmd::use_range_instructions(function);
}

void split_all_gathers(llvm::Module& module) {
  for (llvm::Function& function : module) riffle::spmd::split_gathers(function);
}

void unpack_all_bytes(llvm::Module& module) {
  for (llvm::Function& function : module) riffle::spmd::unpack_bytes(function);
}

void widen_bodies(llvm::Module&, ModuleState& state) {
  for (auto& kernel : state.kernels) {
    if (state.wants_remarks) kernel.remarks.emplace();
    const riffle::spmd::Widened wide = riffle::spmd::widen(
        *kernel.body, state.lanes, state.masks, kernel.remarks ? &*kernel.remarks : nullptr);
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
  if (name == "host-code") return riffle::host_code::instrument(module), true;
  if (name == "note-accesses") return riffle::spmd::note_accesses(module, state), true;
  if (name == "check-accesses") {
    riffle::spmd::mark_to_check_accesses(module);
    return riffle::spmd::note_accesses(module, state), true;
  }
  if (name == "to-follow" || name == "follow-threads") {
    riffle::spmd::mark_to_check_accesses(module);
    riffle::spmd::mark_to_follow_threads(module);
    if (name == "follow-threads") riffle::spmd::note_accesses(module, state);
    return true;
  }
  if (name == "structurize") return structurize_bodies(module, state), true;
  if (name == "hide-narrow-indices") return hide_all_narrow_indices(module), true;
  if (name == "narrow-elements") return access_all_narrow_elements(module), true;
  if (name == "narrow-masks") return narrow_all_masks(module), true;
  if (name == "saturate-vectors") return saturate_all_vectors(module), true;
  if (name == "share-sums") return share_all_sums(module), true;
  if (name == "unroll-rows") return unroll_all_rows(module, state), true;
  if (name == "promote-shared") return promote_all_shared(module, state), true;
  if (name == "sink-blends") return sink_all_blends(module), true;
  if (name == "load-beside") return load_all_beside(module), true;
  if (name == "part-cases") return part_all_cases(module), true;
  if (name == "order-lanes") return order_all_lanes(module), true;
  if (name == "splat-masks") return splat_all_masks(module), true;
  if (name == "split-masks") return split_all_masks(module, state), true;
  if (name == "count-rounds") return count_all_rounds(module), true;
  if (name == "strip-loops") return strip_all_loops(module), true;
  if (name == "jam-rows") return jam_all_rows(module), true;
  if (name == "range-instructions") return use_range_instructions_everywhere(module), true;
  if (name == "split-gathers") return split_all_gathers(module), true;
  if (name == "unpack-bytes") return unpack_all_bytes(module), true;
  if (name == "widen") return widen_bodies(module, state), true;
  const bool whole_prefix = name.consume_front("up-to-");
  for (const auto& pass : riffle::spmd::pass_list()) {
    if (whole_prefix || pass.name == name) pass.run(module, state);
    if (pass.name == name) return true;
  }
  return false;
}

constexpr const char* kUsage =
    "usage: riffle-opt [OPTION]... FILE.ll\n"
    "  --passes=a,b,...   run these, one behind the other; up-to-NAME: the pipeline up to NAME\n"
    "  --list             print the names of passes, the pipeline's in its order\n"
    "  --strategy=NAME    loop, region, simd or fiber, as RIFFLE_STRATEGY\n"
    "  --width=N          threads of a packet, as RIFFLE_WIDTH\n"
    "  --cpu=NAME         lanes, masks and registers of a processor, as RIFFLE_CPU\n"
    "  --lanes=N, --dear-masks   the same one by one\n"
    "  --kernel=NAME      what `divide` is to leave\n"
    "  --remarks          what was decided, as comments in front of the code\n"
    "  -o FILE            instead of standard output\n";

/// The last arguments win.
struct Arguments {
  std::string passes, file, output, cpu;
  bool lists = false, is_wrong = false;
  ModuleState state;
};

Arguments read(llvm::ArrayRef<const char*> words) {
  Arguments all;
  for (std::size_t i = 0; i < words.size(); ++i) {
    llvm::StringRef word = words[i];
    if (word.consume_front("--passes=")) {
      all.passes = word.str();
    } else if (word.consume_front("--strategy=")) {
      all.state.forced_strategy = word.str();
    } else if (word.consume_front("--kernel=")) {
      kernel_apart = word.str();
    } else if (word.consume_front("--cpu=")) {
      all.cpu = word.str();
    } else if (word.consume_front("--lanes=")) {
      all.is_wrong |= word.getAsInteger(10, all.state.lanes);
    } else if (word.consume_front("--width=")) {
      all.is_wrong |= word.getAsInteger(10, all.state.forced_width);
    } else if (word == "--dear-masks") {
      all.state.masks = riffle::spmd::Masks::kDear;
    } else if (word == "--remarks") {
      all.state.wants_remarks = true;
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

void take_processor(const std::string& cpu, ModuleState& state) {
  const auto machine = riffle::jit::make_target_machine(cpu, 2);
  state.lanes = riffle::jit::packet_lanes(*machine);
  state.masks = riffle::jit::mask_cost(*machine);
  state.gathers_fast = riffle::jit::gathers_fast(*machine);
  state.reads_ahead = riffle::jit::reads_ahead(*machine);
  state.register_values = riffle::jit::register_values(*machine);
}

/// The pipeline behind the strategies.
void optimize(llvm::Module& module, const std::string& cpu, const ModuleState& state) {
  const auto machine = riffle::jit::make_target_machine(cpu, 2);
  riffle::jit::set_target_attributes(module, *machine);
  const bool by_thread = llvm::any_of(state.kernels, [](const auto& kernel) {
    return kernel.strategy != riffle::abi::Strategy::kSimd;
  });
  riffle::jit::optimize(module, *machine, 2, by_thread);
}

void print_remarks(const ModuleState& state, llvm::raw_ostream& output) {
  if (!state.wants_remarks) return;
  const std::string text = riffle::spmd::text_of_remarks(state);
  for (const llvm::StringRef line : llvm::split(llvm::StringRef(text).rtrim(), '\n'))
    if (!line.empty()) output << "; " << line << "\n";
}

int run(Arguments& arguments) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic problem;
  const auto module = llvm::parseIRFile(arguments.file, problem, context);
  if (!module) {
    problem.print("riffle-opt", llvm::errs());
    return 1;
  }
  ModuleState& state = arguments.state;
  llvm::SmallVector<llvm::StringRef, 8> names;
  llvm::StringRef(arguments.passes).split(names, ',', -1, /*KeepEmpty=*/false);
  for (const llvm::StringRef name : names) {
    if (name == "optimize") {
      optimize(*module, arguments.cpu, state);
    } else if (!run_pass(name, *module, state)) {
      llvm::errs() << "riffle-opt: no pass '" << name << "'; see riffle-opt --list\n";
      return 1;
    }
  }
  std::error_code failure;
  std::optional<llvm::raw_fd_ostream> file;
  if (!arguments.output.empty()) file.emplace(arguments.output, failure);
  if (failure) {
    llvm::errs() << "riffle-opt: cannot write '" << arguments.output << "': " << failure.message()
                 << "\n";
    return 1;
  }
  llvm::raw_ostream& output = file ? static_cast<llvm::raw_ostream&>(*file) : llvm::outs();
  print_remarks(state, output);
  for (const riffle::spmd::RefusedKernel& kernel : state.refused)
    output << "; " << kernel.name << " is refused: " << kernel.reason << "\n";
  output << *module;
  return llvm::verifyModule(*module, &llvm::errs()) ? 1 : 0;
}

int list() {
  llvm::outs() << "divide\n";
  for (const auto& pass : riffle::spmd::pass_list()) llvm::outs() << pass.name << "\n";
  for (
      const char* other :
      {"structurize",   "widen",       "hide-narrow-indices", "narrow-elements", "saturate-vectors",
       "narrow-masks",  "share-sums",  "unroll-rows",         "sink-blends",     "part-cases",
       "count-rounds",  "strip-loops", "load-beside",         "order-lanes",     "splat-masks",
       "split-masks",   "jam-rows",    "range-instructions",  "unpack-bytes",    "split-gathers",
       "note-accesses", "optimize",    "promote-shared",      "bind-imports"})
    llvm::outs() << other << "\n";
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  Arguments arguments =
      read(llvm::ArrayRef<const char*>(argv + 1, static_cast<std::size_t>(argc - 1)));
  if (arguments.lists) return list();
  if (arguments.file.empty() || arguments.is_wrong) {
    std::fputs(kUsage, stderr);
    return 2;
  }
  try {
    if (!arguments.cpu.empty()) take_processor(arguments.cpu, arguments.state);
    return run(arguments);
  } catch (const riffle::spmd::CompileError& failure) {
    llvm::outs() << "error: " << failure.what() << "\n";
    return 1;
  }
}
