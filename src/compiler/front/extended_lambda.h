// SPDX-License-Identifier: Apache-2.0
// Extended lambdas: those with execution spaces, in functions of the host.
#pragma once

#include <clang/AST/ASTLambda.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclCXX.h>

namespace riffle::front {

/// Written in the source: clang gives a lambda without either both attributes.
template <class Attribute>
bool has_explicit(const clang::FunctionDecl& function) {
  const auto* const attribute = function.getAttr<Attribute>();
  return attribute != nullptr && !attribute->isImplicit();
}

/// The function around a lambda, and around the lambdas that it is in; null at namespace scope.
inline const clang::FunctionDecl* enclosing_function(const clang::CXXRecordDecl& closure) {
  const clang::DeclContext* scope = closure.getDeclContext();
  for (; scope != nullptr; scope = scope->getParent()) {
    const auto* const function = llvm::dyn_cast<clang::FunctionDecl>(scope);
    if (function != nullptr && !clang::isLambdaCallOperator(scope)) return function;
  }
  return nullptr;
}

inline bool runs_on_host(const clang::FunctionDecl& function) {
  return !function.hasAttr<clang::CUDAGlobalAttr>() &&
         (function.hasAttr<clang::CUDAHostAttr>() || !function.hasAttr<clang::CUDADeviceAttr>());
}

/// A lambda that says __device__, in a function of the host and in no other such lambda.
inline bool is_extended(const clang::CXXRecordDecl& closure) {
  const clang::CXXMethodDecl* const call_operator = closure.getLambdaCallOperator();
  if (call_operator == nullptr || !has_explicit<clang::CUDADeviceAttr>(*call_operator))
    return false;
  for (const clang::DeclContext* scope = closure.getDeclContext(); scope != nullptr;
       scope = scope->getParent()) {
    const auto* const function = llvm::dyn_cast<clang::FunctionDecl>(scope);
    if (function == nullptr) continue;
    if (!clang::isLambdaCallOperator(scope)) return runs_on_host(*function);
    if (has_explicit<clang::CUDADeviceAttr>(*function)) return false;
  }
  return false;
}

}  // namespace riffle::front
