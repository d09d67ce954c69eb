// SPDX-License-Identifier: Apache-2.0
// The command `clang`, by clang's own driver: it reads a command line, finds the machine's C++ library and start files, and
// runs units in this process or, when there are several, in others of the same program.
#include <memory>
#include <string>
#include <utility>

#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/DiagnosticIDs.h>
#include <clang/Basic/DiagnosticOptions.h>
#include <clang/Driver/Compilation.h>
#include <clang/Driver/Driver.h>
#include <clang/Driver/ToolChain.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/VirtualFileSystem.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/TargetParser/Host.h>

#include "compiler/own_llvm/programs.h"

namespace riffle::own_llvm {

int drive_clang(Words& words) {
  // The tree may be anywhere; clang finds its headers and the linker beside this file.
  static int here = 0;
  const std::string program = llvm::sys::fs::getMainExecutable(words[0], &here);
  const std::unique_ptr<clang::DiagnosticOptions> options = clang::CreateAndPopulateDiagOpts(words);
  clang::TextDiagnosticPrinter printer(llvm::errs(), *options);
  printer.setPrefix(llvm::sys::path::stem(program).str());
  clang::DiagnosticsEngine diagnostics(clang::DiagnosticIDs::create(), *options, &printer, false);
  const auto files = llvm::vfs::getRealFileSystem();
  clang::ProcessWarningOptions(diagnostics, *options, *files, false);

  clang::driver::Driver driver(program, llvm::sys::getDefaultTargetTriple(), diagnostics,
                               "Riffle's clang", files);
  const auto name = clang::driver::ToolChain::getTargetAndModeFromProgramName(words[0]);
  driver.setTargetAndMode(name);
  if (name.DriverMode != nullptr) words.insert(words.begin() + 1, name.DriverMode);
  const auto unit = [](llvm::SmallVectorImpl<const char*>& line) { return compile_unit(line); };
  driver.CC1Main = unit;

  const std::unique_ptr<clang::driver::Compilation> compilation(driver.BuildCompilation(words));
  if (compilation == nullptr || compilation->containsError()) return EXIT_FAILURE;
  llvm::SmallVector<std::pair<int, const clang::driver::Command*>, 4> failed;
  int status = driver.ExecuteCompilation(*compilation, failed);
  for (const auto& [code, command] : failed) {
    if (status == 0) status = code;
  }
  diagnostics.getClient()->finish();
  // A process that a signal ended has a negative one.
  return status < 0 ? 128 - status : status;
}

}  // namespace riffle::own_llvm
