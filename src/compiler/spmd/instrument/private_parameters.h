// SPDX-License-Identifier: Apache-2.0
// Parameters by which each thread of a grid touches a place of its own:
//
//   i = blockIdx.x * blockDim.x + threadIdx.x;
//   if (i < n) y[i] = a * x[i] + y[i];                the threads' places are 4 bytes apart along x, blocks' 4 * blockDim.x
//
// All that goes by such a parameter is at known distances from one address, which is a sum of the thread's and the block's indices
// (and of a loop's), each times a number that is the same for the launch. Whether these numbers keep all threads apart is a question
// of the launch's extents: the block computes them, and who follows it looks (abi::PrivateAccess).
#pragma once

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/Function.h>

#include <memory>
#include <optional>

#include "compiler/spmd/instrument/note_accesses.h"
#include "compiler/spmd/kernel_body.h"

namespace riffle::spmd {

struct PrivateParameter {
  unsigned parameter;   ///< of the kernel
  llvm::Value* lowest;  ///< the address of the access that begins first
  std::uint64_t bytes;  ///< from there on, of all accesses
};

class PrivateParameters {
 public:
  explicit PrivateParameters(llvm::Function& body);
  ~PrivateParameters();

  /// Of all accesses by one parameter.
  [[nodiscard]] std::optional<PrivateParameter> find(unsigned parameter,
                                                     llvm::ArrayRef<const NotedAccess*> accesses);

 private:
  struct Analyses;
  std::unique_ptr<Analyses> analyses_;
};

/// `[n x i64] (<body arguments>)`: what abi::PrivateAccess::zero and steps are, one place after the other; the thread's and the block's
/// indices are not asked for.
llvm::Function* make_numbers_of_places(llvm::Function& body,
                                       llvm::ArrayRef<PrivateParameter> places);

}  // namespace riffle::spmd
