// SPDX-License-Identifier: Apache-2.0
// What operations become in a captured graph.
#include "../cases.h"

#include <algorithm>

__global__ void put(int *p, int v) { *p = v; }

namespace what_becomes_nodes_ {
static int calls = 0;
void function(void *) { ++calls; }

// What each operation becomes in a graph, and when copies read their sources.
CASE(what_becomes_nodes) {
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
}  // namespace what_becomes_nodes_

namespace node_parameters_ {
__device__ int variable[4];
static void function(void *) {}

static const char *place(const void *p, const void *device, const void *pinned, const void *pageable) {
  auto in = [p](const void *base) {
    auto at = reinterpret_cast<std::uintptr_t>(p), from = reinterpret_cast<std::uintptr_t>(base);
    return at >= from && at < from + 4096;
  };
  return p == nullptr ? "null" : in(device) ? "device" : in(pinned) ? "pinned" : in(pageable) ? "pageable" : "else";
}

// What the captured nodes say about themselves: kinds, extents, pitches, values, arguments.
CASE(node_parameters) {
  DeviceArray<char> device(4096);
  char *pinned;
  MUST(cudaMallocHost(&pinned, 4096));
  static char pageable[4096];
  cudaStream_t s;
  MUST(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  put<<<1, 1, 0, s>>>(reinterpret_cast<int *>(device.get()), 0);
  MUST(cudaDeviceSynchronize());
  MUST(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  put<<<dim3(2, 3, 4), dim3(5, 6), 128, s>>>(reinterpret_cast<int *>(device.get()), 42);
  MUST(cudaGetLastError());
  MUST(cudaMemcpyAsync(device, pinned, 100, cudaMemcpyHostToDevice, s));
  MUST(cudaMemcpyAsync(pageable, device, 100, cudaMemcpyDeviceToHost, s));
  MUST(cudaMemcpyAsync(device + 512, device, 64, cudaMemcpyDefault, s));
  MUST(cudaMemcpy2DAsync(device, 64, pinned, 32, 16, 8, cudaMemcpyHostToDevice, s));
  cudaMemcpy3DParms box = {};
  box.srcPtr = make_cudaPitchedPtr(pinned, 32, 32, 4);
  box.dstPtr = make_cudaPitchedPtr(device, 64, 64, 8);
  box.extent = make_cudaExtent(16, 4, 2);
  box.kind = cudaMemcpyHostToDevice;
  MUST(cudaMemcpy3DAsync(&box, s));
  MUST(cudaMemcpyToSymbolAsync(variable, pinned, 8, 4, cudaMemcpyHostToDevice, s));
  MUST(cudaMemcpyFromSymbolAsync(pinned, variable, 8, 4, cudaMemcpyDeviceToHost, s));
  MUST(cudaMemsetAsync(device, 0x7f, 100, s));
  MUST(cudaMemset2DAsync(device, 64, 0x11, 16, 8, s));
  MUST(cudaMemset3DAsync(make_cudaPitchedPtr(device, 64, 64, 4), 0x22, make_cudaExtent(16, 4, 2), s));
  MUST(cudaLaunchHostFunc(s, function, device.get()));
  void *ordered;
  MUST(cudaMallocAsync(&ordered, 100, s));
  MUST(cudaFreeAsync(ordered, s));
  cudaGraph_t graph;
  SHOW(cudaStreamEndCapture(s, &graph));
  std::size_t count = 64;
  cudaGraphNode_t nodes[64];
  MUST(cudaGraphGetNodes(graph, nodes, &count));
  show_value("nodes", static_cast<long long>(count));
  for (std::size_t i = 0; i < count; ++i) {
    cudaGraphNodeType type;
    MUST(cudaGraphNodeGetType(nodes[i], &type));
    std::size_t dependencies = 9;
    MUST(cudaGraphNodeGetDependencies(nodes[i], nullptr, nullptr, &dependencies));
    std::printf("type %d, dependencies %d: ", type, int(dependencies));
    if (type == cudaGraphNodeTypeKernel) {
      cudaKernelNodeParams p = {};
      MUST(cudaGraphKernelNodeGetParams(nodes[i], &p));
      std::printf("grid %d %d %d, block %d %d %d, shared %d, function %s, value %d", p.gridDim.x, p.gridDim.y,
                  p.gridDim.z, p.blockDim.x, p.blockDim.y, p.blockDim.z, p.sharedMemBytes,
                  p.func == reinterpret_cast<void *>(put) ? "put" : "another", *static_cast<int *>(p.kernelParams[1]));
    } else if (type == cudaGraphNodeTypeMemcpy) {
      cudaMemcpy3DParms p = {};
      cudaError_t e = cudaGraphMemcpyNodeGetParams(nodes[i], &p);
      std::printf("%s, kind %d, extent %d %d %d, from %s %d %d %d, to %s %d %d %d", name_of(e), p.kind,
                  int(p.extent.width), int(p.extent.height), int(p.extent.depth),
                  place(p.srcPtr.ptr, device, pinned, pageable), int(p.srcPtr.pitch), int(p.srcPtr.xsize),
                  int(p.srcPtr.ysize), place(p.dstPtr.ptr, device, pinned, pageable), int(p.dstPtr.pitch),
                  int(p.dstPtr.xsize), int(p.dstPtr.ysize));
    } else if (type == cudaGraphNodeTypeMemset) {
      cudaMemsetParams p = {};
      MUST(cudaGraphMemsetNodeGetParams(nodes[i], &p));
      std::printf("value %x, element %d, width %d, height %d, pitch %d", p.value, p.elementSize, int(p.width),
                  int(p.height), int(p.pitch));
    } else if (type == cudaGraphNodeTypeHost) {
      cudaHostNodeParams p = {};
      MUST(cudaGraphHostNodeGetParams(nodes[i], &p));
      std::printf("function %s, data %s", p.fn == function ? "yes" : "no",
                  place(p.userData, device, pinned, pageable));
    } else if (type == cudaGraphNodeTypeMemAlloc) {
      cudaMemAllocNodeParams p = {};
      MUST(cudaGraphMemAllocNodeGetParams(nodes[i], &p));
      std::printf("bytes %d, pointer %s, type %d, location %d %d, accesses %d", int(p.bytesize),
                  p.dptr == ordered ? "as returned" : "another", p.poolProps.allocType, p.poolProps.location.type,
                  p.poolProps.location.id, int(p.accessDescCount));
    } else if (type == cudaGraphNodeTypeMemFree) {
      void *p = nullptr;
      MUST(cudaGraphMemFreeNodeGetParams(nodes[i], &p));
      std::printf("pointer %s", p == ordered ? "as returned" : "another");
    }
    std::printf("\n");
    std::fflush(stdout);
  }
}
}  // namespace node_parameters_

__global__ void kernel() {}

static void show_attributes(const char *what, cudaGraphNode_t node) {
  cudaKernelNodeAttrValue value;
  std::printf("%s:", what);
  std::memset(&value, 0, sizeof value);
  cudaError_t e = cudaGraphKernelNodeGetAttribute(node, cudaLaunchAttributePriority, &value);
  std::printf(" priority %s %d", name_of(e), value.priority);
  std::memset(&value, 0, sizeof value);
  e = cudaGraphKernelNodeGetAttribute(node, cudaLaunchAttributeCooperative, &value);
  std::printf(", cooperative %s %d", name_of(e), value.cooperative);
  std::memset(&value, 0, sizeof value);
  e = cudaGraphKernelNodeGetAttribute(node, cudaLaunchAttributeAccessPolicyWindow, &value);
  std::printf(", window %s %d", name_of(e), int(value.accessPolicyWindow.num_bytes));
  std::memset(&value, 0, sizeof value);
  e = cudaGraphKernelNodeGetAttribute(node, cudaLaunchAttributeMemSyncDomain, &value);
  std::printf(", domain %s %d\n", name_of(e), value.memSyncDomain);
  std::fflush(stdout);
}

// Launch attributes and stream attributes in captured kernel nodes.
CASE(kernel_attributes) {
  DeviceArray<char> data(4096);
  cudaStream_t s, urgent;
  int least, greatest;
  MUST(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  MUST(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  MUST(cudaStreamCreateWithPriority(&urgent, cudaStreamNonBlocking, greatest));
  kernel<<<1, 1, 0, s>>>();
  MUST(cudaStreamSynchronize(s));
  cudaEvent_t fork_event, join_event;
  MUST(cudaEventCreate(&fork_event));
  MUST(cudaEventCreate(&join_event));
  cudaGraph_t graph;
  cudaGraphNode_t nodes[8];
  std::size_t count = 8;

  MUST(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
  kernel<<<1, 1, 0, s>>>();
  MUST(cudaEventRecord(fork_event, s));
  MUST(cudaStreamWaitEvent(urgent, fork_event, 0));
  kernel<<<1, 1, 0, urgent>>>();
  MUST(cudaEventRecord(join_event, urgent));
  MUST(cudaStreamWaitEvent(s, join_event, 0));
  cudaStreamAttrValue attribute = {};
  attribute.accessPolicyWindow.base_ptr = data.get();
  attribute.accessPolicyWindow.num_bytes = 1024;
  attribute.accessPolicyWindow.hitRatio = 1;
  SHOW(cudaStreamSetAttribute(s, cudaStreamAttributeAccessPolicyWindow, &attribute));
  attribute = {};
  attribute.priority = -1;
  SHOW(cudaStreamSetAttribute(s, cudaStreamAttributePriority, &attribute));
  kernel<<<1, 1, 0, s>>>();
  cudaLaunchConfig_t config = {};
  config.gridDim = 1;
  config.blockDim = 1;
  config.stream = s;
  cudaLaunchAttribute attributes[2] = {};
  attributes[0].id = cudaLaunchAttributePriority;
  attributes[0].val.priority = -2;
  attributes[1].id = cudaLaunchAttributeMemSyncDomain;
  attributes[1].val.memSyncDomain = cudaLaunchMemSyncDomainRemote;
  config.attrs = attributes;
  config.numAttrs = 2;
  SHOW(cudaLaunchKernelExC(&config, reinterpret_cast<const void *>(kernel), nullptr));
  attributes[0].val.priority = -1000;
  config.numAttrs = 1;
  SHOW(cudaLaunchKernelExC(&config, reinterpret_cast<const void *>(kernel), nullptr));
  SHOW(cudaStreamEndCapture(s, &graph));
  if (graph == nullptr) return;
  MUST(cudaGraphGetNodes(graph, nodes, &count));
  const char *names[] = {"plain", "from the urgent stream", "after setting the stream's attributes", "from the launch",
                         "priority out of range"};
  for (std::size_t i = 0; i < count && i < 5; ++i) show_attributes(names[i], nodes[i]);
  cudaGraphExec_t exec;
  SHOW(cudaGraphInstantiate(&exec, graph, cudaGraphInstantiateFlagUseNodePriority));
  SHOW(cudaGraphLaunch(exec, s));
  SHOW(cudaStreamSynchronize(s));
}

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


// A captured launch that may begin before the one before it has ended: which edge it gets, after what.
CASE(programmatic_launch) {
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
