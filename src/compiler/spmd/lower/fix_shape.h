// SPDX-License-Identifier: Apache-2.0
// Code for launches of one shape. A kernel that it is made for has the attribute "riffle-shape", from the beginning and
// through all of its forms.
#pragma once

#include <llvm/IR/Module.h>

#include <optional>

#include "compiler/launch_shape.h"
#include "compiler/spmd/kernel_body.h"

namespace riffle::spmd {

void set_shape(llvm::Function& kernel, const compiler::LaunchShape& shape);
/// Of a kernel or its body; empty: of any.
std::optional<compiler::LaunchShape> shape_of(const llvm::Function& kernel);

/// The pass: in bodies of one shape extents become constants, and loops that they bound are unrolled.
void fix_shape(llvm::Module& module, ModuleState& state);

}  // namespace riffle::spmd
