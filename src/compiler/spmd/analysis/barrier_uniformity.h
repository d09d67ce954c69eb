// SPDX-License-Identifier: Apache-2.0
// Whether all threads of a block go from each barrier to the same next one.
#pragma once

#include "compiler/spmd/analysis/uniformity.h"

namespace riffle::spmd {

/// True if no barrier and no return lies between a divergent branch and the point where its paths
/// meet again: then one answer, any thread's, says where the whole block goes next. False for early
/// exits before a barrier and for barriers in divergent loops, which need a state per thread.
bool barriers_are_uniform(llvm::Function& body, const Uniformity& uniformity);

}  // namespace riffle::spmd
