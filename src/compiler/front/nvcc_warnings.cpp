// SPDX-License-Identifier: Apache-2.0
// Part of the plugin of clang: warnings that nvcc has and clang has not. Its argument names them: "missing-launch-bounds", or
// "missing-launch-bounds=error", separated by commas.
//
//   k<<<1, 32>>>();                       default-stream-launch
//   __global__ void k();                  missing-launch-bounds
//   [=] __device__() { return member; }   ext-lambda-captures-this
//
// Only what this unit declares is looked at: what comes precompiled, or from folders of the system, is nobody's here.
#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/ExprCXX.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/Diagnostic.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendPluginRegistry.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/ADT/StringMap.h>

#include "compiler/front/plugin_part.h"
#include "compiler/front/unit_visitor.h"

namespace {

/// Which warnings are wanted; true: as an error.
using Wanted = llvm::StringMap<bool>;

class WarningFinder final : public clang::RecursiveASTVisitor<WarningFinder> {
 public:
  WarningFinder(clang::DiagnosticsEngine& diagnostics, Wanted wanted)
      : diagnostics_(diagnostics), wanted_(std::move(wanted)) {}

  bool VisitCUDAKernelCallExpr(clang::CUDAKernelCallExpr* launch) {
    constexpr unsigned kStream = 3;
    const clang::CallExpr* const configuration = launch->getConfig();
    const bool names_stream = configuration->getNumArgs() > kStream &&
                              !llvm::isa<clang::CXXDefaultArgExpr>(configuration->getArg(kStream));
    if (!names_stream)
      report("default-stream-launch", launch->getBeginLoc(), "this launch names no stream");
    return true;
  }

  bool VisitFunctionDecl(clang::FunctionDecl* function) {
    const bool is_kernel =
        function->hasAttr<clang::CUDAGlobalAttr>() && function->isThisDeclarationADefinition();
    const bool is_of_device = function->getASTContext().getLangOpts().CUDAIsDevice;
    // The host's side does not read the bounds (host_defines.h).
    if (is_kernel && is_of_device && !function->hasAttr<clang::CUDALaunchBoundsAttr>())
      report("missing-launch-bounds", function->getLocation(),
             "this __global__ function has no __launch_bounds__");
    return true;
  }

  bool VisitLambdaExpr(clang::LambdaExpr* lambda) {
    const auto* const device = lambda->getCallOperator()->getAttr<clang::CUDADeviceAttr>();
    if (device == nullptr || device->isImplicit()) return true;
    for (const clang::LambdaCapture& capture : lambda->captures()) {
      if (capture.capturesThis() && capture.isImplicit())
        report("ext-lambda-captures-this", lambda->getBeginLoc(),
               "this extended lambda captures 'this' implicitly");
    }
    return true;
  }

 private:
  void report(llvm::StringRef kind, clang::SourceLocation place, llvm::StringRef text) {
    const auto wanted = wanted_.find(kind);
    if (wanted == wanted_.end() || diagnostics_.getSourceManager().isInSystemHeader(place)) return;
    const auto level =
        wanted->second ? clang::DiagnosticsEngine::Error : clang::DiagnosticsEngine::Warning;
    diagnostics_.Report(place, diagnostics_.getCustomDiagID(level, "%0 [-W%1]")) << text << kind;
  }

  clang::DiagnosticsEngine& diagnostics_;
  Wanted wanted_;
};

std::unique_ptr<clang::ASTConsumer> make(clang::CompilerInstance& compiler,
                                         const std::string& argument) {
  Wanted wanted;
  llvm::SmallVector<llvm::StringRef, 4> kinds;
  llvm::StringRef(argument).split(kinds, ',', -1, false);
  for (const llvm::StringRef kind : kinds) {
    const auto [name, level] = kind.split('=');
    wanted[name] |= level == "error";
  }
  if (wanted.empty() || !compiler.getLangOpts().CUDA) return nullptr;
  clang::DiagnosticsEngine& diagnostics = compiler.getDiagnostics();
  return std::make_unique<riffle::front::UnitConsumer<WarningFinder>>(
      diagnostics, WarningFinder(diagnostics, std::move(wanted)));
}

const clang::FrontendPluginRegistry::Add<riffle::front::PluginPart<make>> kAction("riffle_warnings",
                                                                                  "");

}  // namespace
