// SPDX-License-Identifier: Apache-2.0
// Handles of graphs, nodes, executable graphs, user objects, and nodes as kernels name them: made when a program is first shown
// the object, ended by the object's destructor. So a graph that is captured and launched costs no
// handle per node.
#pragma once

#include <cstdint>

#include "base/handle_table.h"

namespace riffle::graph {

class Graph;
class Node;
class GraphExec;
class UserObject;
class DeviceNode;

/// The place in an object for its handle; 0 until it is shown.
class HandlePlace {
 public:
  [[nodiscard]] bool is_shown() const { return handle_.load(std::memory_order_acquire) != 0; }

 private:
  template <class T>
  friend class LazyHandles;
  std::atomic<std::uintptr_t> handle_{0};
};

template <class T>
class LazyHandles {
 public:
  explicit constexpr LazyHandles(std::uint8_t kind) : table_(kind) {}

  /// The object's handle; 0 when out of memory.
  [[nodiscard]] std::uintptr_t show(T& object) {
    std::atomic<std::uintptr_t>& place = object.handle_place.handle_;
    std::uintptr_t handle = place.load(std::memory_order_acquire);
    if (handle != 0) return handle;
    handle = table_.insert(&object);
    if (handle == 0) return 0;
    std::uintptr_t none = 0;
    if (place.compare_exchange_strong(none, handle, std::memory_order_acq_rel)) return handle;
    table_.remove(handle);  // another thread was faster
    return none;
  }
  /// Null for every value that is not a live handle.
  [[nodiscard]] T* find(const void* handle) const { return table_.find(handle); }

  /// Calls `visit(object)` for every object with a handle; `visit` must not touch this table.
  template <class Visit>
  void for_each(Visit&& visit) {
    table_.for_each([&](std::uintptr_t, T* object) { visit(*object); });
  }

  /// By the object's destructor.
  void forget(T& object) {
    const std::uintptr_t handle = object.handle_place.handle_.load(std::memory_order_acquire);
    if (handle != 0) table_.remove(handle);
  }

 private:
  HandleTable<T> table_;
};

LazyHandles<Graph>& graphs();
LazyHandles<Node>& nodes();
LazyHandles<GraphExec>& graph_execs();
LazyHandles<UserObject>& user_objects();
LazyHandles<DeviceNode>& device_nodes();

}  // namespace riffle::graph
