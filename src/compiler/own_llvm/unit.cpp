// SPDX-License-Identifier: Apache-2.0
// The command `clang -cc1`: one unit, for the processor of this machine's kind or for NVPTX, with Riffle's plugins inside.
// What is not here is what no compilation asks for: the static analyser, rewriting, documents about sources.
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <clang/Basic/Stack.h>
#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/FrontendActions.h>
#include <clang/Frontend/FrontendDiagnostic.h>
#include <clang/Frontend/TextDiagnosticBuffer.h>
#include <clang/Frontend/Utils.h>
#include <clang/Options/OptionUtils.h>
#include <llvm/Support/BuryPointer.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/Process.h>
#include <llvm/Support/Signals.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Support/raw_ostream.h>

#include "compiler/front/plugin_part.h"
#include "compiler/host_code/plugin.h"
#include "compiler/own_llvm/programs.h"

namespace riffle::own_llvm {
namespace {

constexpr llvm::StringLiteral kPlugin = "libriffle_clang.so";
constexpr llvm::StringLiteral kHostPlugin = "libriffle_host_code.so";

void initialize_targets() {
  LLVMInitializeX86TargetInfo();
  LLVMInitializeX86Target();
  LLVMInitializeX86TargetMC();
  LLVMInitializeX86AsmPrinter();
  LLVMInitializeX86AsmParser();
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  LLVMInitializeNVPTXAsmPrinter();
}

/// Of LLVM itself: its text becomes a diagnostic, and files begun are removed.
void end_by_fatal_error(void* diagnostics, const char* reason, bool) {
  auto& engine = *static_cast<clang::DiagnosticsEngine*>(diagnostics);
  engine.Report(clang::diag::err_fe_error_backend) << reason;
  llvm::sys::RunInterruptHandlers();
  llvm::sys::Process::Exit(EXIT_FAILURE);
}

bool take_out(std::vector<std::string>& files, llvm::StringRef name) {
  return std::erase_if(files, [&](const std::string& file) {
           return llvm::sys::path::filename(file) == name;
         }) != 0;
}

/// Riffle's own plugins are asked for as those of LLVM's packages are, by a path; here they are parts of this library.
void use_own_plugins(clang::CompilerInstance& compiler) {
  if (take_out(compiler.getFrontendOpts().Plugins, kPlugin)) front::activate_parts();
  clang::CodeGenOptions& code = compiler.getCodeGenOpts();
  if (take_out(code.PassPlugins, kHostPlugin))
    code.PassBuilderCallbacks.emplace_back(host_code::add_passes);
}

void read_backend_options(const std::vector<std::string>& given) {
  if (given.empty()) return;
  std::vector<const char*> words{"clang (LLVM option parsing)"};
  for (const std::string& word : given) words.push_back(word.c_str());
  words.push_back(nullptr);
  llvm::cl::ParseCommandLineOptions(static_cast<int>(words.size()) - 1, words.data());
}

std::unique_ptr<clang::FrontendAction> action_of(const clang::CompilerInstance& compiler) {
  switch (compiler.getFrontendOpts().ProgramAction) {
    case clang::frontend::ASTDump:
      return std::make_unique<clang::ASTDumpAction>();
    case clang::frontend::ASTPrint:
      return std::make_unique<clang::ASTPrintAction>();
    case clang::frontend::EmitAssembly:
      return std::make_unique<clang::EmitAssemblyAction>();
    case clang::frontend::EmitBC:
      return std::make_unique<clang::EmitBCAction>();
    case clang::frontend::EmitLLVM:
      return std::make_unique<clang::EmitLLVMAction>();
    case clang::frontend::EmitLLVMOnly:
      return std::make_unique<clang::EmitLLVMOnlyAction>();
    case clang::frontend::EmitCodeGenOnly:
      return std::make_unique<clang::EmitCodeGenOnlyAction>();
    case clang::frontend::EmitObj:
      return std::make_unique<clang::EmitObjAction>();
    case clang::frontend::GeneratePCH:
      return std::make_unique<clang::GeneratePCHAction>();
    case clang::frontend::GenerateModule:
      return std::make_unique<clang::GenerateModuleFromModuleMapAction>();
    case clang::frontend::GenerateModuleInterface:
      return std::make_unique<clang::GenerateModuleInterfaceAction>();
    case clang::frontend::GenerateReducedModuleInterface:
      return std::make_unique<clang::GenerateReducedModuleInterfaceAction>();
    case clang::frontend::GenerateHeaderUnit:
      return std::make_unique<clang::GenerateHeaderUnitAction>();
    case clang::frontend::InitOnly:
      return std::make_unique<clang::InitOnlyAction>();
    case clang::frontend::ParseSyntaxOnly:
      return std::make_unique<clang::SyntaxOnlyAction>();
    case clang::frontend::PrintPreprocessedInput:
      return std::make_unique<clang::PrintPreprocessedAction>();
    case clang::frontend::RunPreprocessorOnly:
      return std::make_unique<clang::PreprocessOnlyAction>();
    default:
      return nullptr;
  }
}

bool execute(clang::CompilerInstance& compiler) {
  use_own_plugins(compiler);
  compiler.LoadRequestedPlugins();
  read_backend_options(compiler.getFrontendOpts().LLVMArgs);
  if (compiler.getDiagnostics().hasErrorOccurred()) return false;
  const std::unique_ptr<clang::FrontendAction> action = action_of(compiler);
  if (action == nullptr) {
    llvm::errs() << "error: Riffle's compiler has no such action\n";
    return false;
  }
  return compiler.ExecuteAction(*action);
}

}  // namespace

int compile_unit(llvm::ArrayRef<const char*> words) {
  clang::noteBottomOfStack();
  initialize_targets();
  // Until there is a diagnostics engine of the unit's.
  clang::DiagnosticOptions early_options;
  clang::TextDiagnosticBuffer early_messages;
  clang::DiagnosticsEngine early(clang::DiagnosticIDs::create(), early_options, &early_messages,
                                 false);
  auto invocation = std::make_shared<clang::CompilerInvocation>();
  const bool understood = clang::CompilerInvocation::CreateFromArgs(
      *invocation, words.drop_front(words.size() > 1 ? 2 : 1), early, words[0]);
  auto compiler = std::make_unique<clang::CompilerInstance>(std::move(invocation));
  clang::HeaderSearchOptions& headers = compiler->getHeaderSearchOpts();
  static int here = 0;
  if (headers.UseBuiltinIncludes && headers.ResourceDir.empty())
    headers.ResourceDir = clang::GetResourcesPath(words[0], &here);
  compiler->createVirtualFileSystem();
  compiler->createDiagnostics();
  llvm::install_fatal_error_handler(end_by_fatal_error, &compiler->getDiagnostics());
  early_messages.FlushDiagnostics(compiler->getDiagnostics());
  const bool succeeded = understood && execute(*compiler);
  llvm::remove_fatal_error_handler();
  // The process ends now: what it has need not be given back piece by piece.
  if (compiler->getFrontendOpts().DisableFree) llvm::BuryPointer(std::move(compiler));
  return succeeded ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace riffle::own_llvm
