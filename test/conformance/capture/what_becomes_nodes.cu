// SPDX-License-Identifier: Apache-2.0
// What each operation becomes in a graph, and when copies read their sources.
#include "../transcript.h"

#include <algorithm>

__global__ void put(int *p, int v) { *p = v; }
static int calls = 0;
void function(void *) { ++calls; }

int main() {
  DeviceArray<int> a(64), b(64);
  int *pinned, pageable[64] = {};
  MUST(cudaMallocHost(&pinned, 256));
  cudaStream_t s;
  MUST(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  put<<<1, 1, 0, s>>>(a, 0);
  MUST(cudaDeviceSynchronize());
  cudaEvent_t event;
  MUST(cudaEventCreate(&event));
  MUST(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  int value = 5;
  put<<<1, 1, 0, s>>>(a, value);
  value = 6;
  pinned[0] = 100;
  pageable[0] = 100;
  MUST(cudaMemcpyAsync(a + 1, pinned, 4, cudaMemcpyHostToDevice, s));
  MUST(cudaMemcpyAsync(a + 2, pageable, 4, cudaMemcpyHostToDevice, s));
  MUST(cudaMemcpyAsync(b, a, 12, cudaMemcpyDeviceToDevice, s));
  MUST(cudaMemsetAsync(b + 8, 1, 4, s));
  MUST(cudaMemsetAsync(b + 9, 1, 0, s));
  MUST(cudaMemset2DAsync(b + 16, 16, 2, 4, 3, s));
  MUST(cudaLaunchHostFunc(s, function, nullptr));
  MUST(cudaEventRecord(event, s));
  MUST(cudaStreamWaitEvent(s, event, 0));
  MUST(cudaEventRecordWithFlags(event, s, cudaEventRecordExternal));
  MUST(cudaStreamWaitEvent(s, event, cudaEventWaitExternal));
  MUST(cudaMemcpyAsync(pinned + 1, b, 4, cudaMemcpyDeviceToHost, s));
  void *ordered;
  MUST(cudaMallocAsync(&ordered, 64, s));
  MUST(cudaFreeAsync(ordered, s));
  cudaGraph_t graph;
  SHOW(cudaStreamEndCapture(s, &graph));
  show_value("host functions run so far", calls);
  std::size_t count = 0;
  MUST(cudaGraphGetNodes(graph, nullptr, &count));
  std::vector<cudaGraphNode_t> nodes(count);
  MUST(cudaGraphGetNodes(graph, nodes.data(), &count));
  std::vector<int> types;
  for (auto node : nodes) {
    cudaGraphNodeType type;
    MUST(cudaGraphNodeGetType(node, &type));
    types.push_back(type);
  }
  std::sort(types.begin(), types.end());
  show_row("types", types);
  cudaGraphExec_t exec;
  SHOW(cudaGraphInstantiate(&exec, graph, 0));
  for (int round = 1; round <= 2; ++round) {
    pinned[0] = 200 * round;
    pageable[0] = 300 * round;
    SHOW(cudaGraphLaunch(exec, s));
    SHOW(cudaStreamSynchronize(s));
    auto v = b.read();
    show_row("words", {v[0], v[1], v[2], v[8], v[9], v[16], v[17], v[24], calls, pinned[1]});
  }
}
