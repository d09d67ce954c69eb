// SPDX-License-Identifier: Apache-2.0
// Links the device code of several objects into one module.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <string>

#include "compiler/device_link/relocatable.h"

namespace riffle::device_link {

/// Throws KernelCompileError that names every symbol that is missing or defined twice, and the objects.
std::unique_ptr<llvm::Module> merge(llvm::ArrayRef<RelocatableObject> objects,
                                    llvm::LLVMContext& context, compiler::LinkWords words);

/// Throws KernelCompileError that names every symbol that `module`, all of an image, lacks.
void check_complete(const llvm::Module& module, const std::string& object,
                    compiler::LinkWords words);

}  // namespace riffle::device_link
