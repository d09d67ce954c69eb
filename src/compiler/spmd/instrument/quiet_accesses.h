// SPDX-License-Identifier: Apache-2.0
// Accesses to shared memory of which the code alone shows that they race with nothing:
//
//   tile[t] = in[t];                                   says what it does
//   __syncthreads();
//   for (k = 0; k < 256; ++k) sum += tile[k];          says nothing: from this barrier to the next nobody writes
//   __syncthreads();
//
// All threads of a block come to the same barriers, so what some of them do while others do something else begins at one barrier
// (or where the kernel begins) and comes to no other. Where all of that only reads, or all of it is atomic, nothing is to be asked.
// Nor of accesses by which different threads touch different bytes (apart_threads.h), which is known of blocks that are rows:
//
//   if (t < width) part[t] += part[t + width];         says nothing where blocks have threads along x alone
//   __syncthreads();
#pragma once

#include <llvm/ADT/BitVector.h>

#include "compiler/spmd/instrument/note_accesses.h"

namespace riffle::spmd {

struct QuietAccesses {
  llvm::BitVector always;
  llvm::BitVector in_rows;  ///< of threads; what is always quiet, too
};

/// A bit for each of `accesses`, which are all that the body does to memory that is not a thread's own; the body's barriers are
/// uniform. `is_untold`: no access learns anything from others; else atomics are never quiet.
QuietAccesses quiet_accesses(llvm::Function& body, llvm::ArrayRef<NotedAccess> accesses,
                             bool is_untold);

}  // namespace riffle::spmd
