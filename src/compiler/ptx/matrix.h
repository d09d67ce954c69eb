// SPDX-License-Identifier: Apache-2.0
// What mma.sync and the wmma instructions share.
#pragma once

#include "compiler/abi/device_abi.h"
#include "compiler/ptx/emitter.h"

namespace riffle::ptx {

/// The type of elements that a modifier names.
abi::MatrixElement matrix_element(const Emitter& e, llvm::StringRef name);

/// The registers of an operand in {}, or the one register.
llvm::ArrayRef<Operand> registers_of(const Operand& operand);

/// The call that strategies know: A, B and C of mma.sync as words of 32 bits; `results` words of D.
llvm::SmallVector<llvm::Value*, 8> product_of_matrices(Emitter& e, const abi::MatrixShape& shape,
                                                       llvm::ArrayRef<llvm::Value*> words,
                                                       std::size_t results);

}  // namespace riffle::ptx
