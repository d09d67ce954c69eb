// SPDX-License-Identifier: Apache-2.0
// Visits what is evaluated in the body of a function: operands that are not, and classes in it, are left out.
#pragma once

#include <clang/AST/DeclCXX.h>
#include <clang/AST/ExprConcepts.h>
#include <clang/AST/RecursiveASTVisitor.h>

namespace riffle::front {

template <class Visitor>
class EvaluatedCode : public clang::RecursiveASTVisitor<Visitor> {
 public:
  /// The body, and what a constructor does in front of it.
  void look_at(const clang::FunctionDecl& function) {
    Visitor& visitor = this->getDerived();
    visitor.TraverseStmt(function.getBody());
    const auto* const constructor = llvm::dyn_cast<clang::CXXConstructorDecl>(&function);
    if (constructor == nullptr) return;
    for (clang::CXXCtorInitializer* const initializer : constructor->inits())
      if (initializer->isWritten()) visitor.TraverseConstructorInitializer(initializer);
  }

  // Names and their capitals are clang's.
  // NOLINTBEGIN(readability-identifier-naming)
  // NOLINTBEGIN(readability-convert-member-functions-to-static)
  bool TraverseCXXRecordDecl(clang::CXXRecordDecl*) { return true; }
  bool TraverseDecltypeTypeLoc(clang::DecltypeTypeLoc, bool = true) { return true; }
  bool TraverseUnaryExprOrTypeTraitExpr(clang::UnaryExprOrTypeTraitExpr*) { return true; }
  bool TraverseCXXNoexceptExpr(clang::CXXNoexceptExpr*) { return true; }
  bool TraverseCXXTypeidExpr(clang::CXXTypeidExpr*) { return true; }
  bool TraverseRequiresExpr(clang::RequiresExpr*) { return true; }
  // NOLINTEND(readability-convert-member-functions-to-static)
  /// Of a list in braces, what it means: as it is written, a constant's name is not yet a value.
  bool TraverseInitListExpr(clang::InitListExpr* list) {
    clang::InitListExpr* const meant = list->isSemanticForm() ? list : list->getSemanticForm();
    Visitor& visitor = this->getDerived();
    for (clang::Stmt* const part : (meant == nullptr ? list : meant)->children())
      if (!visitor.TraverseStmt(part)) return false;
    return true;
  }
  /// Of `if constexpr`, the branch that is not taken is left out.
  bool TraverseIfStmt(clang::IfStmt* statement) {
    const auto* const known = statement->isConstexpr()
                                  ? llvm::dyn_cast<clang::ConstantExpr>(statement->getCond())
                                  : nullptr;
    if (known == nullptr || !known->hasAPValueResult())
      return clang::RecursiveASTVisitor<Visitor>::TraverseIfStmt(statement);
    Visitor& visitor = this->getDerived();
    visitor.TraverseStmt(statement->getInit());
    visitor.TraverseStmt(statement->getCond());
    const bool is_taken = known->getResultAsAPSInt().getBoolValue();
    return visitor.TraverseStmt(is_taken ? statement->getThen() : statement->getElse());
  }
  // NOLINTEND(readability-identifier-naming)
};

}  // namespace riffle::front
