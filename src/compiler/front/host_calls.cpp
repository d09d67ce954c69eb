// SPDX-License-Identifier: Apache-2.0
// Part of the plugin of clang: functions for both sides that call host functions.
//
//   void log(int);
//   __host__ __device__ int f(int x) { if (x > 100) log(x); return x + 1; }
//
// nvcc warns of the call, for f may be of use on the device all the same. Clang refuses it where device code is made of f,
// which is always, unless f is inline. So
// 1. such functions are inline on the device side (make_inline_on_device, which execution_spaces.cpp calls): code is made of those that
//    kernels reach. With -rdc=true of the others too: kernels of other files may call them.
// 2. what clang has put off until it knows what kernels reach becomes a warning before clang looks at it.
// 3. in the module, such a call is a failed assertion that names the function.
//
// On the host's side, nvcc lets instances of templates for both sides call device functions, and functions for both sides take
// their addresses, and says nothing. Such a call ends the program.
#include <string>

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Mangle.h>
#include <clang/AST/RecursiveASTVisitor.h>
#include <clang/Basic/DiagnosticSema.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendPluginRegistry.h>
#include <clang/Sema/ExternalSemaSource.h>
#include <clang/Sema/Sema.h>
#include <clang/Sema/SemaCUDA.h>
#include <clang/Sema/SemaConsumer.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Local.h>

#include "compiler/front/device_inline.h"
#include "compiler/front/extended_lambda.h"
#include "compiler/front/module_passes.h"
#include "compiler/front/plugin_part.h"
#include "compiler/front/spaces.h"

namespace {

bool is_for_other_files(const clang::FunctionDecl& function) {
  return function.getStorageClass() != clang::SC_Static && !function.isInAnonymousNamespace() &&
         !function.isTemplated();
}

/// The file that defines a class's first virtual function has its vtable, unless that function is inline.
bool may_carry_vtable(const clang::FunctionDecl& function) {
  const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
  return method != nullptr &&
         (method->isVirtualAsWritten() || method->getParent()->isPolymorphic());
}

}  // namespace

void riffle::front::make_inline_on_device(clang::Sema& sema, clang::FunctionDecl& function,
                                          bool is_first) {
  if (!sema.getLangOpts().CUDAIsDevice || function.isMain()) return;
  const bool relocatable = sema.getLangOpts().GPURelocatableDeviceCode;
  if (relocatable && may_carry_vtable(function)) return;
  if (relocatable && is_first && !function.isInlined() && is_for_other_files(function) &&
      !function.hasAttr<clang::UsedAttr>())
    function.addAttr(clang::UsedAttr::CreateImplicit(sema.Context));
  function.setImplicitlyInline();
}

namespace {

/// Host functions that code for both sides calls, by their names in the module. One source is compiled by a process.
llvm::StringMap<std::string>& called() {
  static llvm::StringMap<std::string> names;
  return names;
}

/// A diagnostic's arguments, which clang shows to diagnostics only.
struct DiagnosticArguments : clang::PartialDiagnostic {
  static const clang::DiagnosticStorage& of(const clang::PartialDiagnostic& diagnostic) {
    return *(diagnostic.*&DiagnosticArguments::DiagStorage);
  }
};

/// Whose functions have no code in this compilation.
clang::CUDAFunctionTarget other_side(const clang::Sema& sema) {
  return sema.getLangOpts().CUDAIsDevice ? clang::CUDAFunctionTarget::Host
                                         : clang::CUDAFunctionTarget::Device;
}

/// Notes the host functions that the body of a function calls, those that the source does not show among them.
class HostCallees final : public clang::RecursiveASTVisitor<HostCallees> {
 public:
  explicit HostCallees(clang::Sema& sema) : sema_(sema), names_(sema.getASTContext()) {}

  // Names and their capitals are clang's.
  // NOLINTBEGIN(readability-identifier-naming)
  [[nodiscard]] bool shouldVisitImplicitCode() const { return true; }
  [[nodiscard]] bool shouldVisitTemplateInstantiations() const { return true; }

  bool VisitDeclRefExpr(clang::DeclRefExpr* expression) { return add(expression->getDecl()); }
  bool VisitMemberExpr(clang::MemberExpr* expression) { return add(expression->getMemberDecl()); }
  bool VisitCXXConstructExpr(clang::CXXConstructExpr* expression) {
    add_destructor(expression->getType());
    return add(expression->getConstructor());
  }
  bool VisitCXXNewExpr(clang::CXXNewExpr* expression) { return add(expression->getOperatorNew()); }
  bool VisitCXXDeleteExpr(clang::CXXDeleteExpr* expression) {
    add_destructor(expression->getDestroyedType());
    return add(expression->getOperatorDelete());
  }
  bool VisitCXXBindTemporaryExpr(clang::CXXBindTemporaryExpr* expression) {
    return add_destructor(expression->getType());
  }
  bool VisitCXXDefaultArgExpr(clang::CXXDefaultArgExpr* expression) {
    return TraverseStmt(expression->getExpr());
  }
  bool VisitVarDecl(clang::VarDecl* variable) { return add_destructor(variable->getType()); }
  bool VisitCXXDestructorDecl(clang::CXXDestructorDecl* destructor) {
    for (const clang::CXXBaseSpecifier& base : destructor->getParent()->bases())
      add_destructor(base.getType());
    for (const clang::FieldDecl* field : destructor->getParent()->fields())
      add_destructor(field->getType());
    return true;
  }
  // NOLINTEND(readability-identifier-naming)

 private:
  bool add_destructor(clang::QualType type) {
    if (type.isNull() || type->isDependentType()) return true;
    const auto* record = type->getBaseElementTypeUnsafe()->getAsCXXRecordDecl();
    return record == nullptr || !record->hasDefinition() || add(record->getDestructor());
  }

  bool add(const clang::Decl* named) {
    const auto* callee = llvm::dyn_cast_or_null<clang::FunctionDecl>(named);
    if (callee == nullptr || callee->isDependentContext() || callee->getBuiltinID() != 0 ||
        sema_.CUDA().IdentifyTarget(callee) != other_side(sema_))
      return true;
    std::string name;
    llvm::raw_string_ostream out(name);
    callee->getNameForDiagnostic(out, sema_.getPrintingPolicy(), /*Qualified=*/true);
    for (const std::string& symbol : names_.getAllManglings(callee)) called()[symbol] = name;
    called()[names_.getName(callee)] = name;
    return true;
  }

  clang::Sema& sema_;
  clang::ASTNameGenerator names_;
};

/// Its hook runs when all has been parsed and instantiated, in front of the diagnostics that were put off.
class Softener final : public clang::ExternalSemaSource {
 public:
  explicit Softener(clang::Sema& sema)
      : sema_(sema),
        warning_(sema.getDiagnostics().getCustomDiagID(
            // -w does not hold for diagnostics of plugins.
            sema.getDiagnostics().getIgnoreAllWarnings() || !sema.getLangOpts().CUDAIsDevice
                ? clang::DiagnosticsEngine::Ignored
                : clang::DiagnosticsEngine::Warning,
            "calling a __host__ function (%q2) from a __host__ __device__ function is not allowed: "
            "a kernel that reaches this call fails")) {}

  void ReadDeclsToCheckForDeferredDiags(llvm::SmallSetVector<clang::Decl*, 4>&) override {
    for (auto& [caller, diagnostics] : sema_.DeviceDeferredDiags) {
      const clang::FunctionDecl* const function = caller;
      if (sema_.CUDA().IdentifyTarget(function) != clang::CUDAFunctionTarget::HostDevice ||
          riffle::front::is_tolerated_on_host(*function))
        continue;
      // Of those that the program has made so, device_calls.cpp tells which calls are refused.
      if (!sema_.getLangOpts().CUDAIsDevice && !function->isTemplateInstantiation() &&
          !riffle::front::has_explicit<clang::CUDADeviceAttr>(*function))
        continue;
      if (is_device_lambda(*function)) continue;
      bool calls = false;
      for (auto& [place, diagnostic] : diagnostics) {
        if (!is_host_call(diagnostic)) continue;
        diagnostic.setDiagID(warning_);
        calls = true;
      }
      if (calls) callers_.push_back(function);
    }
  }

  /// Clang tells one call of a place, where there may be several.
  void note_callees() {
    for (const clang::FunctionDecl* caller : callers_)
      HostCallees(sema_).TraverseDecl(const_cast<clang::FunctionDecl*>(defined(caller)));
  }

 private:
  static const clang::FunctionDecl* defined(const clang::FunctionDecl* function) {
    const clang::FunctionDecl* definition = function;
    return function->hasBody(definition) ? definition : function;
  }

  /// Clang gives a lambda of a device function both spaces, where it has the device's.
  static bool is_device_lambda(const clang::FunctionDecl& function) {
    const auto* const method = llvm::dyn_cast<clang::CXXMethodDecl>(&function);
    if (method == nullptr || !method->getParent()->isLambda() ||
        riffle::front::has_explicit<clang::CUDAHostAttr>(function))
      return false;
    const clang::FunctionDecl* const around =
        riffle::front::enclosing_function(*method->getParent());
    return around != nullptr && (riffle::front::is_kernel(*around) ||
                                 riffle::front::named_by(*around) ==
                                     riffle::front::Spaces{.host = false, .device = true});
  }

  [[nodiscard]] bool is_host_call(const clang::PartialDiagnostic& diagnostic) const {
    if (diagnostic.getDiagID() != clang::diag::err_ref_bad_target || !diagnostic.hasStorage())
      return false;
    const clang::DiagnosticStorage& arguments = DiagnosticArguments::of(diagnostic);
    if (arguments.NumDiagArgs < 3 ||
        arguments.DiagArgumentsKind[2] != clang::DiagnosticsEngine::ak_nameddecl)
      return false;
    const auto* named = reinterpret_cast<const clang::NamedDecl*>(arguments.DiagArgumentsVal[2]);
    const auto* callee = llvm::dyn_cast<clang::FunctionDecl>(named);
    return callee != nullptr && sema_.CUDA().IdentifyTarget(callee) == other_side(sema_);
  }

  clang::Sema& sema_;
  unsigned warning_;
  llvm::SmallVector<const clang::FunctionDecl*, 4> callers_;
};

class HostCallsConsumer final : public clang::SemaConsumer {
 public:
  void InitializeSema(clang::Sema& sema) override {
    softener_ = llvm::makeIntrusiveRefCnt<Softener>(sema);
    sema.addExternalSource(softener_);
  }
  void HandleTranslationUnit(clang::ASTContext&) override { softener_->note_callees(); }

 private:
  llvm::IntrusiveRefCntPtr<Softener> softener_;
};

std::unique_ptr<clang::ASTConsumer> make(clang::CompilerInstance& compiler, const std::string&) {
  return compiler.getLangOpts().CUDA ? std::make_unique<HostCallsConsumer>() : nullptr;
}

const clang::FrontendPluginRegistry::Add<riffle::front::PluginPart<make>> kAction(
    "riffle_host_calls", "");

using namespace llvm;

/// A failed assertion where the call is.
void fail_at(CallBase& call, StringRef callee) {
  Module& module = *call.getModule();
  IRBuilder<> ir(&call);
  if (!module.getTargetTriple().isNVPTX()) {
    ir.CreateCall(module.getOrInsertFunction("abort", ir.getVoidTy()));
    changeToUnreachable(&call);
    return;
  }
  const DILocation* const place = call.getDebugLoc();
  const auto text = [&](const Twine& content) {
    return ir.CreateGlobalString(content.str(), "", 0, &module);
  };
  const FunctionCallee assertion =
      module.getOrInsertFunction("__assertfail", ir.getVoidTy(), ir.getPtrTy(), ir.getPtrTy(),
                                 ir.getInt32Ty(), ir.getPtrTy(), ir.getInt64Ty());
  const DISubprogram* const function = call.getFunction()->getSubprogram();
  ir.CreateCall(assertion,
                {text("no call of the host function " + callee + " in device code"),
                 text(place != nullptr ? place->getFilename() : module.getSourceFileName()),
                 ir.getInt32(place != nullptr ? place->getLine() : 0),
                 text(function != nullptr ? function->getName() : call.getFunction()->getName()),
                 ir.getInt64(1)});
  changeToUnreachable(&call);
}

}  // namespace

void riffle::front::fail_host_calls(Module& module) {
  for (const auto& entry : called()) {
    Function* const function = module.getFunction(entry.getKey());
    if (function == nullptr) continue;
    SmallVector<CallBase*, 8> calls;
    for (User* user : function->users()) {
      auto* call = dyn_cast<CallBase>(user);
      if (call != nullptr && call->getCalledOperand() == function) calls.push_back(call);
    }
    for (CallBase* call : calls) fail_at(*call, entry.getValue());
    function->deleteBody();
    function->setComdat(nullptr);
    function->replaceAllUsesWith(Constant::getNullValue(function->getType()));
    function->eraseFromParent();
  }
}
