// SPDX-License-Identifier: Apache-2.0
// Changes of an executable graph, node by node.
#include "../cases.h"
#include "nodes.h"
#include "../gate.h"

// Changing nodes of an executable graph: arguments, kinds, sizes; switching nodes off. Hardware crashes when
// parameters are null.
CASE(exec_set_params) {
  DeviceArray<int> a(64), b(64);
  int *pinned;
  MUST(cudaHostAlloc(&pinned, 256, 0));
  int calls = 0;
  auto graph = new_graph(), other = new_graph();
  auto kernel = kernel_node(graph, a, 1), foreign = kernel_node(other, a, 1);
  auto host = host_node(graph, count_call, &calls);
  auto empty = empty_node(graph);
  cudaGraphNode_t copy, boxed, fill;
  MUST(cudaGraphAddMemcpyNode1D(&copy, graph, nullptr, 0, b, a, 16, cudaMemcpyDeviceToDevice));
  cudaMemcpy3DParms box = {};
  box.srcPtr = make_cudaPitchedPtr(a.get() + 16, 32, 32, 4);
  box.dstPtr = make_cudaPitchedPtr(b.get() + 16, 32, 32, 4);
  box.extent = make_cudaExtent(8, 2, 1);
  box.kind = cudaMemcpyDeviceToDevice;
  MUST(cudaGraphAddMemcpyNode(&boxed, graph, nullptr, 0, &box));
  auto set = memset_params(a + 60, 3, 2);
  MUST(cudaGraphAddMemsetNode(&fill, graph, nullptr, 0, &set));
  auto exec = instantiate(graph);
  std::printf("kernel\n");
  KernelParams params(a, 10), other_function(a, 10, (void *)add_other);
  SHOW(cudaGraphExecKernelNodeSetParams(nullptr, kernel, params));
  SHOW(cudaGraphExecKernelNodeSetParams(exec, nullptr, params));
  SHOW(cudaGraphExecKernelNodeSetParams(exec, foreign, params));
  SHOW(cudaGraphExecKernelNodeSetParams(exec, copy, params));
  SHOW(cudaGraphExecKernelNodeSetParams(exec, kernel, other_function));
  params.params.blockDim = 2048;
  SHOW(cudaGraphExecKernelNodeSetParams(exec, kernel, params));
  params.params.blockDim = 1;
  params.params.func = nullptr;
  SHOW(cudaGraphExecKernelNodeSetParams(exec, kernel, params));
  std::printf("copies\n");
  SHOW(cudaGraphExecMemcpyNodeSetParams1D(exec, copy, b, a, 32, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphExecMemcpyNodeSetParams1D(exec, copy, pinned, a, 32, cudaMemcpyDeviceToHost));
  SHOW(cudaGraphExecMemcpyNodeSetParams1D(exec, copy, b, nullptr, 32, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphExecMemcpyNodeSetParams1D(exec, copy, b, a, 0, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphExecMemcpyNodeSetParams1D(exec, kernel, b, a, 32, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphExecMemcpyNodeSetParams1D(exec, boxed, b, a, 32, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphExecMemcpyNodeSetParams(exec, copy, &box));
  SHOW(cudaGraphExecMemcpyNodeSetParams(exec, boxed, &box));
  box.extent.width = 16;
  SHOW(cudaGraphExecMemcpyNodeSetParams(exec, boxed, &box));
  box.extent.height = 1;
  SHOW(cudaGraphExecMemcpyNodeSetParams(exec, boxed, &box));
  std::printf("fills\n");
  set.value = 4;
  SHOW(cudaGraphExecMemsetNodeSetParams(exec, fill, &set));
  set.width = 4;
  SHOW(cudaGraphExecMemsetNodeSetParams(exec, fill, &set));
  set.elementSize = 1;
  SHOW(cudaGraphExecMemsetNodeSetParams(exec, fill, &set));
  set.elementSize = 4;
  set.dst = b + 40;
  SHOW(cudaGraphExecMemsetNodeSetParams(exec, fill, &set));
  set.dst = nullptr;
  SHOW(cudaGraphExecMemsetNodeSetParams(exec, fill, &set));
  SHOW(cudaGraphExecMemsetNodeSetParams(exec, host, &set));
  auto rows = memset_params(b + 48, 1, 2);
  rows.height = 2;
  rows.pitch = 16;
  SHOW(cudaGraphExecMemsetNodeSetParams(exec, fill, &rows));
  std::printf("host functions\n");
  cudaHostNodeParams call = {do_nothing, nullptr};
  SHOW(cudaGraphExecHostNodeSetParams(exec, host, &call));
  SHOW(cudaGraphExecHostNodeSetParams(exec, kernel, &call));
  call.fn = nullptr;
  SHOW(cudaGraphExecHostNodeSetParams(exec, host, &call));
  std::printf("generic\n");
  cudaGraphNodeParams generic = {};
  generic.type = cudaGraphNodeTypeHost;
  generic.host = {count_call, &calls};
  SHOW(cudaGraphExecNodeSetParams(exec, host, &generic));
  SHOW(cudaGraphExecNodeSetParams(exec, kernel, &generic));
  SHOW(cudaGraphExecNodeSetParams(nullptr, host, &generic));
  generic = {};
  generic.type = cudaGraphNodeTypeEmpty;
  SHOW(cudaGraphExecNodeSetParams(exec, empty, &generic));
  run_once(exec);
  show_row("kernel wrote, calls", {a.read()[0], calls});
  std::printf("enabled\n");
  unsigned enabled = 7;
  SHOW(cudaGraphNodeGetEnabled(exec, kernel, nullptr));
  SHOW(cudaGraphNodeGetEnabled(exec, host, &enabled));
  SHOW(cudaGraphNodeGetEnabled(exec, empty, &enabled));
  SHOW(cudaGraphNodeGetEnabled(exec, foreign, &enabled));
  SHOW(cudaGraphNodeGetEnabled(nullptr, kernel, &enabled));
  SHOW(cudaGraphNodeSetEnabled(exec, kernel, 5));
  SHOW(cudaGraphNodeGetEnabled(exec, kernel, &enabled));
  show_value("enabled", enabled);
  SHOW(cudaGraphNodeSetEnabled(exec, fill, 0));
  SHOW(cudaGraphNodeSetEnabled(exec, copy, 0));
  SHOW(cudaGraphNodeSetEnabled(exec, empty, 0));
  SHOW(cudaGraphNodeSetEnabled(exec, nullptr, 0));
  SHOW(cudaGraphNodeSetEnabled(exec, kernel, 0));
  SHOW(cudaGraphExecKernelNodeSetParams(exec, kernel, other_function));
  SHOW(cudaGraphNodeGetEnabled(exec, kernel, &enabled));
  show_value("enabled after new parameters", enabled);
  run_once(exec);
  show_row("kernel wrote, calls", {a.read()[0], calls});
  SHOW(cudaGraphExecUpdate(exec, graph, nullptr));
  SHOW(cudaGraphNodeGetEnabled(exec, kernel, &enabled));
  show_value("enabled after an update", enabled);
  SHOW(cudaGraphDestroyNode(kernel));
  SHOW(cudaGraphExecKernelNodeSetParams(exec, kernel, other_function));
}

// What a copy of an executable graph may become: kinds of memory and declared directions, each with each. A row is a copy
// as it was instantiated; its columns are what it is changed to, 1 where that is refused. Places: d device, p pinned,
// m managed, h pageable; destination first. Directions: as cudaMemcpyKind's numbers.
CASE(exec_copy_kinds) {
  char *device, *pinned, *managed;
  static char pageable[64];
  MUST(cudaMalloc(&device, 64));
  MUST(cudaHostAlloc(&pinned, 64, 0));
  MUST(cudaMallocManaged(&managed, 64));
  char *const places[] = {device, pinned, managed, pageable};
  const char names[] = "dpmh";
  for (int to = 0; to < 4; ++to)
    for (int from = 0; from < 4; ++from)
      for (int kind = 0; kind < 5; ++kind) {
        auto graph = new_graph();
        cudaGraphNode_t node;
        const cudaError_t added = cudaGraphAddMemcpyNode1D(&node, graph, nullptr, 0, places[to], places[from] + 32, 16,
                                                           cudaMemcpyKind(kind));
        std::printf("%c%c%d:", names[to], names[from], kind);
        if (added != cudaSuccess) {
          std::printf(" %s\n", name_of(added));
          continue;
        }
        for (int next_to = 0; next_to < 4; ++next_to)
          for (int next_from = 0; next_from < 4; ++next_from) {
            std::printf(" %c%c", names[next_to], names[next_from]);
            for (int next = 0; next < 5; ++next) {
              auto exec = instantiate(graph);
              const cudaError_t changed = cudaGraphExecMemcpyNodeSetParams1D(
                  exec, node, places[next_to], places[next_from] + 32, 16, cudaMemcpyKind(next));
              std::printf("%d", changed);
              MUST(cudaGraphExecDestroy(exec));
            }
          }
        std::printf("\n");
        MUST(cudaGraphDestroy(graph));
      }
}

__global__ void add(int *p, int n) { atomicAdd(p, n); }
__global__ void sub(int *p, int n) { atomicSub(p, n); }
void function(void *) {}

cudaKernelNodeParams describe(void *func, void **args) {
  cudaKernelNodeParams params = {};
  params.func = func;
  params.gridDim = 1;
  params.blockDim = 1;
  params.kernelParams = args;
  return params;
}

// Changing instantiated graphs: node by node, as a whole, switching nodes off; pending launches keep what they had.
CASE(update) {
  prepare_gates();
  DeviceArray<int> words(2);
  int *p = words, *q = words + 1, one = 1, ten = 10;
  void *args[] = {&p, &one}, *other_args[] = {&q, &ten};
  add<<<1, 1>>>(words, 0);
  sub<<<1, 1>>>(words, 0);
  MUST(cudaDeviceSynchronize());
  cudaStream_t s;
  MUST(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  cudaGraph_t graph;
  MUST(cudaGraphCreate(&graph, 0));
  cudaGraphNode_t node, host_node, fill_node;
  auto params = describe((void *)add, args);
  MUST(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &params));
  cudaHostNodeParams host = {function, nullptr};
  MUST(cudaGraphAddHostNode(&host_node, graph, &node, 1, &host));
  cudaGraphExec_t exec;
  MUST(cudaGraphInstantiate(&exec, graph, 0));
  {
    Gate gate(s);
    MUST(cudaGraphLaunch(exec, s));
    params = describe((void *)add, other_args);
    SHOW(cudaGraphExecKernelNodeSetParams(exec, node, &params));
    MUST(cudaGraphLaunch(exec, s));
  }
  MUST(cudaStreamSynchronize(s));
  show_row("words", words.read());
  params = describe((void *)sub, other_args);
  SHOW(cudaGraphExecKernelNodeSetParams(exec, node, &params));
  MUST(cudaGraphLaunch(exec, s));
  MUST(cudaStreamSynchronize(s));
  show_row("words", words.read());
  unsigned enabled = 77;
  SHOW(cudaGraphNodeGetEnabled(exec, node, &enabled));
  show_value("enabled", enabled);
  SHOW(cudaGraphNodeSetEnabled(exec, node, 0));
  SHOW(cudaGraphNodeSetEnabled(exec, host_node, 0));
  MUST(cudaGraphLaunch(exec, s));
  MUST(cudaStreamSynchronize(s));
  show_row("words", words.read());
  SHOW(cudaGraphNodeSetEnabled(exec, node, 1));

  cudaGraphExecUpdateResultInfo info = {};
  int hundred = 100;
  void *new_args[] = {&p, &hundred};
  params = describe((void *)add, new_args);
  SHOW(cudaGraphKernelNodeSetParams(node, &params));
  SHOW(cudaGraphExecUpdate(exec, graph, &info));
  show_value("result", info.result);
  MUST(cudaGraphLaunch(exec, s));
  MUST(cudaStreamSynchronize(s));
  show_row("words", words.read());
  cudaMemsetParams fill = {};
  fill.dst = p;
  fill.elementSize = 4;
  fill.width = 1;
  fill.height = 1;
  MUST(cudaGraphAddMemsetNode(&fill_node, graph, &host_node, 1, &fill));
  SHOW(cudaGraphExecUpdate(exec, graph, &info));
  show_value("result", info.result);
  show_last_error("after the update");
  cudaGraph_t different;
  MUST(cudaGraphCreate(&different, 0));
  cudaGraphNode_t d1, d2;
  MUST(cudaGraphAddMemsetNode(&d1, different, nullptr, 0, &fill));
  MUST(cudaGraphAddHostNode(&d2, different, &d1, 1, &host));
  SHOW(cudaGraphExecUpdate(exec, different, &info));
  show_value("result", info.result);
  show_truth("node named", info.errorNode != nullptr);
  SHOW(cudaGraphExecKernelNodeSetParams(exec, d1, &params));
  SHOW(cudaGraphExecKernelNodeSetParams(exec, host_node, &params));
  MUST(cudaGraphLaunch(exec, s));
  MUST(cudaStreamSynchronize(s));
  show_row("words", words.read());
}
