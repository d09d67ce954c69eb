// SPDX-License-Identifier: Apache-2.0
#include "runtime/graph/handles.h"

namespace riffle::graph {
namespace {

// Other tables of the process use other numbers: the API's streams and events the first ones.
constexpr std::uint8_t kGraphKind = 0x20;
constexpr std::uint8_t kNodeKind = 0x21;
constexpr std::uint8_t kExecKind = 0x22;
constexpr std::uint8_t kUserObjectKind = 0x23;
constexpr std::uint8_t kDeviceNodeKind = 0x24;

}  // namespace

LazyHandles<Graph>& graphs() {
  static constinit LazyHandles<Graph> table(kGraphKind);
  return table;
}

LazyHandles<Node>& nodes() {
  static constinit LazyHandles<Node> table(kNodeKind);
  return table;
}

LazyHandles<GraphExec>& graph_execs() {
  static constinit LazyHandles<GraphExec> table(kExecKind);
  return table;
}

LazyHandles<UserObject>& user_objects() {
  static constinit LazyHandles<UserObject> table(kUserObjectKind);
  return table;
}

LazyHandles<DeviceNode>& device_nodes() {
  static constinit LazyHandles<DeviceNode> table(kDeviceNodeKind);
  return table;
}

}  // namespace riffle::graph
