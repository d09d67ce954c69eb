// SPDX-License-Identifier: Apache-2.0
// New parameters for a node of any kind of an executable graph.
#include "../../cases.h"
#include "../../graphs/nodes.h"
#include "../../graphs/copy_changes.h"

// cudaGraphExecNodeSetParams: parameters of each kind of node; kinds that do not match, reserved fields. (Null
// parameters make hardware crash.)
CASE(graph_exec_node_set_params) {
  DeviceArray<int> words(8);
  int first = 0, second = 0;
  auto graph = new_graph(), inner = new_graph(), other_inner = new_graph(), other = new_graph(), clear = new_graph();
  cudaEvent_t event, other_event;
  MUST(cudaEventCreate(&event));
  MUST(cudaEventCreate(&other_event));
  kernel_node(inner, words + 3, 1);
  kernel_node(other_inner, words + 3, 20);
  auto kernel = kernel_node(graph, words, 1), foreign = kernel_node(other, words, 1);
  auto host = host_node(graph, count_call, &first), empty = empty_node(graph);
  cudaGraphNode_t fill, copy, child, record, wait;
  auto five = memset_params(words + 1, 5, 1);
  MUST(cudaGraphAddMemsetNode(&fill, graph, nullptr, 0, &five));
  MUST(cudaGraphAddMemcpyNode1D(&copy, graph, nullptr, 0, words + 2, words + 6, 4, cudaMemcpyDeviceToDevice));
  MUST(cudaGraphAddChildGraphNode(&child, graph, nullptr, 0, inner));
  MUST(cudaGraphAddEventRecordNode(&record, graph, nullptr, 0, event));
  MUST(cudaGraphAddEventWaitNode(&wait, graph, nullptr, 0, event));
  auto exec = instantiate(graph);
  auto run_and_show = [&] {
    MUST(cudaMemcpy(words, std::vector<int>{0, 0, 0, 0, 0, 0, 66, 77}.data(), 32, cudaMemcpyHostToDevice));
    run_once(exec);
    auto row = words.read();
    row.push_back(first);
    row.push_back(second);
    show_row("words, calls", row);
  };
  run_and_show();

  KernelParams ten(words, 10);
  cudaGraphNodeParams generic[9] = {};
  generic[0].type = cudaGraphNodeTypeKernel;
  generic[0].kernel.func = (void *)add_number;
  generic[0].kernel.gridDim = dim3(2);
  generic[0].kernel.blockDim = dim3(1);
  generic[0].kernel.kernelParams = ten.args;
  generic[1].type = cudaGraphNodeTypeMemcpy;
  generic[1].memcpy.copyParams.srcPtr = make_cudaPitchedPtr(words + 7, 4, 4, 1);
  generic[1].memcpy.copyParams.dstPtr = make_cudaPitchedPtr(words + 2, 4, 4, 1);
  generic[1].memcpy.copyParams.extent = make_cudaExtent(4, 1, 1);
  generic[1].memcpy.copyParams.kind = cudaMemcpyDeviceToDevice;
  generic[2].type = cudaGraphNodeTypeMemset;
  generic[2].memset.dst = words + 1;
  generic[2].memset.value = 6;
  generic[2].memset.elementSize = 4;
  generic[2].memset.width = 1;
  generic[2].memset.height = 1;
  generic[3].type = cudaGraphNodeTypeHost;
  generic[3].host.fn = count_call;
  generic[3].host.userData = &second;
  generic[4].type = cudaGraphNodeTypeGraph;
  generic[4].graph.graph = other_inner;
  generic[5].type = cudaGraphNodeTypeEmpty;
  generic[6].type = cudaGraphNodeTypeEventRecord;
  generic[6].eventRecord.event = other_event;
  generic[7].type = cudaGraphNodeTypeWaitEvent;
  generic[7].eventWait.event = other_event;
  generic[8].type = static_cast<cudaGraphNodeType>(60);
  const cudaGraphNode_t nodes[] = {kernel, copy, fill, host, child, empty, record, wait};
  std::printf("handles\n");
  SHOW(cudaGraphExecNodeSetParams(nullptr, kernel, &generic[0]));
  SHOW(cudaGraphExecNodeSetParams(exec, nullptr, &generic[0]));
  SHOW(cudaGraphExecNodeSetParams(exec, foreign, &generic[0]));
  std::printf("kinds that do not match: node, parameters\n");
  for (int node = 0; node < 8; ++node)
    for (int kind = 0; kind < 9; ++kind) {
      if (node == kind) continue;
      const cudaError_t error = cudaGraphExecNodeSetParams(exec, nodes[node], &generic[kind]);
      std::printf("%d %d: %s\n", node, kind, name_of(error));
    }
  std::printf("reserved fields\n");
  auto marked_exec = instantiate(graph);
  for (int node = 0; node < 8; ++node) {
    auto marked = generic[node];
    marked.reserved0[2] = 1;
    const cudaError_t one = cudaGraphExecNodeSetParams(marked_exec, nodes[node], &marked);
    marked = generic[node];
    marked.reserved2 = 1;
    const cudaError_t other_one = cudaGraphExecNodeSetParams(marked_exec, nodes[node], &marked);
    std::printf("%d: %s, %s\n", node, name_of(one), name_of(other_one));
  }
  std::printf("bad parameters\n");
  auto bad = generic[0];
  bad.kernel.blockDim = dim3(2048);
  SHOW(cudaGraphExecNodeSetParams(exec, kernel, &bad));
  bad = generic[0];
  bad.kernel.func = nullptr;
  SHOW(cudaGraphExecNodeSetParams(exec, kernel, &bad));
  bad = generic[1];
  bad.memcpy.flags = 1;
  SHOW(cudaGraphExecNodeSetParams(exec, copy, &bad));
  bad = generic[1];
  bad.memcpy.copyParams.extent.width = 0;
  SHOW(cudaGraphExecNodeSetParams(exec, copy, &bad));
  bad = generic[2];
  bad.memset.elementSize = 3;
  SHOW(cudaGraphExecNodeSetParams(exec, fill, &bad));
  bad = generic[3];
  bad.host.fn = nullptr;
  SHOW(cudaGraphExecNodeSetParams(exec, host, &bad));
  bad = generic[4];
  bad.graph.graph = nullptr;
  SHOW(cudaGraphExecNodeSetParams(exec, child, &bad));
  bad.graph.graph = clear;
  SHOW(cudaGraphExecNodeSetParams(exec, child, &bad));
  bad = generic[6];
  bad.eventRecord.event = nullptr;
  SHOW(cudaGraphExecNodeSetParams(exec, record, &bad));
  bad = generic[7];
  bad.eventWait.event = nullptr;
  SHOW(cudaGraphExecNodeSetParams(exec, wait, &bad));
  run_and_show();
  std::printf("good ones\n");
  for (int node = 0; node < 8; ++node) {
    SHOW(cudaGraphExecNodeSetParams(exec, nodes[node], &generic[node]));
    run_and_show();
  }
  SHOW(cudaEventQuery(other_event));
  cudaKernelNodeParams got;
  MUST(cudaGraphKernelNodeGetParams(kernel, &got));
  show_value("the graph keeps its own", *static_cast<int *>(got.kernelParams[1]));

  std::printf("nodes that cannot change\n");
  auto with_memory = new_graph();
  auto memory = alloc_params(1024);
  cudaGraphNode_t alloc, freed;
  MUST(cudaGraphAddMemAllocNode(&alloc, with_memory, nullptr, 0, &memory));
  MUST(cudaGraphAddMemFreeNode(&freed, with_memory, &alloc, 1, memory.dptr));
  exec = instantiate(with_memory);
  cudaGraphNodeParams params = {};
  params.type = cudaGraphNodeTypeMemAlloc;
  params.alloc.poolProps = memory.poolProps;
  params.alloc.bytesize = 1024;
  SHOW(cudaGraphExecNodeSetParams(exec, alloc, &params));
  params = {};
  params.type = cudaGraphNodeTypeMemFree;
  params.free.dptr = memory.dptr;
  SHOW(cudaGraphExecNodeSetParams(exec, freed, &params));
}

// cudaGraphExecNodeSetParams: where it answers a change of a copy as cudaGraphExecMemcpyNodeSetParams does not.
CASE(graph_exec_node_set_params_copies) {
  CopyPlaces places;
  auto how = [](cudaGraphExec_t exec, cudaGraphNode_t node, const CopyParams &changed) {
    cudaGraphNodeParams params = {};
    params.type = cudaGraphNodeTypeMemcpy;
    params.memcpy.copyParams = changed;
    return cudaGraphExecNodeSetParams(exec, node, &params);
  };
  show_other_answers(memory_copies(places), memory_changes(places), how);
  show_other_answers(array_copies(places), array_changes(places), how);
}
