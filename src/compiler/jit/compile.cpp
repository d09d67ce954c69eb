// SPDX-License-Identifier: Apache-2.0
// The compiler library's door: bitcode in, shared object out. Start reading here; spmd/pipeline/steps.cpp
// lists what happens in between.
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/IPO/Internalize.h>

#include <cstring>
#include <exception>
#include <span>

#include "compiler/cache/hash.h"
#include "compiler/fat_binary/ptx_text.h"
#include "compiler/image.h"
#include "compiler/jit/bfloat_rounding.h"
#include "compiler/jit/diagnostics.h"
#include "compiler/jit/dump.h"
#include "compiler/jit/entry.h"
#include "compiler/jit/fatal.h"
#include "compiler/jit/link.h"
#include "compiler/jit/target.h"
#include "compiler/ptx/module.h"
#include "compiler/spmd/compile_error.h"
#include "compiler/spmd/divide.h"
#include "compiler/spmd/instrument/guarded_reads.h"
#include "compiler/spmd/instrument/note_accesses.h"
#include "compiler/spmd/lower/fix_shape.h"
#include "compiler/spmd/pipeline/pipeline.h"
#include "compiler/spmd/pipeline/verify.h"
#include "compiler/spmd/reach.h"
#include "compiler/spmd/remarks.h"

namespace riffle::jit {
namespace {

using compiler::CompileReply;
using compiler::CompileRequest;
using spmd::KernelCompileError;

bool is_text(const CompileRequest& request) {
  return (request.image_flags & compiler::kImageText) != 0;
}

/// Of a base the outline, which says all that divides an image, unless it has to stay whole.
std::unique_ptr<llvm::Module> translated(const CompileRequest& request, llvm::StringRef text,
                                         llvm::LLVMContext& context) {
  if (request.kernel != nullptr) return ptx::translate_kernel(text, request.kernel, context);
  if (request.grouping != compiler::Grouping::kTogether) {
    auto outline = ptx::outline_module(text, context);
    if (outline != nullptr && spmd::can_be_divided(*outline)) return outline;
  }
  return ptx::translate_module(text, context).module;
}

/// PTX. As of other images, nobody asks for functions that are no kernels.
std::unique_ptr<llvm::Module> read_text(const CompileRequest& request, llvm::StringRef ptx,
                                        llvm::LLVMContext& context) {
  std::string storage;
  const auto text = compiler::ptx_text(ptx, storage);
  if (!text) throw KernelCompileError(text.error().text, true);
  auto module = translated(request, *text, context);
  llvm::internalizeModule(*module, [](const llvm::GlobalValue& value) {
    return !llvm::isa<llvm::Function>(value) || spmd::is_kernel(value);
  });
  return module;
}

/// Each compilation reads the image into a context of its own, so that they share nothing. Of a large image
/// a kernel needs little, and function bodies are read when they are asked for.
std::unique_ptr<llvm::Module> read(const CompileRequest& request, llvm::LLVMContext& context) {
  const llvm::StringRef bytes(static_cast<const char*>(request.bitcode), request.bitcode_bytes);
  if (is_text(request)) return read_text(request, bytes, context);
  const llvm::MemoryBufferRef buffer(bytes, "device image");
  auto module = request.kernel == nullptr ? llvm::parseBitcodeFile(buffer, context)
                                          : llvm::getLazyBitcodeModule(buffer, context);
  if (!module)
    throw KernelCompileError("device image: " + llvm::toString(module.takeError()), true);
  return std::move(*module);
}

/// Leaves of the image what the wanted object is made from.
void divide(const CompileRequest& request, llvm::Module& module, spmd::ModuleState& state) {
  if (!module.getTargetTriple().isNVPTX()) return;  // check_input says so
  spmd::settle_names(module, state);
  if (request.kernel != nullptr) {
    spmd::make_kernel(module, request.kernel, state);
  } else if (!state.for_debugger) {
    const bool is_large = is_text(request) && request.grouping != compiler::Grouping::kTogether;
    spmd::make_base(module, state, is_large ? compiler::Grouping::kApart : request.grouping);
  }
}

/// Whether the caller has the object that would be made: from the same code, in the same place of the source.
bool is_known(const CompileRequest& request, const llvm::Module& module) {
  if (request.kernel == nullptr) return false;
  llvm::SmallVector<char, 0> content;
  llvm::raw_svector_ostream stream(content);
  llvm::WriteBitcodeToFile(module, stream);
  const compiler::Hash128 hash = compiler::hash128(std::as_bytes(std::span(content)));
  return request.is_known(request.owner, hash.low, hash.high);
}

/// Instructions of a kernel and what it calls, beyond which nobody waits for code for one shape.
constexpr std::size_t kLargestSpecialised = 5'000;

void check_size(const CompileRequest& request, const llvm::Module& module) {
  if (request.shape == nullptr) return;
  std::size_t instructions = 0;
  for (const llvm::Function& function : module) instructions += function.getInstructionCount();
  if (instructions > kLargestSpecialised)
    throw KernelCompileError("too large to compile for one block shape: " +
                             std::to_string(instructions) + " instructions");
}

void check_cancelled(const CompileRequest& request) {
  if (request.is_cancelled != nullptr && request.is_cancelled(request.owner))
    throw KernelCompileError("cancelled");
}

/// In an object of its own a kernel that is refused is a failure.
void check_refusal(const CompileRequest& request, const spmd::ModuleState& state) {
  if (request.kernel == nullptr) return;
  for (const spmd::RefusedKernel& kernel : state.refused) {
    if (kernel.name == request.kernel) throw KernelCompileError(kernel.reason);
  }
}

/// RIFFLE_DUMP=strategies: what each kernel became, and why not packets.
void report_strategies(const spmd::ModuleState& state) {
  if (!dump_wanted("strategies")) return;
  static constexpr const char* names[] = {"?", "loop", "region", "fiber", "simd"};
  for (const spmd::KernelState& kernel : state.kernels) {
    llvm::errs() << kernel.name << ": " << names[static_cast<unsigned>(kernel.strategy)];
    if (!kernel.why_not_simd.empty())
      llvm::errs() << " (no packets: " << kernel.why_not_simd << ")";
    llvm::errs() << "\n";
  }
  for (const spmd::RefusedKernel& kernel : state.refused)
    llvm::errs() << kernel.name << ": refused: " << kernel.reason << "\n";
}

/// What comes of a compilation that does not fail.
struct Compiled {
  int descriptor = -1;
  bool is_known = false;  ///< the caller has the object already
  std::string remarks = {};
};

/// A debugger steps through one thread at a time, on a stack of its own.
bool is_for_debugger(const CompileRequest& request) {
  const llvm::StringRef strategy = request.strategy;
  return (request.image_flags & compiler::kImageDebug) != 0 && request.optimization_level == 0 &&
         (strategy.empty() || strategy == "fiber");
}

spmd::ModuleState first_state(const CompileRequest& request, llvm::TargetMachine& machine,
                              const spmd::PassPipeline& pipeline) {
  spmd::ModuleState state;
  state.for_debugger = is_for_debugger(request);
  state.forced_strategy = state.for_debugger ? "fiber" : request.strategy;
  state.forced_width = request.width;
  state.wants_remarks = request.wants_remarks;
  state.target = target_info(machine);
  state.pipeline = &pipeline;
  return state;
}

bool notes_accesses(const CompileRequest& request) {
  return request.accesses != compiler::AccessNoting::kOff;
}
bool follows_threads(const CompileRequest& request) {
  return request.accesses == compiler::AccessNoting::kFollowed;
}

/// What steps must know of a checked kernel.
void mark_accesses(const CompileRequest& request, llvm::Module& module) {
  if (notes_accesses(request)) spmd::mark_to_note_accesses(module);
  if (follows_threads(request) || request.accesses == compiler::AccessNoting::kChecked)
    spmd::mark_to_check_accesses(module);
  if (follows_threads(request)) {
    spmd::mark_to_follow_threads(module);
    spmd::guard_reads(module);
    spmd::keep_accesses_in_place(module);
  }
}

/// What comes after the strategies: code as the back end takes it.
void finish_code(const CompileRequest& request, llvm::Module& module, llvm::TargetMachine& machine,
                 spmd::ModuleState& state, spmd::Mode mode, spmd::LlvmPasses& passes) {
  const spmd::PassPipeline& pipeline = *state.pipeline;
  spmd::verify(module, "the strategies", false);
  define_bfloat_rounding(module);
  set_target_attributes(module, machine);
  // Vectorised, interleaved loads read what lies between them too: notes are to be of what the source reads.
  mode.has_threads =
      !notes_accesses(request) && llvm::any_of(state.kernels, [](const auto& kernel) {
        return kernel.strategy != abi::Strategy::kSimd;
      });
  if (follows_threads(request)) spmd::keep_accesses_in_place(module);
  if (!state.for_debugger) {
    pipeline.run(spmd::Stage::kOptimize, module, state, mode, passes);
    pipeline.run(spmd::Stage::kLegalize, module, state, mode, passes);
  }
  pipeline.run(spmd::Stage::kInstrument, module, state, mode, passes);
  if (notes_accesses(request)) spmd::verify(module, "the notes of accesses", false);
  pipeline.run(spmd::Stage::kBind, module, state, mode, passes);
}

Compiled compile(const CompileRequest& request) {
  llvm::LLVMContext context;
  auto handler = std::make_unique<Diagnostics>();
  const Diagnostics& diagnostics = *handler;
  context.setDiagnosticHandler(std::move(handler));

  const BorrowedMachine machine = borrow_target_machine(request.cpu, request.optimization_level);
  const std::unique_ptr<llvm::Module> module = read(request, context);
  spmd::PassPipeline pipeline;
  pipeline.leave_out(request.steps_off);
  spmd::ModuleState state = first_state(request, *machine, pipeline);
  divide(request, *module, state);
  if (is_known(request, *module)) return {.is_known = true};
  check_size(request, *module);
  if (request.shape != nullptr)
    spmd::set_shape(*module->getFunction(request.kernel), *request.shape);
  mark_accesses(request, *module);
  Dumps dumps(request.dump_folder, request.shape);
  pipeline.set_observer(
      [&](const spmd::Step& step, llvm::Module& changed, llvm::Function* function) {
        dumps.after(step.name, changed, state, function);
        if (request.verifies_steps) spmd::verify_step(step, changed, function);
        check_cancelled(request);
      });
  dumps.after("input", *module, state);
  spmd::verify(*module, "reading", true);
  llvm::PassBuilder builder(machine.get());
  spmd::LlvmPasses passes(builder);
  spmd::Mode mode{.target = state.target,
                  .notes_accesses = notes_accesses(request),
                  .is_optimized = request.optimization_level != 0};
  using enum spmd::Stage;
  for (const spmd::Stage stage : {kLower, kBody, kStrategy, kEmit})
    pipeline.run(stage, *module, state, mode, passes);
  check_refusal(request, state);
  report_strategies(state);
  Compiled result;
  if (request.wants_remarks) result.remarks = spmd::text_of_remarks(state);
  if (!request.wants_object && !dumps.writes_files()) return result;
  finish_code(request, *module, *machine, state, mode, passes);
  dumps.after("optimize", *module, state);
  if (!request.wants_object) return result;
  const auto object = emit_object(*module, *machine);
  if (!diagnostics.text.empty()) throw KernelCompileError("code generator: " + diagnostics.text);
  result.descriptor = link_shared(object);
  return result;
}

}  // namespace
}  // namespace riffle::jit

extern "C" __attribute__((visibility("default"))) void riffle_compile(
    const riffle::compiler::CompileRequest* request, riffle::compiler::CompileReply* reply) {
  *reply = {-1, false, false, nullptr, nullptr};
  riffle::jit::install_fatal_error_handler();
  try {
    const riffle::jit::Compiled compiled = riffle::jit::compile(*request);
    reply->is_known = compiled.is_known;
    reply->descriptor = compiled.descriptor;
    if (request->wants_remarks) reply->remarks = ::strdup(compiled.remarks.c_str());
  } catch (const riffle::spmd::KernelCompileError& failure) {
    reply->image_is_bad = failure.image_is_bad();
    reply->error_text = ::strdup(failure.what());
  } catch (const std::exception& failure) {
    reply->error_text = ::strdup(failure.what());
  }
}
