// SPDX-License-Identifier: Apache-2.0
// What -ptx prints: PTX as LLVM's own back end writes it, for reading. It is never run here.
//
//   call float @llvm.sin.f32(float %x)   ->  call float @__nv_sinf(float %x)
//
// LLVM has no PTX for such functions; they appear as what NVIDIA's library calls them.
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>

#include <cstdlib>
#include <cstring>
#include <exception>

#include "compiler/jit/diagnostics.h"
#include "compiler/jit/fatal.h"
#include "compiler/ptx_output/entry.h"
#include "compiler/spmd/compile_error.h"
#include "compiler/spmd/intrinsics.h"
#include "compiler/spmd/pipeline/module_steps.h"

namespace riffle::ptx_output {
namespace {

using namespace llvm;

std::string type_suffix(const Type& type) {
  if (type.isDoubleTy()) return "";
  if (type.isFloatTy()) return "f";
  return type.isHalfTy() ? "h" : "_other";
}

void name_library_functions(Module& module) {
  SmallVector<IntrinsicInst*, 16> calls;
  for (Function& function : module) {
    for (Instruction& instruction : instructions(function)) {
      auto* call = dyn_cast<IntrinsicInst>(&instruction);
      if (call != nullptr && !spmd::math_name(call->getIntrinsicID()).empty())
        calls.push_back(call);
    }
  }
  for (IntrinsicInst* call : calls) {
    const std::string name =
        "__nv_" + spmd::math_name(call->getIntrinsicID()).str() + type_suffix(*call->getType());
    call->setCalledFunction(module.getOrInsertFunction(name, call->getFunctionType()));
  }
}

std::unique_ptr<TargetMachine> make_machine(const Module& module, StringRef architecture) {
  static const bool initialized = [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
    return true;
  }();
  (void)initialized;
  std::string reason;
  const Target* target = TargetRegistry::lookupTarget(module.getTargetTriple(), reason);
  if (target == nullptr) throw spmd::KernelCompileError(reason);
  return std::unique_ptr<TargetMachine>(target->createTargetMachine(
      module.getTargetTriple(), architecture, "+ptx88", TargetOptions{}, std::nullopt));
}

std::unique_ptr<Module> parse(const compiler::PtxTextRequest& request, LLVMContext& context) {
  const StringRef bytes(static_cast<const char*>(request.bitcode), request.bitcode_bytes);
  auto parsed = parseBitcodeFile(MemoryBufferRef(bytes, "device code"), context);
  if (!parsed) throw spmd::KernelCompileError(toString(parsed.takeError()));
  return std::move(*parsed);
}

std::string full_text(const compiler::PtxTextRequest& request) {
  LLVMContext context;
  auto handler = std::make_unique<jit::Diagnostics>();
  const jit::Diagnostics& diagnostics = *handler;
  context.setDiagnosticHandler(std::move(handler));
  const std::unique_ptr<Module> module = parse(request, context);
  spmd::ModuleState unused;
  spmd::rebind_statics(*module, unused);
  name_library_functions(*module);

  const auto machine = make_machine(*module, request.architecture);
  SmallString<0> text;
  raw_svector_ostream stream(text);
  legacy::PassManager passes;
  if (machine->addPassesToEmitFile(passes, stream, nullptr, CodeGenFileType::AssemblyFile))
    throw spmd::KernelCompileError("no PTX text can be written");
  passes.run(*module);
  if (!diagnostics.text.empty()) throw spmd::KernelCompileError(diagnostics.text);
  return text.str().str();
}

/// Entries without code, for who looks for names.
std::string entries_only(const compiler::PtxTextRequest& request, StringRef reason) {
  LLVMContext context;
  const std::unique_ptr<Module> module = parse(request, context);
  std::string text = "// Only names: " + reason.split('\n').first.str() + "\n";
  text += ".version 8.8\n.target " + std::string(request.architecture) + "\n.address_size 64\n\n";
  for (const Function& function : *module) {
    if (function.getCallingConv() == CallingConv::PTX_Kernel && !function.isDeclaration())
      text += ".visible .entry " + function.getName().str() + "()\n{\n\ttrap;\n}\n\n";
  }
  return text;
}

std::string text_of(const compiler::PtxTextRequest& request) {
  try {
    return full_text(request);
  } catch (const spmd::KernelCompileError& failure) {
    return entries_only(request, failure.what());
  }
}

}  // namespace
}  // namespace riffle::ptx_output

extern "C" __attribute__((visibility("default"))) void riffle_ptx_text(
    const riffle::compiler::PtxTextRequest* request, riffle::compiler::PtxTextReply* reply) {
  *reply = {};
  riffle::jit::install_fatal_error_handler();
  try {
    reply->text = ::strdup(riffle::ptx_output::text_of(*request).c_str());
  } catch (const std::exception& failure) {
    reply->error_text = ::strdup(failure.what());
  }
}
