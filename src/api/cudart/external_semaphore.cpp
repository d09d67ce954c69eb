// SPDX-License-Identifier: Apache-2.0
// Semaphores of other APIs, by file descriptor: counters of the operating system (eventfd), in streams, captures and
// graphs. What only a driver of a GPU or another operating system has is refused.
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "api/cudart/captured.h"
#include "api/cudart/entry.h"
#include "api/cudart/external.h"
#include "api/cudart/graph.h"
#include "cudart_bodies.h"
#include "runtime/engine/observer.h"

namespace riffle::api::cudart {
namespace {

constexpr std::uint8_t kSemaphoreHandleKind = 22;

/// Operations and nodes that signal or await it hold it too.
struct ExternalSemaphore {
  explicit ExternalSemaphore(int its_descriptor) : descriptor(its_descriptor) {}
  ExternalSemaphore(const ExternalSemaphore&) = delete;
  ExternalSemaphore& operator=(const ExternalSemaphore&) = delete;
  ~ExternalSemaphore() { ::close(descriptor); }

  void signal() const {
    const std::uint64_t one = 1;
    // Fails only when the counter is at its end: it is signalled already.
    (void)!write(descriptor, &one, sizeof one);
  }
  void wait() const {
    std::uint64_t count = 0;
    while (read(descriptor, &count, sizeof count) != static_cast<ssize_t>(sizeof count)) {
      pollfd until{.fd = descriptor, .events = POLLIN, .revents = 0};
      poll(&until, 1, -1);
    }
  }

  const int descriptor;
};

struct SemaphoreObject {
  std::shared_ptr<ExternalSemaphore> semaphore;
};

HandleTable<SemaphoreObject>& semaphores() {
  static constinit HandleTable<SemaphoreObject> table(kSemaphoreHandleKind);
  return table;
}

bool is_event_counter(int descriptor) {
  std::array<char, 64> target{};
  const std::string path = "/proc/self/fd/" + std::to_string(descriptor);
  const ssize_t length = readlink(path.c_str(), target.data(), target.size());
  return length > 0 && std::string_view(target.data(), static_cast<std::size_t>(length)) ==
                           "anon_inode:[eventfd]";
}

using Semaphores = std::vector<std::shared_ptr<ExternalSemaphore>>;

void signal_all(void* all) {
  for (const auto& semaphore : *static_cast<Semaphores*>(all)) semaphore->signal();
}

void wait_for_all(void* all) {
  for (const auto& semaphore : *static_cast<Semaphores*>(all)) semaphore->wait();
}

/// `Each` is one of CUDA's structures of parameters. All values are copied.
template <class Params, class Each>
Converted<Params> semaphore_params(const cudaExternalSemaphore_t* handles, const Each* each,
                                   unsigned count) {
  if (count != 0 && (handles == nullptr || each == nullptr))
    return std::unexpected(cudaErrorInvalidValue);
  auto all = std::make_shared<Semaphores>();
  Params params;
  for (unsigned i = 0; i < count; ++i) {
    const SemaphoreObject* const object = semaphores().find(handles[i]);
    if (object == nullptr) return std::unexpected(cudaErrorInvalidValue);
    all->push_back(object->semaphore);
    params.handles.push_back(reinterpret_cast<std::uintptr_t>(handles[i]));
  }
  params.parameters.resize(count * sizeof *each);
  if (count != 0) std::memcpy(params.parameters.data(), each, params.parameters.size());
  params.semaphores = std::move(all);
  constexpr bool kSignals = std::is_same_v<Params, graph::SemaphoreSignalParams>;
  params.use = kSignals ? signal_all : wait_for_all;
  return params;
}

template <class Params, class Structure>
cudaError_t get_params(cudaGraphNode_t node, Structure* out) {
  Params* const params = params_of<Params>(node);
  if (params == nullptr || out == nullptr) return cudaErrorInvalidValue;
  // Handles have the representation of pointers.
  out->extSemArray = reinterpret_cast<cudaExternalSemaphore_t*>(params->handles.data());
  out->paramsArray = reinterpret_cast<decltype(out->paramsArray)>(params->parameters.data());
  out->numExtSems = static_cast<unsigned>(params->handles.size());
  return cudaSuccess;
}

// An operation's payload: it holds the semaphores.
using Held = std::shared_ptr<void>;

// As the release of its operation: after a fault others must not wait for ever.
void signal_held(const void* payload) noexcept {
  auto* const held = static_cast<Held*>(const_cast<void*>(payload));
  signal_all(held->get());
  held->~Held();
}

void wait_for_held(void* user, Code) {
  const std::unique_ptr<Held> held(static_cast<Held*>(user));
  wait_for_all(held->get());
}

}  // namespace

Converted<graph::NodeParams> signal_params(const cudaExternalSemaphore_t* handles,
                                           const cudaExternalSemaphoreSignalParams* each,
                                           unsigned count) {
  return semaphore_params<graph::SemaphoreSignalParams>(handles, each, count);
}

Converted<graph::NodeParams> wait_params(const cudaExternalSemaphore_t* handles,
                                         const cudaExternalSemaphoreWaitParams* each,
                                         unsigned count) {
  return semaphore_params<graph::SemaphoreWaitParams>(handles, each, count);
}

cudaError_t import_external_semaphore(cudaExternalSemaphore_t* extSem_out,
                                      const cudaExternalSemaphoreHandleDesc* semHandleDesc) {
  if (extSem_out == nullptr || semHandleDesc == nullptr || semHandleDesc->flags != 0)
    return cudaErrorInvalidValue;
  const int descriptor = semHandleDesc->handle.fd;
  if (semHandleDesc->type == cudaExternalSemaphoreHandleTypeTimelineSemaphoreFd) {
    // No counter of the operating system has this meaning.
    return descriptor < 0 ? cudaErrorInvalidValue : cudaErrorUnknown;
  }
  if (semHandleDesc->type != cudaExternalSemaphoreHandleTypeOpaqueFd) return cudaErrorInvalidValue;
  if (!is_event_counter(descriptor)) return cudaErrorUnknown;
  auto object = std::make_unique<SemaphoreObject>();
  object->semaphore = std::make_shared<ExternalSemaphore>(descriptor);
  return show_external(semaphores(), std::move(object), extSem_out);
}

cudaError_t destroy_external_semaphore(cudaExternalSemaphore_t extSem) {
  const std::unique_ptr<SemaphoreObject> object(semaphores().remove(extSem));
  return object != nullptr ? cudaSuccess : cudaErrorInvalidValue;
}

// ---- In streams ----

cudaError_t signal_external_semaphores_async(const cudaExternalSemaphore_t* extSemArray,
                                             const cudaExternalSemaphoreSignalParams* paramsArray,
                                             unsigned int numExtSems, cudaStream_t stream) {
  StreamObject* const object = find_stream(stream);
  if (numExtSems == 0) return cudaErrorInvalidValue;
  if (object == nullptr) return cudaErrorInvalidResourceHandle;
  auto params =
      semaphore_params<graph::SemaphoreSignalParams>(extSemArray, paramsArray, numExtSems);
  if (!params) return params.error();
  if (const auto node = captured(*object, [&] { return *std::move(params); })) return *node;
  const engine::RangeOperation operation{
      .run = run_nothing, .release = signal_held, .payload_bytes = sizeof(Held)};
  object->stream->enqueue(
      operation, [&](void* payload) { new (payload) Held(std::move(params->semaphores)); });
  return cudaSuccess;
}

cudaError_t wait_external_semaphores_async(const cudaExternalSemaphore_t* extSemArray,
                                           const cudaExternalSemaphoreWaitParams* paramsArray,
                                           unsigned int numExtSems, cudaStream_t stream) {
  StreamObject* const object = find_stream(stream);
  if (numExtSems == 0) return cudaErrorInvalidValue;
  if (object == nullptr) return cudaErrorInvalidResourceHandle;
  auto params = semaphore_params<graph::SemaphoreWaitParams>(extSemArray, paramsArray, numExtSems);
  if (!params) return params.error();
  if (const auto node = captured(*object, [&] { return *std::move(params); })) return *node;
  auto held = std::make_unique<Held>(std::move(params->semaphores));
  engine::notify_ordered_from_outside(*object->stream);
  object->stream->enqueue_host_function(wait_for_held, held.get(), true);
  held.release();  // NOLINT(bugprone-unused-return-value): the operation has it
  return cudaSuccess;
}

// ---- In graphs ----

cudaError_t graph_add_external_semaphores_signal_node(
    cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
    size_t numDependencies, const cudaExternalSemaphoreSignalNodeParams* nodeParams) {
  return add_node(pGraphNode, graph, pDependencies, nullptr, numDependencies,
                  signal_params(nodeParams));
}

cudaError_t graph_external_semaphores_signal_node_get_params(
    cudaGraphNode_t hNode, cudaExternalSemaphoreSignalNodeParams* params_out) {
  return get_params<graph::SemaphoreSignalParams>(hNode, params_out);
}

cudaError_t graph_external_semaphores_signal_node_set_params(
    cudaGraphNode_t hNode, const cudaExternalSemaphoreSignalNodeParams* nodeParams) {
  return set_params(hNode, signal_params(nodeParams));
}

cudaError_t graph_exec_external_semaphores_signal_node_set_params(
    cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode,
    const cudaExternalSemaphoreSignalNodeParams* nodeParams) {
  return set_params(hGraphExec, hNode, signal_params(nodeParams));
}

cudaError_t graph_add_external_semaphores_wait_node(
    cudaGraphNode_t* pGraphNode, cudaGraph_t graph, const cudaGraphNode_t* pDependencies,
    size_t numDependencies, const cudaExternalSemaphoreWaitNodeParams* nodeParams) {
  return add_node(pGraphNode, graph, pDependencies, nullptr, numDependencies,
                  wait_params(nodeParams));
}

cudaError_t graph_external_semaphores_wait_node_get_params(
    cudaGraphNode_t hNode, cudaExternalSemaphoreWaitNodeParams* params_out) {
  return get_params<graph::SemaphoreWaitParams>(hNode, params_out);
}

cudaError_t graph_external_semaphores_wait_node_set_params(
    cudaGraphNode_t hNode, const cudaExternalSemaphoreWaitNodeParams* nodeParams) {
  return set_params(hNode, wait_params(nodeParams));
}

cudaError_t graph_exec_external_semaphores_wait_node_set_params(
    cudaGraphExec_t hGraphExec, cudaGraphNode_t hNode,
    const cudaExternalSemaphoreWaitNodeParams* nodeParams) {
  return set_params(hGraphExec, hNode, wait_params(nodeParams));
}

}  // namespace riffle::api::cudart
