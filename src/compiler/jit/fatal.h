// SPDX-License-Identifier: Apache-2.0
// Keeps LLVM's fatal errors from ending the process. check_input should leave none; this is the net, and the one place where a
// KernelCompileError passes through frames of LLVM.
#pragma once

namespace riffle::jit {

/// Makes report_fatal_error throw spmd::KernelCompileError, from now on. LLVM's own frames are unwound
/// without running destructors: what they held leaks, which is the price of staying alive.
void install_fatal_error_handler();

}  // namespace riffle::jit
