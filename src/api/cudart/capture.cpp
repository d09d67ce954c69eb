// SPDX-License-Identifier: Apache-2.0
// Captures: begin, end, what is told about them, and their dependencies.
#include <memory>
#include <span>
#include <vector>

#include "api/cudart/captured.h"
#include "api/cudart/entry.h"
#include "cudart_bodies.h"
#include "runtime/engine/observer.h"
#include "runtime/graph/handles.h"

namespace riffle::api::cudart {
namespace {

static_assert(sizeof(cudaGraphEdgeData) == sizeof(graph::EdgeData));

bool is_mode(cudaStreamCaptureMode mode) {
  return mode >= cudaStreamCaptureModeGlobal && mode <= cudaStreamCaptureModeRelaxed;
}

// False when the array is missing, or a handle in it is none.
bool read_dependencies(const cudaGraphNode_t* nodes, const cudaGraphEdgeData* data,
                       std::size_t count, std::vector<graph::Dependency>& out) {
  if (count > 0 && nodes == nullptr) return false;
  out.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    out[i].node = graph::nodes().find(nodes[i]);
    if (out[i].node == nullptr) return false;
    if (data != nullptr) __builtin_memcpy(&out[i].data, &data[i], sizeof data[i]);
  }
  return true;
}

cudaError_t begin(cudaStream_t handle, cudaStreamCaptureMode mode, graph::Graph* into,
                  std::span<const graph::Dependency> dependencies) {
  StreamObject* const object = find_stream(handle);
  if (object == nullptr) return cudaErrorInvalidResourceHandle;
  const graph::CaptureStream stream = capture_stream(*object);
  if (stream.is_legacy) return cudaErrorStreamCaptureUnsupported;
  return to_cuda(graph::begin_capture(object->capture, stream,
                                      static_cast<graph::CaptureMode>(mode), into, dependencies));
}

template <class T, class Handle>
bool show(graph::LazyHandles<T>& handles, T& object, Handle& handle) {
  handle = reinterpret_cast<Handle>(handles.show(object));
  return handle != nullptr;
}

// The arrays that a program is shown live with the stream, until it is asked again.
cudaError_t show_dependencies(StreamObject& object, const graph::CaptureInfo& info,
                              const cudaGraphNode_t** nodes, const cudaGraphEdgeData** edges) {
  const MutexLock lock(object.mutex);
  object.shown_nodes.clear();
  object.shown_edges.clear();
  for (const graph::Dependency& dependency : info.dependencies) {
    cudaGraphNode_t node = nullptr;
    if (!show(graph::nodes(), *dependency.node, node)) return cudaErrorMemoryAllocation;
    object.shown_nodes.push_back(node);
    __builtin_memcpy(&object.shown_edges.emplace_back(), &dependency.data, sizeof dependency.data);
  }
  *nodes = object.shown_nodes.data();
  if (edges != nullptr) *edges = object.shown_edges.data();
  return cudaSuccess;
}

bool is_lossy(const graph::CaptureInfo& info) {
  for (const graph::Dependency& dependency : info.dependencies) {
    if (!dependency.data.is_default()) return true;
  }
  return false;
}

}  // namespace

cudaError_t stream_begin_capture(cudaStream_t stream, cudaStreamCaptureMode mode) {
  return is_mode(mode) ? begin(stream, mode, nullptr, {}) : cudaErrorInvalidValue;
}

cudaError_t stream_begin_capture_to_graph(cudaStream_t stream, cudaGraph_t graph,
                                          const cudaGraphNode_t* dependencies,
                                          const cudaGraphEdgeData* dependencyData,
                                          size_t numDependencies, cudaStreamCaptureMode mode) {
  graph::Graph* const into = graph::graphs().find(graph);
  std::vector<graph::Dependency> wanted;
  if (!is_mode(mode) || into == nullptr ||
      !read_dependencies(dependencies, dependencyData, numDependencies, wanted)) {
    return cudaErrorInvalidValue;
  }
  return begin(stream, mode, into, wanted);
}

cudaError_t stream_end_capture(cudaStream_t stream, cudaGraph_t* pGraph) {
  if (pGraph != nullptr) *pGraph = nullptr;
  StreamObject* const object = find_stream(stream);
  if (object == nullptr) return cudaErrorInvalidResourceHandle;
  const auto ended = graph::end_capture(object->capture);
  if (!ended) return to_cuda(ended.error());
  if (pGraph == nullptr) {  // accepted by hardware; nobody can ever name a graph made for it
    if ((*ended)->handle_place.is_shown()) return cudaSuccess;
    const std::unique_ptr<graph::Graph> unreachable(*ended);
    return cudaSuccess;
  }
  const bool is_new = !(*ended)->handle_place.is_shown();
  if (show(graph::graphs(), **ended, *pGraph)) {
    if (is_new)
      engine::notify_resource_made({.kind = engine::ResourceKind::kGraph,
                                    .handle = reinterpret_cast<std::uintptr_t>(*pGraph)});
    return cudaSuccess;
  }
  const std::unique_ptr<graph::Graph> unreachable(*ended);
  return cudaErrorMemoryAllocation;
}

cudaError_t stream_is_capturing(cudaStream_t stream, cudaStreamCaptureStatus* pCaptureStatus) {
  if (pCaptureStatus == nullptr) return cudaErrorInvalidValue;
  const StreamObject* const object = find_stream(stream);
  if (object == nullptr) return cudaErrorInvalidResourceHandle;
  *pCaptureStatus = static_cast<cudaStreamCaptureStatus>(object->capture.status());
  return cudaSuccess;
}

cudaError_t stream_get_capture_info(cudaStream_t stream, cudaStreamCaptureStatus* captureStatus_out,
                                    unsigned long long* id_out, cudaGraph_t* graph_out,
                                    const cudaGraphNode_t** dependencies_out,
                                    const cudaGraphEdgeData** edgeData_out,
                                    size_t* numDependencies_out) {
  if (captureStatus_out == nullptr) return cudaErrorInvalidValue;
  StreamObject* const object = find_stream(stream);
  if (object == nullptr) return cudaErrorInvalidResourceHandle;
  const graph::CaptureInfo info = graph::capture_info(object->capture);
  const bool is_active = info.status == graph::CaptureStatus::kActive;
  // Hardware looks at the other arguments of an active capture only.
  if (is_active && edgeData_out != nullptr && dependencies_out == nullptr)
    return cudaErrorInvalidValue;
  if (is_active && dependencies_out != nullptr && edgeData_out == nullptr && is_lossy(info))
    return cudaErrorLossyQuery;
  *captureStatus_out = static_cast<cudaStreamCaptureStatus>(info.status);
  if (!is_active) return cudaSuccess;  // the other outputs stay as they are
  if (id_out != nullptr) *id_out = info.id;
  if (graph_out != nullptr && !show(graph::graphs(), *info.graph, *graph_out))
    return cudaErrorMemoryAllocation;
  if (numDependencies_out != nullptr) *numDependencies_out = info.dependencies.size();
  return dependencies_out == nullptr
             ? cudaSuccess
             : show_dependencies(*object, info, dependencies_out, edgeData_out);
}

cudaError_t stream_update_capture_dependencies(cudaStream_t stream, cudaGraphNode_t* dependencies,
                                               const cudaGraphEdgeData* dependencyData,
                                               size_t numDependencies, unsigned int flags) {
  StreamObject* const object = find_stream(stream);
  if (object == nullptr) return cudaErrorInvalidResourceHandle;
  if (!object->capture.is_capturing()) return cudaErrorIllegalState;
  std::vector<graph::Dependency> wanted;
  if (flags > cudaStreamSetCaptureDependencies ||
      !read_dependencies(dependencies, dependencyData, numDependencies, wanted)) {
    return cudaErrorInvalidValue;
  }
  return to_cuda(graph::update_dependencies(object->capture, wanted,
                                            flags == cudaStreamSetCaptureDependencies));
}

cudaError_t thread_exchange_stream_capture_mode(cudaStreamCaptureMode* mode) {
  if (mode == nullptr) return cudaErrorInvalidValue;  // hardware crashes here
  const cudaStreamCaptureMode before = thread_state.capture_mode;
  thread_state.capture_mode = *mode;  // any value is accepted, as on hardware
  *mode = before;
  return cudaSuccess;
}

}  // namespace riffle::api::cudart
