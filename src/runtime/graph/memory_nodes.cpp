// SPDX-License-Identifier: Apache-2.0
#include "runtime/graph/memory_nodes.h"

#include <algorithm>
#include <unordered_map>

#include "base/mutex.h"
#include "runtime/memory/graph_memory.h"

namespace riffle::graph {
namespace {

/// What allocation nodes have made, by address.
struct Made {
  Mutex mutex;
  std::unordered_map<void*, std::weak_ptr<void>> all RIFFLE_GUARDED_BY(mutex);
};

Made& made() {
  static Made* const instance = new Made;  // execs may end after static destructors
  return *instance;
}

void forget(void* pointer) {
  {
    const MutexLock lock(made().mutex);
    made().all.erase(pointer);
  }
  memory::forget_graph_memory(pointer);
}

}  // namespace

Result<AllocationParams> make_allocation(int device, std::size_t bytes) {
  const auto reserved = memory::reserve_graph_memory(device, bytes);
  if (!reserved) return std::unexpected(reserved.error());
  AllocationParams params;
  params.pointer = *reserved;
  params.memory = std::shared_ptr<void>(*reserved, forget);
  params.bytes = bytes;
  params.device = device;
  const MutexLock lock(made().mutex);
  made().all.insert_or_assign(*reserved, params.memory);
  return params;
}

Result<FreeParams> make_free(const Graph& graph, void* pointer) {
  const bool is_freed = std::ranges::any_of(graph.nodes(), [&](const Node* node) {
    const auto* const other = node->as<FreeParams>();
    return other != nullptr && other->pointer == pointer;
  });
  if (is_freed) return error(Code::kInvalidValue, "the graph frees this memory already");
  const MutexLock lock(made().mutex);
  const auto found = made().all.find(pointer);
  std::shared_ptr<void> memory = found == made().all.end() ? nullptr : found->second.lock();
  if (memory == nullptr) return error(Code::kInvalidValue, "not memory of an allocation node");
  return FreeParams{pointer, std::move(memory)};
}

}  // namespace riffle::graph
