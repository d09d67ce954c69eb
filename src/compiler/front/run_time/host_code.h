// SPDX-License-Identifier: Apache-2.0
// What a program that is compiled at run time may hold: code of the device. And the names in it that are asked for.
#pragma once

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <clang/AST/ASTConsumer.h>
#include <clang/Frontend/CompilerInstance.h>
#include <llvm/IR/Module.h>

namespace riffle::front {

/// Where headers lie for the compiler; programs see names without these.
inline constexpr char kHeaderFolder[] = "/riffle-program/";
inline constexpr char kOwnFolder[] = "/riffle-own/";

/// Errors for functions and variables that are the host's. `is_cancelled` ends the compilation when it says so.
std::unique_ptr<clang::ASTConsumer> refuse_host_code(clang::CompilerInstance& compiler,
                                                     std::function<bool()> is_cancelled);

/// What stands before the expression in the line that stands for a name.
std::string name_prefix(std::size_t index);
/// Lines behind the program from which `lowered_names` finds what the expressions name.
std::string name_lines(const std::vector<std::string>& names);
/// How errors about names begin that say all there is to say.
inline constexpr char kNameError[] = "Name expression ";
/// Errors for names of anything but kernels and variables of the device.
std::unique_ptr<clang::ASTConsumer> check_names(clang::CompilerInstance& compiler,
                                                const std::vector<std::string>& names);
/// Collects the plain names of `static __constant__` variables of the global scope that are not `const`: the module has
/// them in constant memory as it has the program's `const` tables.
std::unique_ptr<clang::ASTConsumer> collect_static_constants(std::set<std::string>& names);
/// `static` variables of the global scope keep their plain names in a whole program, and modules let them be found and
/// written: nothing may be folded into their users. `constants`: as collected.
void expose_statics(llvm::Module& module, const std::set<std::string>& constants);
/// Their names in the module, which then no longer holds those lines.
std::vector<std::string> lowered_names(llvm::Module& module, std::size_t count);

}  // namespace riffle::front
