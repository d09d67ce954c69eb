// SPDX-License-Identifier: Apache-2.0
// Brings reads back into the branches that they were taken out of.
#pragma once

namespace llvm {
class Module;
}

namespace riffle::spmd {

/// The optimizer of the front end reads memory that surely exists (a shared array at an index in its bounds) before it knows whether the value
/// is wanted, and chooses later. Who follows threads would then see reads that the source does not have:
///
///     %x = load i32, ptr addrspace(3) @tile            br i1 %c, label %read, label %done
///     %s = add i32 %x, %sum                      =>  read:
///     %r = select i1 %c, i32 %s, i32 %sum              %x = load i32, ptr addrspace(3) @tile
///                                                    done:
///                                                      %y = phi i32 [ %x, %read ], [ 0, %before ]
///                                                      %s = add i32 %y, %sum
///                                                      %r = select i1 %c, i32 %s, i32 %sum
///
/// The choice may also be a branch further on. A read stays as it is if its value is wanted for anything else.
void guard_reads(llvm::Module& module);

}  // namespace riffle::spmd
