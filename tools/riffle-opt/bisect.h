// SPDX-License-Identifier: Apache-2.0
// Finds the step of the kernel compiler that breaks a program.
#pragma once

#include <llvm/ADT/ArrayRef.h>

namespace riffle::opt {

/// Runs `command` several times, each time with other steps left out (RIFFLE_PASS_OFF), and prints the first step in the
/// pipeline's order with which it fails: its exit code is not 0, or a signal ends it. Returns 0 if there is one, 1 if the
/// program never fails or always does, 2 if it cannot be run.
int bisect(llvm::ArrayRef<const char*> command);

}  // namespace riffle::opt
