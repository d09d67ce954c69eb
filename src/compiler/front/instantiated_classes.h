// SPDX-License-Identifier: Apache-2.0
// Explicit instantiations of class templates in device code that no other file adds to.
//
//   template struct Solver<std::string>;     ->   using riffle_instance_1 = struct Solver<std::string>;
//
// The instantiation makes code of every member. Device code needs those alone that kernels reach, and members for both sides may
// be made of what the device has not. The host's members are looked at all the same: they launch kernels, and these are
// instantiated with them.
#pragma once

#include <vector>

#include <clang/Lex/Token.h>
#include <clang/Sema/Sema.h>

namespace riffle::front {

/// Whether an explicit instantiation names a class. `tokens` are those after `template`, up to the semicolon.
bool names_class(llvm::ArrayRef<clang::Token> tokens);

/// What stands in place of `first` (`template`) and `tokens`. At the end of the file the class's host members are instantiated.
std::vector<clang::Token> alias_of_instance(clang::Sema& sema, const clang::Token& first,
                                            llvm::ArrayRef<clang::Token> tokens);

}  // namespace riffle::front
