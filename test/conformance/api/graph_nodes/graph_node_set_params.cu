// SPDX-License-Identifier: Apache-2.0
// cudaGraphNodeSetParams: what is refused and changes nothing; a node of each kind that has parameters.
#include "../../graphs/nodes.h"

static cudaGraphNodeParams of_kind(cudaGraphNodeType type) {
  cudaGraphNodeParams params = {};
  params.type = type;
  return params;
}

CASES() {
  DeviceArray<int> words(8);
  int calls[2] = {};
  auto graph = new_graph();
  KernelParams five(words, 5);
  auto kernel = of_kind(cudaGraphNodeTypeKernel);
  kernel.kernel.func = (void *)add_other;
  kernel.kernel.gridDim = 2;
  kernel.kernel.blockDim = 3;
  kernel.kernel.kernelParams = five.args;
  auto copy = of_kind(cudaGraphNodeTypeMemcpy);
  copy.memcpy.copyParams.srcPtr = make_cudaPitchedPtr(words + 6, 8, 2, 1);
  copy.memcpy.copyParams.dstPtr = make_cudaPitchedPtr(words + 1, 8, 2, 1);
  copy.memcpy.copyParams.extent = make_cudaExtent(8, 1, 1);
  copy.memcpy.copyParams.kind = cudaMemcpyDeviceToDevice;
  auto fill = of_kind(cudaGraphNodeTypeMemset);
  fill.memset.dst = words + 3;
  fill.memset.value = 9;
  fill.memset.elementSize = 4;
  fill.memset.width = 3;
  fill.memset.height = 1;
  auto host = of_kind(cudaGraphNodeTypeHost);
  host.host.fn = count_call;
  host.host.userData = calls + 1;
  cudaEvent_t first, second, got;
  MUST(cudaEventCreate(&first));
  MUST(cudaEventCreate(&second));
  auto record = of_kind(cudaGraphNodeTypeEventRecord), wait = of_kind(cudaGraphNodeTypeWaitEvent);
  record.eventRecord.event = second;
  wait.eventWait.event = second;
  auto kernel_added = kernel_node(graph, words, 1), host_added = host_node(graph, count_call, calls);
  cudaGraphNode_t copy_added, fill_added, record_added, wait_added;
  MUST(cudaGraphAddMemcpyNode1D(&copy_added, graph, nullptr, 0, words + 1, words + 2, 4, cudaMemcpyDeviceToDevice));
  auto little = memset_params(words + 3, 1, 1);
  MUST(cudaGraphAddMemsetNode(&fill_added, graph, nullptr, 0, &little));
  MUST(cudaGraphAddEventRecordNode(&record_added, graph, nullptr, 0, first));
  MUST(cudaGraphAddEventWaitNode(&wait_added, graph, nullptr, 0, first));
  SHOW(cudaGraphNodeSetParams(nullptr, &kernel));
  SHOW(cudaGraphNodeSetParams(kernel_added, nullptr));
  std::printf("parameters of another kind\n");
  SHOW(cudaGraphNodeSetParams(kernel_added, &copy));
  SHOW(cudaGraphNodeSetParams(copy_added, &fill));
  SHOW(cudaGraphNodeSetParams(fill_added, &host));
  SHOW(cudaGraphNodeSetParams(host_added, &kernel));
  SHOW(cudaGraphNodeSetParams(record_added, &wait));
  SHOW(cudaGraphNodeSetParams(wait_added, &record));
  SHOW(cudaGraphNodeSetParams(empty_node(graph), &kernel));
  std::printf("parameters that no node may have\n");
  auto refuse = [](const char *what, cudaGraphNode_t node, cudaGraphNodeParams params) {
    show(what, cudaGraphNodeSetParams(node, &params));
  };
  refuse("kernel", kernel_added, of_kind(cudaGraphNodeTypeKernel));
  refuse("copy", copy_added, of_kind(cudaGraphNodeTypeMemcpy));
  refuse("fill", fill_added, of_kind(cudaGraphNodeTypeMemset));
  refuse("host function", host_added, of_kind(cudaGraphNodeTypeHost));
  refuse("event record", record_added, of_kind(cudaGraphNodeTypeEventRecord));
  refuse("event wait", wait_added, of_kind(cudaGraphNodeTypeWaitEvent));
  refuse("unknown kind", kernel_added, of_kind(static_cast<cudaGraphNodeType>(99)));
  auto reserved = host;
  reserved.reserved0[1] = 1;
  refuse("something reserved", host_added, reserved);
  reserved = host;
  reserved.reserved2 = 1;
  refuse("something reserved", host_added, reserved);
  run_once(instantiate(graph));
  show_row("words as before", words.read());
  show_row("calls", {calls[0], calls[1]});
  std::printf("each kind\n");
  SHOW(cudaGraphNodeSetParams(kernel_added, &kernel));
  SHOW(cudaGraphNodeSetParams(copy_added, &copy));
  SHOW(cudaGraphNodeSetParams(fill_added, &fill));
  SHOW(cudaGraphNodeSetParams(host_added, &host));
  SHOW(cudaGraphNodeSetParams(record_added, &record));
  SHOW(cudaGraphNodeSetParams(wait_added, &wait));
  MUST(cudaMemset(words + 6, 1, 8));
  run_once(instantiate(graph));
  show_row("words", words.read());
  show_row("calls", {calls[0], calls[1]});
  MUST(cudaGraphEventRecordNodeGetEvent(record_added, &got));
  show_truth("event to record", got == second);
  MUST(cudaGraphEventWaitNodeGetEvent(wait_added, &got));
  show_truth("event to wait for", got == second);
  std::printf("nodes that allocate and free\n");
  auto alloc = of_kind(cudaGraphNodeTypeMemAlloc), freed = of_kind(cudaGraphNodeTypeMemFree);
  alloc.alloc.poolProps.allocType = cudaMemAllocationTypePinned;
  alloc.alloc.poolProps.location.type = cudaMemLocationTypeDevice;
  alloc.alloc.bytesize = 64;
  auto memory = new_graph();
  cudaGraphNode_t alloc_added, free_added;
  MUST(cudaGraphAddNode(&alloc_added, memory, nullptr, nullptr, 0, &alloc));
  freed.free.dptr = alloc.alloc.dptr;
  MUST(cudaGraphAddNode(&free_added, memory, &alloc_added, nullptr, 1, &freed));
  SHOW(cudaGraphNodeSetParams(alloc_added, &freed));
  SHOW(cudaGraphNodeSetParams(alloc_added, &host));
  SHOW(cudaGraphNodeSetParams(host_added, &freed));
  SHOW(cudaGraphNodeSetParams(alloc_added, &alloc));
  SHOW(cudaGraphNodeSetParams(free_added, &freed));
}
