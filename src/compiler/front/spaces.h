// SPDX-License-Identifier: Apache-2.0
// The execution spaces of functions, as their declarations write them.
#pragma once

#include <clang/AST/ASTLambda.h>
#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>

namespace riffle::front {

struct Spaces {
  bool host = false;
  bool device = false;
  bool operator==(const Spaces&) const = default;
};

inline Spaces operator|(Spaces a, Spaces b) { return {a.host || b.host, a.device || b.device}; }

inline constexpr Spaces kBothSpaces{.host = true, .device = true};

inline bool is_kernel(const clang::FunctionDecl& function) {
  return function.hasAttr<clang::CUDAGlobalAttr>();
}

/// Whether a device function has the host's space beside its own without having been given it by the program: the front lets
/// some of the host's code name it (execution_spaces.cpp).
inline bool is_tolerated_on_host(const clang::FunctionDecl& function) {
  const auto* const host = function.getAttr<clang::CUDAHostAttr>();
  const auto* const device = function.getAttr<clang::CUDADeviceAttr>();
  return host != nullptr && device != nullptr && host->isImplicit() && !device->isImplicit();
}

/// What attributes say; a function of the host needs none.
inline Spaces named_by(const clang::FunctionDecl& function) {
  return {function.hasAttr<clang::CUDAHostAttr>() && !is_tolerated_on_host(function),
          function.hasAttr<clang::CUDADeviceAttr>()};
}

inline Spaces spaces_of(const clang::FunctionDecl& function) {
  const Spaces named = named_by(function);
  return {named.host || !named.device, named.device};
}

/// Whether the host's side cannot do without the body of a device function: constants and types come from it.
inline bool is_read_on_host(const clang::FunctionDecl& function) {
  return clang::isLambdaCallOperator(&function) || function.isConstexpr() ||
         function.getReturnType()->getContainedDeducedType() != nullptr;
}

}  // namespace riffle::front
