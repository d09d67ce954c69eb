// SPDX-License-Identifier: Apache-2.0
// Collects the errors that LLVM reports through a context.
#pragma once

#include <llvm/IR/DiagnosticHandler.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/Support/raw_ostream.h>

#include <string>

namespace riffle::jit {

/// Errors of the back end arrive through the context; without a handler LLVM exits the process.
struct Diagnostics : llvm::DiagnosticHandler {
  bool handleDiagnostics(const llvm::DiagnosticInfo& diagnostic) override {
    if (diagnostic.getSeverity() != llvm::DS_Error) return true;
    llvm::raw_string_ostream stream(text);
    llvm::DiagnosticPrinterRawOStream printer(stream);
    diagnostic.print(printer);
    return true;
  }
  std::string text;
};

}  // namespace riffle::jit
