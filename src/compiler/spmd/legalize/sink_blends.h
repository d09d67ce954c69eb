// SPDX-License-Identifier: Apache-2.0
// What lanes take out of a loop that ends for all of them at once, while some left it before:
//
//   loop:                                          loop:
//     %seen = phi [ poison, .. ], [ %now, %loop ]    %seen = phi [ poison, .. ], [ %now, %loop ]
//     %in   = select %m, %inside, 0                  %now  = select %m, %left, %seen
//     %out  = select %in, %stayed, %left             %in   = select %m, %inside, 0
//     %now  = select %m, %out, %seen             ->  br .., label %loop, label %behind
//     br .., label %loop, label %end               behind:
//   end:                                             %out = select %in, %stayed, %now
//     use of %now                                  end:
//                                                    use of %out
//
// Lanes of %in that go round get a new value in the next round; only those of the last round take %stayed.
#pragma once

#include <llvm/IR/Function.h>

namespace riffle::spmd {

/// Behind optimising. Of loops whose masks go round as the widener makes them.
void sink_blends(llvm::Function& function);

}  // namespace riffle::spmd
