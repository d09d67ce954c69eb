// SPDX-License-Identifier: Apache-2.0
// Arithmetic of integers in lanes as narrow as their values: C computes in int what is read as bytes.
//
//   %a = zext <32 x i8> %p to <32 x i32>             %a = zext <32 x i8> %p to <32 x i16>
//   %s = add <32 x i32> %a, %b                  ->   %s = add <32 x i16> %a, %b          at most 510
//   %c = icmp eq <32 x i32> %s, splat (i32 3)        %c = icmp eq <32 x i16> %s, splat (i16 3)
//
// Where values come in or leave otherwise than as narrow numbers or comparisons they are converted, if that costs fewer
// registers' work than it saves.
#pragma once

#include <llvm/IR/Function.h>

#include "compiler/spmd/target_info.h"

namespace riffle::spmd {

/// Whether anything was narrowed.
bool narrow_integers(llvm::Function& function, const TargetInfo& target);

}  // namespace riffle::spmd
