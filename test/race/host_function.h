// SPDX-License-Identifier: Apache-2.0
// Pattern 14: host functions touch memory that operations of other streams use. FIXED: an event orders them.
#pragma once

#include <chrono>
#include <cstring>
#include <vector>

#include "case.h"

struct Job {
  char* buffer;
  int sum;
};

inline void look(void* user) {
  while (is_held.load()) std::this_thread::yield();
  auto* const job = static_cast<Job*>(user);
  for (int i = 0; i < 1000; ++i) job->sum += job->buffer[i];
}
inline void change(void* user) {
  auto* const job = static_cast<Job*>(user);
  for (int i = 0; i < 1000; ++i) job->buffer[i] = 3;
}

inline void order(cudaStream_t first, cudaStream_t second) {
  if (!FIXED) return;
  Event event;
  cudaEventRecord(event, first);
  cudaStreamWaitEvent(second, event);
}

/// The function reads what a copy on another stream overwrites, which was enqueued behind it.
inline void reads(cudaStream_t a, cudaStream_t b, char* device) {
  Pinned buffer(4096);
  std::memset(buffer, 0, 4096);
  Job job{buffer, 0};
  cudaLaunchHostFunc(a, look, &job);
  order(a, b);
  cudaMemcpyAsync(buffer, device, 1000, cudaMemcpyDeviceToHost, b);
  let_go();
  cudaDeviceSynchronize();
}

/// The function writes what a copy on another stream reads.
inline void writes(cudaStream_t a, cudaStream_t b, char* device) {
  Pinned buffer(4096);
  std::memset(buffer, 0, 4096);
  Job job{buffer, 0};
  cudaMemcpyAsync(device, buffer, 4096, cudaMemcpyHostToDevice, b);
  order(b, a);
  cudaLaunchHostFunc(a, change, &job);
  cudaDeviceSynchronize();
}

/// The same of memory that is not pinned.
inline void pageable(cudaStream_t a, cudaStream_t b, char* device) {
  std::vector<char> buffer(4096);
  Job job{buffer.data(), 0};
  cudaMemcpyAsync(buffer.data(), device, 4096, cudaMemcpyDeviceToHost, b);
  order(b, a);
  cudaLaunchHostFunc(a, look, &job);
  cudaDeviceSynchronize();
}

/// Late, so that a copy which runs beside it has ended.
inline void look_late(void* user) {
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  look(user);
}

/// A node of a graph.
inline void node(cudaStream_t a, char* device) {
  Pinned buffer(4096);
  std::memset(buffer, 0, 4096);
  Job job{buffer, 0};
  cudaGraph_t graph;
  cudaGraphCreate(&graph, 0);
  cudaGraphNode_t copied;
  cudaGraphAddMemcpyNode1D(&copied, graph, nullptr, 0, buffer, device, 1000,
                           cudaMemcpyDeviceToHost);
  cudaHostNodeParams params{look_late, &job};
  cudaGraphNode_t looked;
  cudaGraphAddHostNode(&looked, graph, &copied, FIXED ? 1 : 0, &params);
  cudaGraphExec_t exec;
  cudaGraphInstantiate(&exec, graph, 0);
  cudaGraphLaunch(exec, a);
  cudaDeviceSynchronize();
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
}

inline int run_all() {
  Streams<2> streams;
  Device device(4096);
  cudaMemset(device, 0, 4096);
  cudaDeviceSynchronize();
  reads(streams[0], streams[1], device);
  writes(streams[0], streams[1], device);
  pageable(streams[0], streams[1], device);
  node(streams[0], device);
  return finish();
}
