// SPDX-License-Identifier: Apache-2.0
// Memory of graphs: an address that is known when the node is added and stays the same in every
// launch, with memory behind it only while launches need it.
//
//   node added            reserve_graph_memory     the address; no memory yet
//   launch, an allocation allocate_graph_memory    before the launch is enqueued
//   launch, its free      free_graph_memory        after it was enqueued, with the launch's moment
//   graph and execs gone  forget_graph_memory
//
// An allocation that the same graph frees is allocated and freed by each launch call; one that it
// does not free is live for the program from the launch call on, which frees it with cudaFreeAsync or
// cudaFree or in another graph's launch. The order of the work is the graph's business.
#pragma once

#include <cstddef>

#include "base/status.h"
#include "runtime/engine/engine.h"
#include "runtime/memory/pool.h"

namespace riffle::memory {

/// Errors: kOutOfMemory (addresses).
Result<void*> reserve_graph_memory(int device, std::size_t bytes);
/// Errors: kInvalidValue (it is live: a launch that would allocate it again is refused),
/// kOutOfMemory.
Status allocate_graph_memory(void* pointer);
/// `freed`: when the work is complete that may use the memory. Takes every pooled pointer, also of
/// another graph. Errors: kInvalidValue (not live).
Status free_graph_memory(void* pointer, const engine::Moment& freed);
/// Memory that is live then lives on until the program frees it.
void forget_graph_memory(void* pointer);
/// cudaDeviceReset: the device's graphs and all their memory are gone.
void forget_all_graph_memory(int device);

/// cudaDeviceGraphMemTrim.
void trim_graph_memory(int device);
[[nodiscard]] PoolCounters graph_memory_counters(int device);
/// cudaDeviceSetGraphMemAttribute: the high marks start again at the current value.
void reset_graph_used_high(int device);
void reset_graph_reserved_high(int device);

}  // namespace riffle::memory
