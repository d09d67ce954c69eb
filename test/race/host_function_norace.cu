// SPDX-License-Identifier: Apache-2.0
// flags: -fcheck-host -O1
// tools: mem,init,race,leak
// Ordered by events and edges; and what host functions and threads tell each other.
#define FIXED true
#include "host_function.h"

#include <condition_variable>
#include <mutex>

std::mutex mutex;
std::condition_variable changed;
int stage = 0;

void set(int value) {
  const std::lock_guard lock(mutex);
  stage = value;
  changed.notify_all();
}
void wait_for(int value) {
  std::unique_lock lock(mutex);
  changed.wait(lock, [&] { return stage == value; });
}

struct Shared {
  char* buffer;
  std::mutex mutex;
};

void add(void* user) {
  auto* const shared = static_cast<Shared*>(user);
  const std::lock_guard lock(shared->mutex);
  ++*shared->buffer;
}

__global__ void fill(char* out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) out[i] = 1;
}

/// One host node tells another, without an edge, that a copy is done.
void nodes_tell_each_other(cudaStream_t stream, char* device) {
  Pinned buffer(4096);
  Job job{buffer, 0};
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphNode_t copied, told, looked;
  cudaGraphAddMemcpyNode1D(&copied, graph, nullptr, 0, buffer, device, 1000,
                           cudaMemcpyDeviceToHost);
  cudaHostNodeParams tell{[](void*) { set(3); }, nullptr};
  cudaGraphAddHostNode(&told, graph, &copied, 1, &tell);
  cudaHostNodeParams listen{[](void* user) {
                              wait_for(3);
                              look(user);
                            },
                            &job};
  cudaGraphAddHostNode(&looked, graph, nullptr, 0, &listen);
  cudaGraphExec_t exec;
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, stream);
  cudaDeviceSynchronize();
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
}

int main() {
  const int ended = run_all();
  Streams<2> streams;
  Device device(4096);
  Pinned buffer(4096);

  // A function tells the host that the kernel before it is done, and which memory it has read.
  fill<<<1, 64, 0, streams[0]>>>(device, 4096);
  cudaMemcpyAsync(buffer, device, 4096, cudaMemcpyDeviceToHost, streams[0]);
  Job job{buffer, 0};
  cudaLaunchHostFunc(
      streams[0],
      [](void* user) {
        look(user);
        set(1);
      },
      &job);
  wait_for(1);
  std::memset(buffer, 7, 4096);
  cudaMemcpyAsync(device, buffer, 4096, cudaMemcpyHostToDevice, streams[1]);

  // The host tells a function that a copy on another stream is done.
  cudaLaunchHostFunc(
      streams[0],
      [](void* user) {
        wait_for(2);
        change(user);
      },
      &job);
  cudaStreamSynchronize(streams[1]);
  set(2);
  cudaStreamSynchronize(streams[0]);

  // Functions of two streams, and the host, have a lock.
  Shared shared{buffer, {}};
  cudaLaunchHostFunc(streams[0], add, &shared);
  cudaLaunchHostFunc(streams[1], add, &shared);
  add(&shared);
  cudaDeviceSynchronize();
  nodes_tell_each_other(streams[0], device);
  return ended;
}
