// SPDX-License-Identifier: Apache-2.0
// Whole-function vectorisation: a body for one thread becomes a body for a packet of consecutive
// threads.
//
//   %i = add i32 %b, %thread.x                    (linear: stays the scalar of lane 0)
//   %v = load float, ptr (a + %i)          ->     %v = load <16 x float>, ptr (a + %i)
//   br i1 %c, label %then, label %join            %m = <mask and condition>; br any(%m), %then,
//   %join then: store ...                               then: call @llvm.masked.store(..., %m)
//
// The method is that of Karrenberg and Hack, "Whole-Function Vectorization" (CGO 2011), on
// structurised control flow: a uniform branch stays a branch, code that no lane runs is skipped.
#pragma once

#include <llvm/IR/Function.h>

#include <cstdint>
#include <string>

#include "compiler/spmd/kernel_body.h"
#include "compiler/spmd/packet_context.h"
#include "compiler/spmd/remarks.h"
#include "compiler/spmd/widen/packet_costs.h"

namespace riffle::spmd {

struct Widened {
  llvm::Function* packet = nullptr;  ///< null: `why_not` says why
  std::string why_not;
  std::uint32_t streamed_bytes_per_thread = 0;  ///< as in abi::KernelRow
  Costs costs;
};

/// The packet's body has the same parameters (thread.x and linear are lane 0's). For blocks whose
/// extent along x is a multiple of `context.lanes`. `body` stays as it is. `remarks`, if not null, are told what became of
/// accesses, branches, loops and calls, or where it is that lanes cannot run together. `pipeline` says which steps of
/// kForm a copy of the body goes through before.
Widened widen(llvm::Function& body, const PacketContext& context, const PassPipeline& pipeline,
              Remarks* remarks = nullptr);

}  // namespace riffle::spmd
