// SPDX-License-Identifier: Apache-2.0
// The thread that makes kernels' code for the shapes of their launches, one after the other, while nothing waits for it.
//
// Started when there is something to do. At exit, and before a module is unloaded, what it does is ended at the next
// step of the compilation, and waited for. A forked child has no such thread, and no device either.
#pragma once

#include "runtime/module/specialise.h"

namespace riffle::module {

/// At some time calls `module.specialise(kernel, shape, Search::kAndMake)`. Nothing happens when the process has no
/// memory or thread to spare, or is about to exit.
void specialise_later(LoadedModule& module, LoadedKernel& kernel, ShapeCode& shape) noexcept;

/// Returns when nothing is done for `module`, or ever will.
void forget_work_for(const LoadedModule& module) noexcept;

/// Whether what is being done is to be ended: to be asked by it.
[[nodiscard]] bool is_work_forgotten();

}  // namespace riffle::module
