// SPDX-License-Identifier: Apache-2.0
// Divides an image, so that a program pays for the kernels that it uses: into a base object and an
// object for each kernel (abi::ModuleTable). All of this happens to the image as clang made it, before
// any pass.
//
// In the base live device variables, whatever else may be written to, the functions whose address is
// taken, and the constants that hold such addresses: they must be the same for all kernels. All else
// that a kernel reaches is copied into its object. Both sides decide by the same rules, so that what
// a kernel's object imports is what the base exports.
#pragma once

#include <llvm/ADT/StringRef.h>
#include <llvm/IR/Module.h>

#include <memory>

#include "compiler/grouping.h"
#include "compiler/spmd/kernel_body.h"

namespace riffle::spmd {

using compiler::Grouping;

/// Makes `image` its own base, or leaves it whole: when it is small, when a function that lives in the
/// base uses shared memory (whose layout is each kernel's own), or when a table holds kernels.
void make_base(llvm::Module& image, ModuleState& state, Grouping grouping);

/// Whether `image` has nothing that makes it stay whole but its size.
[[nodiscard]] bool can_be_divided(llvm::Module& image);

/// Makes `image`, which may be read lazily, the module of one kernel. Throws KernelCompileError when it
/// has no kernel of that name.
void make_kernel(llvm::Module& image, llvm::StringRef kernel, ModuleState& state);

/// What a module must look like for the rules above to hold for names, before anything is decided:
/// every variable has a name, a static has one, aliases are gone.
void settle_names(llvm::Module& image, ModuleState& state);

/// The last step of a kernel's object, after optimising: references to what lives in the base become
/// pointers loaded once a call. Until then they are addresses, about which optimisers know more.
void bind_imports(ModuleState& state);

/// Of a base: the addresses that kernels' objects may ask for, in the order of ModuleState::in_base.
inline constexpr const char* kExportTable = "riffle.exports";
inline constexpr const char* kImportTable = "riffle.imports";

}  // namespace riffle::spmd
