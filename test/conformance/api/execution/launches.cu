// SPDX-License-Identifier: Apache-2.0
// Launches of kernels and host functions.
#include "../../cases.h"
#include "../../gate.h"

#include <cooperative_groups.h>

__global__ void none() {}
static int host_variable;

__global__ void weigh(int *out, int a, double b, const char *text) {
  extern __shared__ int words[];
  words[threadIdx.x] = a * static_cast<int>(threadIdx.x);
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = words[blockDim.x - 1] + static_cast<int>(b) + (text == nullptr ? 1000 : 0) + blockIdx.x;
}

__global__ void __launch_bounds__(64) bounded() {}

// cudaLaunchKernel: functions and sizes that are refused, arguments, streams, and in a capture.
CASE(launch_kernel) {
  prepare_gates();
  const void *no_arguments = reinterpret_cast<const void *>(none), *kernel = reinterpret_cast<const void *>(weigh);
  DeviceArray<int> out(3);
  int *pointer = out, a = 3;
  double b = 100.5;
  const char *text = nullptr;
  void *arguments[] = {&pointer, &a, &b, &text};
  SHOW(cudaLaunchKernel(nullptr, 1, 1, nullptr, 0, nullptr));
  SHOW(cudaLaunchKernel(&host_variable, 1, 1, nullptr, 0, nullptr));
  struct {
    dim3 grid, block;
    std::size_t shared;
  } bad[] = {{{0}, {1}, 0},          {{1, 0}, {1}, 0},        {{1, 1, 0}, {1}, 0},   {{1}, {0}, 0},
             {{1}, {1, 0}, 0},       {{1}, {1, 1, 0}, 0},     {{1}, {1025}, 0},      {{1}, {1, 1025}, 0},
             {{1}, {1, 1, 65}, 0},   {{1}, {512, 3}, 0},      {{1, 65536}, {1}, 0},  {{1, 1, 65536}, {1}, 0},
             {{1u << 31}, {1}, 0},   {{1}, {1}, 48 * 1024 + 1}, {{1}, {1}, 1u << 30}, {{1}, {1}, ~std::size_t{0}}};
  for (const auto &c : bad)
    std::printf("grid %u %u %u, block %u %u %u, shared %zu: %s\n", c.grid.x, c.grid.y, c.grid.z, c.block.x, c.block.y,
                c.block.z, c.shared, name_of(cudaLaunchKernel(no_arguments, c.grid, c.block, nullptr, c.shared, nullptr)));
  SHOW(cudaLaunchKernel(reinterpret_cast<const void *>(bounded), 1, 65, nullptr, 0, nullptr));
  SHOW(cudaLaunchKernel(reinterpret_cast<const void *>(bounded), 1, 64, nullptr, 0, nullptr));
  show_truth("a last error", cudaGetLastError() != cudaSuccess);
  SHOW(cudaLaunchKernel(no_arguments, 1, 1, nullptr, 0, nullptr));
  SHOW(cudaLaunchKernel(no_arguments, 1, 1024, nullptr, 48 * 1024, nullptr));
  SHOW(cudaDeviceSynchronize());
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  for (cudaStream_t s : {cudaStream_t(nullptr), cudaStreamLegacy, cudaStreamPerThread, stream}) {
    ++a;
    SHOW(cudaLaunchKernel(kernel, 3, 8, arguments, 8 * sizeof(int), s));
    MUST(cudaStreamSynchronize(s));
    show_row("out", out.read());
  }
  show_while_busy("on a busy stream", stream, [&] {
    const cudaError_t error = cudaLaunchKernel(kernel, 3, 8, arguments, 8 * sizeof(int), stream);
    a = 77;
    return error;
  });
  show_row("out, with the arguments of the call", out.read());

  cudaGraph_t graph;
  std::size_t nodes = 77;
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  SHOW(cudaLaunchKernel(kernel, 3, 8, arguments, 8 * sizeof(int), stream));
  SHOW(cudaLaunchKernel(no_arguments, 1, 1, nullptr, 0, cudaStreamPerThread));
  SHOW(cudaStreamEndCapture(stream, &graph));
  MUST(cudaGraphGetNodes(graph, nullptr, &nodes));
  show_value("nodes", static_cast<long long>(nodes));
  for (int bad_block : {0, 2000}) {
    MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    SHOW(cudaLaunchKernel(no_arguments, 1, bad_block, nullptr, 0, stream));
    SHOW(cudaStreamEndCapture(stream, &graph));
  }
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  SHOW(cudaLaunchKernel(nullptr, 1, 1, nullptr, 0, stream));
  SHOW(cudaLaunchKernel(&host_variable, 1, 1, nullptr, 0, stream));
  SHOW(cudaStreamEndCapture(stream, &graph));
}

__global__ void put(int *p, int v) { *p = v; }

// cudaLaunchKernelExC: refused configurations and attributes; those that change nothing that a program can see.
CASE(launch_kernel_ex) {
  DeviceArray<int> word(1);
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  put<<<1, 1, 0, stream>>>(word, 0);
  MUST(cudaStreamSynchronize(stream));
  cudaLaunchConfig_t config = {};
  config.gridDim = 1;
  config.blockDim = 1;
  config.stream = stream;
  int value = 0;
  int *target = word;
  void *arguments[] = {&target, &value};
  const void *kernel = reinterpret_cast<const void *>(put);
  SHOW(cudaLaunchKernelExC(&config, kernel, arguments));
  SHOW(cudaLaunchKernelExC(&config, nullptr, arguments));
  config.blockDim = 2048;
  SHOW(cudaLaunchKernelExC(&config, kernel, arguments));
  config.blockDim = 0;
  SHOW(cudaLaunchKernelExC(&config, kernel, arguments));
  config.blockDim = 1;
  cudaLaunchAttribute attribute;
  config.attrs = &attribute;
  config.numAttrs = 1;
  struct Case {
    const char *name;
    cudaLaunchAttributeID id;
    void (*fill)(cudaLaunchAttributeValue &);
  } cases[] = {
      {"ignore", cudaLaunchAttributeIgnore, [](cudaLaunchAttributeValue &) {}},
      {"priority 0", cudaLaunchAttributePriority, [](cudaLaunchAttributeValue &v) { v.priority = 0; }},
      {"priority far out", cudaLaunchAttributePriority, [](cudaLaunchAttributeValue &v) { v.priority = -1000; }},
      {"synchronization policy", cudaLaunchAttributeSynchronizationPolicy,
       [](cudaLaunchAttributeValue &v) { v.syncPolicy = cudaSyncPolicyAuto; }},
      {"cooperative 0", cudaLaunchAttributeCooperative, [](cudaLaunchAttributeValue &v) { v.cooperative = 0; }},
      {"cluster 1 1 1", cudaLaunchAttributeClusterDimension,
       [](cudaLaunchAttributeValue &v) { v.clusterDim = {1, 1, 1}; }},
      {"cluster 0 1 1", cudaLaunchAttributeClusterDimension,
       [](cudaLaunchAttributeValue &v) { v.clusterDim = {0, 1, 1}; }},
      {"domain 0", cudaLaunchAttributeMemSyncDomain,
       [](cudaLaunchAttributeValue &v) { v.memSyncDomain = cudaLaunchMemSyncDomainDefault; }},
      {"domain 9", cudaLaunchAttributeMemSyncDomain,
       [](cudaLaunchAttributeValue &v) { v.memSyncDomain = static_cast<cudaLaunchMemSyncDomain>(9); }},
      {"empty window", cudaLaunchAttributeAccessPolicyWindow, [](cudaLaunchAttributeValue &) {}},
      {"large ratio", cudaLaunchAttributeAccessPolicyWindow,
       [](cudaLaunchAttributeValue &v) { v.accessPolicyWindow.hitRatio = 2; }},
      {"carveout 50", cudaLaunchAttributePreferredSharedMemoryCarveout,
       [](cudaLaunchAttributeValue &v) { v.sharedMemCarveout = 50; }},
      {"serialization allowed", cudaLaunchAttributeProgrammaticStreamSerialization,
       [](cudaLaunchAttributeValue &v) { v.programmaticStreamSerializationAllowed = 1; }},
      {"attribute 99", static_cast<cudaLaunchAttributeID>(99), [](cudaLaunchAttributeValue &) {}},
  };
  for (auto &c : cases) {
    std::memset(&attribute, 0, sizeof attribute);
    attribute.id = c.id;
    c.fill(attribute.val);
    ++value;
    std::printf("%s: %s\n", c.name, name_of(cudaLaunchKernelExC(&config, kernel, arguments)));
    MUST(cudaStreamSynchronize(stream));
    show_truth("ran", word.read()[0] == value);
  }
  config.stream = nullptr;
  config.attrs = nullptr;
  config.numAttrs = 0;
  value = 99;
  SHOW(cudaLaunchKernelExC(&config, kernel, arguments));
  SHOW(cudaDeviceSynchronize());
  show_value("word", word.read()[0]);
}

__global__ void rounds(int *counter, int *bad) {
  auto grid = cooperative_groups::this_grid();
  for (int i = 1; i <= 3; ++i) {
    if (threadIdx.x == 0) atomicAdd(counter, 1);
    grid.sync();
    if (*static_cast<volatile int *>(counter) != i * static_cast<int>(gridDim.x)) atomicAdd(bad, 1);
    grid.sync();
  }
}

// cudaLaunchCooperativeKernel: refused functions and sizes, a grid that waits for itself, and in a capture.
CASE(launch_cooperative_kernel) {
  prepare_gates();
  const void *empty = reinterpret_cast<const void *>(none), *kernel = reinterpret_cast<const void *>(rounds);
  SHOW(cudaLaunchCooperativeKernel(nullptr, 1, 1, nullptr, 0, nullptr));
  SHOW(cudaLaunchCooperativeKernel(&host_variable, 1, 1, nullptr, 0, nullptr));
  SHOW(cudaLaunchCooperativeKernel(empty, 0, 1, nullptr, 0, nullptr));
  SHOW(cudaLaunchCooperativeKernel(empty, 1, 0, nullptr, 0, nullptr));
  SHOW(cudaLaunchCooperativeKernel(empty, 1, 1025, nullptr, 0, nullptr));
  SHOW(cudaLaunchCooperativeKernel(empty, 1, 1, nullptr, 1u << 30, nullptr));
  SHOW(cudaLaunchCooperativeKernel(empty, 1, 1, nullptr, 49153, nullptr));
  SHOW(cudaLaunchCooperativeKernel(empty, 1u << 20, 1024, nullptr, 0, nullptr));
  int blocks = 0, processors = 0;
  MUST(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, none, 256, 0));
  MUST(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
  SHOW(cudaLaunchCooperativeKernel(empty, blocks * processors, 256, nullptr, 0, nullptr));
  SHOW(cudaLaunchCooperativeKernel(empty, blocks * processors + 1, 256, nullptr, 0, nullptr));
  show_last_error("after refused calls");
  SHOW(cudaDeviceSynchronize());
  DeviceArray<int> counts(2);
  int *counter = counts, *bad = counter + 1;
  void *arguments[] = {&counter, &bad};
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  for (cudaStream_t s : {cudaStream_t(nullptr), cudaStreamPerThread, stream}) {
    MUST(cudaMemset(counts, 0, 2 * sizeof(int)));
    MUST(cudaDeviceSynchronize());
    SHOW(cudaLaunchCooperativeKernel(kernel, 4, 64, arguments, 0, s));
    SHOW(cudaStreamSynchronize(s));
    show_row("counter, bad", counts.read());
  }
  show_while_busy("on a busy stream", stream,
                  [&] { return cudaLaunchCooperativeKernel(empty, 4, 64, nullptr, 0, stream); });
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  MUST(cudaMemset(counts, 0, 2 * sizeof(int)));
  MUST(cudaDeviceSynchronize());
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  SHOW(cudaLaunchCooperativeKernel(kernel, 4, 64, arguments, 0, stream));
  SHOW(cudaStreamEndCapture(stream, &graph));
  MUST(cudaGraphInstantiate(&exec, graph, 0));
  SHOW(cudaGraphLaunch(exec, stream));
  SHOW(cudaStreamSynchronize(stream));
  show_row("counter, bad", counts.read());
}

static std::vector<int> order;
static void note(void *which) { order.push_back(static_cast<int>(reinterpret_cast<std::intptr_t>(which))); }

// cudaLaunchHostFunc: order, refused arguments, default streams, a node in a capture.
CASE(launch_host_func) {
  prepare_gates();
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  SHOW(cudaLaunchHostFunc(stream, nullptr, nullptr));
  show_last_error("after a refused call");
  {
    Gate gate(stream);
    for (std::intptr_t i = 1; i <= 4; ++i) MUST(cudaLaunchHostFunc(stream, note, reinterpret_cast<void *>(i)));
    gate.open();
  }
  SHOW(cudaStreamSynchronize(stream));
  for (cudaStream_t s : {cudaStream_t(nullptr), cudaStreamLegacy, cudaStreamPerThread}) {
    SHOW(cudaLaunchHostFunc(s, note, reinterpret_cast<void *>(9)));
    SHOW(cudaStreamSynchronize(s));
  }
  show_row("order", order);
  cudaGraph_t graph;
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  SHOW(cudaLaunchHostFunc(stream, note, reinterpret_cast<void *>(7)));
  SHOW(cudaStreamEndCapture(stream, &graph));
  show_row("order", order);
  cudaGraphExec_t exec;
  SHOW(cudaGraphInstantiate(&exec, graph, 0));
  SHOW(cudaGraphLaunch(exec, stream));
  SHOW(cudaStreamSynchronize(stream));
  show_row("order", order);
}
