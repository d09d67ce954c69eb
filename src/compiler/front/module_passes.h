// SPDX-License-Identifier: Apache-2.0
// What the plugin of clang changes in the modules that clang makes, before LLVM's own passes.
#pragma once

#include <llvm/IR/Module.h>

#include <string>

namespace riffle::front {

/// Host: an object with relocatable device code registers under a name of its own. `unit` differs from
/// that of every other object.
void name_unit(llvm::Module& module, const std::string& unit);
/// Host: device code is registered before the program's own constructors run, which may launch kernels.
void register_early(llvm::Module& module);
/// Device: __block_size__ and __cluster_dims__ of kernels, with errors for extents that are none.
void apply_annotations(llvm::Module& module);
/// Device: host functions that functions for both sides call have no code there.
void fail_host_calls(llvm::Module& module);
/// Device, of a whole program: errors for functions that kernels call and nobody defines.
void check_defined(llvm::Module& module);
/// Device, of a whole program: shared variables that are only declared, of a size of their own, are the file's.
void define_shared(llvm::Module& module);
/// Device: a bool in memory is true unless it is zero.
void test_bools(llvm::Module& module);
/// Both sides: one storage for a managed variable that is declared before it is defined.
void unify_managed(llvm::Module& module);

}  // namespace riffle::front
