// SPDX-License-Identifier: Apache-2.0
// Nodes that allocate and free. The address is reserved when the allocation node is made, for as
// long as a node or an exec knows it; memory/graph_memory.h says when there is memory behind it.
#pragma once

#include <cstddef>

#include "base/status.h"
#include "runtime/graph/graph.h"

namespace riffle::graph {

/// Errors: kOutOfMemory.
Result<AllocationParams> make_allocation(int device, std::size_t bytes);
/// Errors: kInvalidValue (not the start of memory that an allocation node made, or `graph` frees it
/// already).
Result<FreeParams> make_free(const Graph& graph, void* pointer);

}  // namespace riffle::graph
