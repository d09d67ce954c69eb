// SPDX-License-Identifier: Apache-2.0
// Names of templates' instances. Behind the program stands a line for each name that is wanted,
//
//   static __device__ __attribute__((used)) const auto __riffle_name_0 = kernel<float>;
//
// which makes the compiler instantiate it and write down its address. A pass reads the names off the module and
// removes the variables.
#include <algorithm>

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Expr.h>
#include <llvm/IR/Constants.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include "compiler/front/run_time/host_code.h"

namespace riffle::front {
namespace {

constexpr char kVariable[] = "__riffle_name_";

class Names final : public clang::ASTConsumer {
 public:
  Names(clang::CompilerInstance& compiler, const std::vector<std::string>& names)
      : diagnostics_(compiler.getDiagnostics()), names_(names) {}

  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (const clang::Decl* declaration : group) {
      const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration);
      if (variable == nullptr || variable->isInvalidDecl() || variable->getIdentifier() == nullptr)
        continue;
      llvm::StringRef name = variable->getName();
      std::size_t index = 0;
      if (name.consume_front(kVariable) && !name.getAsInteger(10, index) && index < names_.size())
        check(*variable, names_[index]);
    }
    return true;
  }

 private:
  void check(const clang::VarDecl& variable, const std::string& name) {
    const clang::Expr* value = variable.getInit();
    if (value == nullptr) return;
    value = value->IgnoreParenCasts();
    if (const auto* address = llvm::dyn_cast<clang::UnaryOperator>(value);
        address != nullptr && address->getOpcode() == clang::UO_AddrOf)
      value = address->getSubExpr()->IgnoreParenCasts();
    const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(value);
    const clang::ValueDecl* named = reference == nullptr ? nullptr : reference->getDecl();
    if (named != nullptr && llvm::isa<clang::FunctionDecl>(named)) {
      if (!named->hasAttr<clang::CUDAGlobalAttr>())
        report(variable, "cannot form address of a non-__global__ function. ", name);
      return;
    }
    const bool is_address = variable.getType()->isPointerType();
    const bool is_device = named != nullptr && (named->hasAttr<clang::CUDADeviceAttr>() ||
                                                named->hasAttr<clang::CUDAConstantAttr>());
    if (is_address && is_device) return;
    report(variable,
           "must form address of a __global__ function or the address of a "
           "__device__/__constant__ variable. ",
           name);
  }

  void report(const clang::VarDecl& variable, const std::string& text, const std::string& name) {
    const unsigned id = diagnostics_.getDiagnosticIDs()->getCustomDiagID(
        clang::DiagnosticIDs::Error, "%0%1Input name expression was: \" %2\"");
    diagnostics_.Report(variable.getLocation(), id) << kNameError << text << name;
  }

  clang::DiagnosticsEngine& diagnostics_;
  const std::vector<std::string>& names_;
};

class StaticConstants final : public clang::ASTConsumer {
 public:
  explicit StaticConstants(std::set<std::string>& names) : names_(names) {}

  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (const clang::Decl* declaration : group) look_at(*declaration);
    return true;
  }

 private:
  // NOLINTNEXTLINE(misc-no-recursion): as deep as the program nests extern "C"
  void look_at(const clang::Decl& declaration) {
    if (const auto* block = llvm::dyn_cast<clang::LinkageSpecDecl>(&declaration)) {
      for (const clang::Decl* inner : block->decls()) look_at(*inner);
      return;
    }
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(&declaration);
    if (variable == nullptr || variable->getIdentifier() == nullptr) return;
    // Clang gives the attribute to `const` tables that kernels read, too.
    const auto* attribute = variable->getAttr<clang::CUDAConstantAttr>();
    const bool is_explicit = attribute != nullptr && !attribute->isImplicit();
    if (is_explicit && variable->getStorageClass() == clang::SC_Static &&
        !variable->getType().isConstQualified())
      names_.insert(variable->getName().str());
  }

  std::set<std::string>& names_;
};

}  // namespace

std::string name_prefix(std::size_t index) {
  return "static __device__ __attribute__((used)) const auto " +
         (kVariable + std::to_string(index)) + " = ";
}

std::string name_lines(const std::vector<std::string>& names) {
  std::string lines;
  for (std::size_t i = 0; i < names.size(); ++i) {
    std::string name = names[i];
    std::ranges::replace_if(name, [](char c) { return c == '\n' || c == '\r' || c == '\\'; }, ' ');
    lines += name_prefix(i) + name + ";\n";
  }
  return lines;
}

std::unique_ptr<clang::ASTConsumer> check_names(clang::CompilerInstance& compiler,
                                                const std::vector<std::string>& names) {
  return std::make_unique<Names>(compiler, names);
}

std::unique_ptr<clang::ASTConsumer> collect_static_constants(std::set<std::string>& names) {
  return std::make_unique<StaticConstants>(names);
}

void expose_statics(llvm::Module& module, const std::set<std::string>& constants) {
  for (llvm::GlobalVariable& variable : module.globals()) {
    const unsigned space = variable.getAddressSpace();
    if (!variable.hasLocalLinkage() || variable.isDeclaration() || (space != 1 && space != 4))
      continue;
    llvm::StringRef plain = variable.getName();
    std::size_t length = 0;
    if (!plain.consume_front("_ZL") || plain.consumeInteger(10, length) || plain.size() != length)
      continue;
    const std::string name = plain.str();
    // Tables of the program that are `const`; without values only a module can give them some.
    if (variable.isConstant() && !variable.getInitializer()->isNullValue() &&
        !constants.contains(name))
      continue;
    if (module.getNamedValue(name) != nullptr) continue;
    variable.setName(name);
    variable.setLinkage(llvm::GlobalValue::ExternalLinkage);
    variable.setExternallyInitialized(true);
  }
}

std::vector<std::string> lowered_names(llvm::Module& module, std::size_t count) {
  std::vector<std::string> found(count);
  std::vector<llvm::GlobalVariable*> variables;
  for (llvm::GlobalVariable& variable : module.globals()) {
    const llvm::StringRef name = variable.getName();
    const std::size_t at = name.find(kVariable);
    std::size_t index = 0;
    if (at == llvm::StringRef::npos || !variable.hasInitializer()) continue;
    if (name.substr(at + sizeof kVariable - 1).getAsInteger(10, index) || index >= count) continue;
    if (auto* named =
            llvm::dyn_cast<llvm::GlobalValue>(variable.getInitializer()->stripPointerCasts())) {
      found[index] = named->getName().str();
      if (named->hasLinkOnceODRLinkage()) named->setLinkage(llvm::GlobalValue::WeakODRLinkage);
      if (named->hasLocalLinkage()) llvm::appendToCompilerUsed(module, {named});
    }
    variables.push_back(&variable);
  }
  llvm::removeFromUsedLists(module, [&](llvm::Constant* constant) {
    return std::ranges::find(variables, constant->stripPointerCasts()) != variables.end();
  });
  for (llvm::GlobalVariable* variable : variables) {
    if (variable->use_empty()) variable->eraseFromParent();
  }
  return found;
}

}  // namespace riffle::front
