// SPDX-License-Identifier: Apache-2.0
// What memory blocks [first, end) of a launch touch at most, as a function of the launch:
//
//   i = blockIdx.x * blockDim.x + threadIdx.x;
//   if (i < n) y[i] = a * x[i];           4 * blockDim.x * [first, end) bytes of x and of y
//
// Addresses are sums and products of indices and of what the launch says. Each index has bounds (number_bounds.h), so has the
// address: numbers that the function computes, with all the checks that wrapping asks for. The engine runs operations piece by piece
// by it (engine/wave.h).
#pragma once

#include <llvm/IR/Module.h>

#include "compiler/spmd/kernel_body.h"

namespace riffle::spmd {

/// abi::SpanFunction of the kernel, from its body; null: what it touches, or when, is not known.
llvm::Function* make_touched_spans(llvm::Module& module, const KernelState& kernel);

/// The same of these loads and stores of the body alone, in loops too. Not for less than the whole launch: rounds of loops may
/// be run for other blocks.
llvm::Function* make_spans_of(llvm::Module& module, const KernelState& kernel,
                              llvm::ArrayRef<llvm::Instruction*> accesses, const llvm::Twine& name);

}  // namespace riffle::spmd
