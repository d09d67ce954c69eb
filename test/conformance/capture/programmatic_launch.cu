// SPDX-License-Identifier: Apache-2.0
// A captured launch that may begin before the one before it has ended: which edge it gets, after what.
#include "../transcript.h"

__global__ void first(int *p) {
#if __CUDA_ARCH__ >= 900
  cudaTriggerProgrammaticLaunchCompletion();
#endif
  p[0] += 1;
}
__global__ void second(int *p) {
#if __CUDA_ARCH__ >= 900
  cudaGridDependencySynchronize();
#endif
  p[0] *= 10;
}

namespace {

int *word;

void programmatic(cudaStream_t s, int allowed = 1) {
  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  attribute.val.programmaticStreamSerializationAllowed = allowed;
  cudaLaunchConfig_t config = {};
  config.gridDim = config.blockDim = dim3(1);
  config.stream = s;
  config.attrs = &attribute;
  config.numAttrs = 1;
  MUST(cudaLaunchKernelEx(&config, second, word));
}

template <class Body>
void edges(const char *what, Body body) {
  cudaStream_t s;
  MUST(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  MUST(cudaStreamBeginCapture(s, cudaStreamCaptureModeThreadLocal));
  body(s);
  cudaGraph_t graph;
  cudaError_t error = cudaStreamEndCapture(s, &graph);
  std::printf("%s: %s\n", what, name_of(error));
  if (error != cudaSuccess) return;
  cudaGraphNode_t from[8], to[8];
  cudaGraphEdgeData data[8] = {};
  std::size_t count = 8, nodes = 0;
  MUST(cudaGraphGetNodes(graph, nullptr, &nodes));
  show_value("  nodes", nodes);
  error = cudaGraphGetEdges(graph, from, to, data, &count);
  std::printf("  edges: %s\n", name_of(error));
  for (std::size_t i = 0; error == cudaSuccess && i < count; ++i) {
    cudaGraphNodeType types[2];
    MUST(cudaGraphNodeGetType(from[i], &types[0]));
    MUST(cudaGraphNodeGetType(to[i], &types[1]));
    std::printf("  from type %d to type %d: port %d to %d, type %d\n", types[0], types[1], data[i].from_port, data[i].to_port,
                data[i].type);
  }
  count = 8;
  std::printf("  without data: %s\n", name_of(cudaGraphGetEdges(graph, from, to, nullptr, &count)));
  cudaGraphExec_t executable;
  error = cudaGraphInstantiate(&executable, graph, 0);
  std::printf("  instantiated: %s\n", name_of(error));
  if (error != cudaSuccess) return;
  int value = 5;
  MUST(cudaMemcpy(word, &value, sizeof value, cudaMemcpyDefault));
  MUST(cudaGraphLaunch(executable, s));
  MUST(cudaStreamSynchronize(s));
  MUST(cudaMemcpy(&value, word, sizeof value, cudaMemcpyDefault));
  show_value("  value", value);
}

}  // namespace

int main() {
  MUST(cudaMalloc(&word, sizeof(int)));
  edges("alone", [](cudaStream_t s) { programmatic(s); });
  edges("after a kernel", [](cudaStream_t s) {
    first<<<1, 1, 0, s>>>(word);
    programmatic(s);
  });
  edges("not allowed", [](cudaStream_t s) {
    first<<<1, 1, 0, s>>>(word);
    programmatic(s, 0);
  });
  edges("after two", [](cudaStream_t s) {
    first<<<1, 1, 0, s>>>(word);
    programmatic(s);
    programmatic(s);
  });
  edges("followed by a kernel", [](cudaStream_t s) {
    first<<<1, 1, 0, s>>>(word);
    programmatic(s);
    first<<<1, 1, 0, s>>>(word);
  });
  edges("after a fill", [](cudaStream_t s) {
    MUST(cudaMemsetAsync(word, 0, sizeof(int), s));
    programmatic(s);
  });
  edges("after a kernel and an event of another stream", [](cudaStream_t s) {
    cudaStream_t other;
    cudaEvent_t fork, join;
    MUST(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
    MUST(cudaEventCreateWithFlags(&fork, cudaEventDisableTiming));
    MUST(cudaEventCreateWithFlags(&join, cudaEventDisableTiming));
    MUST(cudaEventRecord(fork, s));
    MUST(cudaStreamWaitEvent(other, fork, 0));
    first<<<1, 1, 0, other>>>(word + 0);
    MUST(cudaEventRecord(join, other));
    MUST(cudaStreamWaitEvent(s, join, 0));
    programmatic(s);
  });
}
