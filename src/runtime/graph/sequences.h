// SPDX-License-Identifier: Apache-2.0
// Short kernels that follow each other in a program, entered together.
#pragma once

#include "runtime/graph/program.h"

namespace riffle::graph {

/// Room for all sequences that plan_sequences may find, now and after changes. Throws std::bad_alloc.
void reserve_sequences(GraphProgram& program);

/// Finds runs of steps that one thread runs one after the other anyway and that are known to be short.
/// They lie within tasks, or anywhere if the program is plain. Called by the only thread at a launch,
/// before it begins; allocates nothing.
void plan_sequences(GraphProgram& program) noexcept;

}  // namespace riffle::graph
