// SPDX-License-Identifier: Apache-2.0
// From what two threads of a grid do, or wait for, to a finding: who, where, why nothing orders them, and the smallest
// change. Without the allocation of global memory: the caller knows that.
#pragma once

#include "race/block_checker.h"
#include "race/findings.h"

namespace riffle::race {

/// `launch`: null where it is not known.
[[nodiscard]] Finding explain(const BlockProblem& problem, const Operation* launch);

}  // namespace riffle::race
