// SPDX-License-Identifier: Apache-2.0
// The compiler library's door: bitcode in, shared object out. Start reading here; spmd/passes.h
// lists what happens in between.
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>

#include <cstring>
#include <exception>

#include "compiler/image.h"
#include "compiler/jit/diagnostics.h"
#include "compiler/jit/dump.h"
#include "compiler/jit/entry.h"
#include "compiler/jit/fatal.h"
#include "compiler/jit/link.h"
#include "compiler/jit/target.h"
#include "compiler/spmd/compile_error.h"
#include "compiler/spmd/passes.h"

namespace riffle::jit {
namespace {

using compiler::CompileReply;
using compiler::CompileRequest;
using spmd::CompileError;

std::unique_ptr<llvm::Module> parse(const CompileRequest& request, llvm::LLVMContext& context) {
  const llvm::StringRef bytes(static_cast<const char*>(request.bitcode), request.bitcode_bytes);
  auto parsed = llvm::parseBitcodeFile(llvm::MemoryBufferRef(bytes, "device image"), context);
  if (!parsed) throw CompileError("device image: " + llvm::toString(parsed.takeError()), true);
  return std::move(*parsed);
}

void verify(const llvm::Module& module, llvm::StringRef after, bool image_is_bad) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (llvm::verifyModule(module, &stream)) {
    throw CompileError("invalid code after " + after.str() + ": " + text, image_is_bad);
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

int compile(const CompileRequest& request) {
  llvm::LLVMContext context;
  auto handler = std::make_unique<Diagnostics>();
  const Diagnostics& diagnostics = *handler;
  context.setDiagnosticHandler(std::move(handler));

  const llvm::StringRef strategy = request.strategy;
  const bool for_debugger = (request.image_flags & compiler::kImageDebug) != 0 &&
                            request.optimization_level == 0 &&
                            (strategy.empty() || strategy == "fiber");
  const auto machine = make_target_machine(request.cpu, request.optimization_level);
  const std::unique_ptr<llvm::Module> module = parse(request, context);
  dump_after("input", *module);
  verify(*module, "reading", true);

  spmd::ModuleState state;
  // A debugger steps through one thread at a time, on a stack of its own.
  state.for_debugger = for_debugger;
  state.forced_strategy = for_debugger ? "fiber" : request.strategy;
  state.lanes = packet_lanes(*machine);
  state.masks = mask_cost(*machine);
  state.register_values = register_values(*machine);
  for (const spmd::NamedPass& pass : spmd::pass_list()) {
    pass.run(*module, state);
    dump_after(pass.name, *module);
  }
  report_strategies(state);
  verify(*module, "the strategies", false);
  set_target_attributes(*module, *machine);
  const bool by_thread = llvm::any_of(
      state.kernels, [](const auto& kernel) { return kernel.strategy != abi::Strategy::kSimd; });
  if (!for_debugger) optimize(*module, *machine, request.optimization_level, by_thread);
  dump_after("optimize", *module);
  const auto object = emit_object(*module, *machine);
  if (!diagnostics.text.empty()) throw CompileError("code generator: " + diagnostics.text);
  return link_shared(object);
}

}  // namespace
}  // namespace riffle::jit

extern "C" __attribute__((visibility("default"))) void riffle_compile(
    const riffle::compiler::CompileRequest* request, riffle::compiler::CompileReply* reply) {
  *reply = {-1, false, nullptr};
  riffle::jit::install_fatal_error_handler();
  try {
    reply->descriptor = riffle::jit::compile(*request);
  } catch (const riffle::spmd::CompileError& failure) {
    reply->image_is_bad = failure.image_is_bad();
    reply->error_text = ::strdup(failure.what());
  } catch (const std::exception& failure) {
    reply->error_text = ::strdup(failure.what());
  }
}
