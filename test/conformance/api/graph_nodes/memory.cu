// SPDX-License-Identifier: Apache-2.0
// Nodes that allocate and free.
#include "../../cases.h"
#include "../../api/graph_nodes/adding.h"
#include "../../graphs/nodes.h"

// cudaGraphAddMemAllocNode: descriptions that are refused; the address is known at once, the memory lives from launch to
// launch; what such a graph refuses.
CASE(graph_add_mem_alloc_node) {
  DeviceArray<int> out(1);
  cudaMemAllocNodeParams good = {};
  good.poolProps.allocType = cudaMemAllocationTypePinned;
  good.poolProps.location.type = cudaMemLocationTypeDevice;
  good.bytesize = 4096;
  show_adding([&](cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *after, std::size_t count) {
    auto params = good;
    return cudaGraphAddMemAllocNode(node, graph, after, count, &params);
  });
  auto graph = new_graph();
  cudaGraphNode_t alloc, again, node;
  SHOW(cudaGraphAddMemAllocNode(&alloc, graph, nullptr, 0, nullptr));
  auto refuse = [&](const char *what, auto change) {
    auto params = good;
    change(params);
    show(what, cudaGraphAddMemAllocNode(&alloc, graph, nullptr, 0, &params));
    show_truth("no address", params.dptr == nullptr);
  };
  cudaMemAccessDesc access = {};
  access.location.type = cudaMemLocationTypeDevice;
  access.flags = cudaMemAccessFlagsProtReadWrite;
  refuse("no bytes", [](auto &params) { params.bytesize = 0; });
  refuse("more than any device has", [](auto &params) { params.bytesize = std::size_t{1} << 60; });
  refuse("no type", [](auto &params) { params.poolProps.allocType = cudaMemAllocationTypeInvalid; });
  refuse("no kind of place", [](auto &params) { params.poolProps.location.type = cudaMemLocationTypeInvalid; });
  refuse("no such device", [](auto &params) { params.poolProps.location.id = 99; });
  refuse("device -1", [](auto &params) { params.poolProps.location.id = -1; });
  refuse("to be shared", [](auto &params) { params.poolProps.handleTypes = cudaMemHandleTypePosixFileDescriptor; });
  auto refuse_access = [&](const char *what, auto change) {
    auto bad = access;
    change(bad);
    refuse(what, [&](auto &params) {
      params.accessDescs = &bad;
      params.accessDescCount = 1;
    });
  };
  refuse_access("access for no such device", [](auto &bad) { bad.location.id = 99; });
  refuse_access("access for device -1", [](auto &bad) { bad.location.id = -1; });
  refuse_access("access for no place", [](auto &bad) { bad.location.type = cudaMemLocationTypeInvalid; });
  refuse_access("access for the host", [](auto &bad) { bad.location.type = cudaMemLocationTypeHost; });
  refuse_access("no access", [](auto &bad) { bad.flags = cudaMemAccessFlagsProtNone; });
  refuse_access("access to read", [](auto &bad) { bad.flags = cudaMemAccessFlagsProtRead; });
  refuse_access("unknown access", [](auto &bad) { bad.flags = static_cast<cudaMemAccessFlags>(2); });
  show_value("nodes", node_count(graph));
  std::printf("allocations\n");
  graph = new_graph();
  auto params = good, second = good;
  params.accessDescs = &access;
  params.accessDescCount = 1;
  SHOW(cudaGraphAddMemAllocNode(&alloc, graph, nullptr, 0, &params));
  SHOW(cudaGraphAddMemAllocNode(&again, graph, nullptr, 0, &second));
  show_truth("two addresses", params.dptr != nullptr && second.dptr != nullptr && params.dptr != second.dptr);
  show_truth("aligned to 256", reinterpret_cast<std::uintptr_t>(params.dptr) % 256 == 0);
  int *word = static_cast<int *>(params.dptr) + 1023;
  auto fill = memset_params(word, 40, 1);
  MUST(cudaGraphAddMemsetNode(&node, graph, &alloc, 1, &fill));
  auto work = kernel_node(graph, word, 2, {node});
  cudaGraphNode_t copy, freed;
  MUST(cudaGraphAddMemcpyNode1D(&copy, graph, &work, 1, out, word, 4, cudaMemcpyDeviceToDevice));
  MUST(cudaGraphAddMemFreeNode(&freed, graph, &again, 1, second.dptr));
  auto exec = instantiate(graph);
  run_once(exec);
  show_value("written in the graph", out.read()[0]);
  add_number<<<1, 1>>>(word, 8);
  MUST(cudaMemcpy(out, word, 4, cudaMemcpyDeviceToDevice));
  show_value("after the launch", out.read()[0]);
  SHOW(cudaGraphLaunch(exec, nullptr));
  SHOW(cudaFreeAsync(params.dptr, nullptr));
  SHOW(cudaGraphLaunch(exec, nullptr));
  SHOW(cudaFree(params.dptr));
  std::printf("what such a graph refuses\n");
  cudaGraphExec_t other;
  cudaGraph_t clone;
  SHOW(cudaGraphInstantiate(&other, graph, 0));
  SHOW(cudaGraphClone(&clone, graph));
  SHOW(cudaGraphAddChildGraphNode(&node, new_graph(), nullptr, 0, graph));
  SHOW(cudaGraphDestroyNode(alloc));
  SHOW(cudaGraphDestroyNode(work));
  SHOW(cudaGraphRemoveDependencies(graph, &again, &freed, nullptr, 1));
}

// cudaGraphMemAllocNodeGetParams: nodes and nulls that are refused; what was asked for, and the address.
CASE(graph_mem_alloc_node_get_params) {
  DeviceArray<int> word(1);
  auto graph = new_graph();
  cudaMemAccessDesc access = {};
  access.location.type = cudaMemLocationTypeDevice;
  access.flags = cudaMemAccessFlagsProtReadWrite;
  cudaMemAllocNodeParams params = {}, got = {};
  params.poolProps.allocType = cudaMemAllocationTypePinned;
  params.poolProps.location.type = cudaMemLocationTypeDevice;
  params.bytesize = 1000;
  params.accessDescs = &access;
  params.accessDescCount = 1;
  cudaGraphNode_t node, freed;
  MUST(cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &params));
  MUST(cudaGraphAddMemFreeNode(&freed, graph, &node, 1, params.dptr));
  SHOW(cudaGraphMemAllocNodeGetParams(nullptr, &got));
  SHOW(cudaGraphMemAllocNodeGetParams(node, nullptr));
  SHOW(cudaGraphMemAllocNodeGetParams(freed, &got));
  SHOW(cudaGraphMemAllocNodeGetParams(empty_node(graph), &got));
  SHOW(cudaGraphMemAllocNodeGetParams(kernel_node(graph, word, 1), &got));
  show_truth("untouched", got.dptr == nullptr && got.bytesize == 0);
  SHOW(cudaGraphMemAllocNodeGetParams(node, &got));
  show_truth("address", got.dptr == params.dptr);
  show_value("bytes", static_cast<long long>(got.bytesize));
  show_row("type, handles, place, device", {int(got.poolProps.allocType), int(got.poolProps.handleTypes),
                                            int(got.poolProps.location.type), got.poolProps.location.id});
  show_value("access descriptions", static_cast<long long>(got.accessDescCount));
  if (got.accessDescCount == 1)
    show_row("place, device, flags", {int(got.accessDescs->location.type), got.accessDescs->location.id,
                                      int(got.accessDescs->flags)});
  show_truth("the caller's descriptions", got.accessDescs == &access);
  std::printf("captured\n");
  cudaStream_t stream;
  cudaGraph_t captured;
  void *memory;
  MUST(cudaStreamCreate(&stream));
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  MUST(cudaMallocAsync(&memory, 500, stream));
  MUST(cudaStreamEndCapture(stream, &captured));
  std::size_t count = 1;
  MUST(cudaGraphGetNodes(captured, &node, &count));
  got = {};
  SHOW(cudaGraphMemAllocNodeGetParams(node, &got));
  show_truth("address", got.dptr == memory);
  show_value("bytes", static_cast<long long>(got.bytesize));
  show_row("type, place, device",
           {int(got.poolProps.allocType), int(got.poolProps.location.type), got.poolProps.location.id});
}

static void *allocate(cudaGraph_t graph, cudaGraphNode_t *node) {
  cudaMemAllocNodeParams params = {};
  params.poolProps.allocType = cudaMemAllocationTypePinned;
  params.poolProps.location.type = cudaMemLocationTypeDevice;
  params.bytesize = 256;
  MUST(cudaGraphAddMemAllocNode(node, graph, nullptr, 0, &params));
  return params.dptr;
}

// cudaGraphAddMemFreeNode: addresses that are refused; memory of the same graph, of another graph, captured.
CASE(graph_add_mem_free_node) {
  DeviceArray<int> word(1);
  cudaGraphNode_t alloc, node, freed;
  show_adding([&](cudaGraphNode_t *result, cudaGraph_t graph, const cudaGraphNode_t *after, std::size_t count) {
    return cudaGraphAddMemFreeNode(result, graph, after, count, allocate(new_graph(), &alloc));
  });
  auto graph = new_graph();
  char *memory = static_cast<char *>(allocate(graph, &alloc));
  void *pool_memory, *pinned;
  int variable;
  MUST(cudaMallocAsync(&pool_memory, 256, nullptr));
  MUST(cudaHostAlloc(&pinned, 256, 0));
  SHOW(cudaGraphAddMemFreeNode(&freed, graph, &alloc, 1, nullptr));
  SHOW(cudaGraphAddMemFreeNode(&freed, graph, &alloc, 1, &variable));
  SHOW(cudaGraphAddMemFreeNode(&freed, graph, &alloc, 1, word.get()));
  SHOW(cudaGraphAddMemFreeNode(&freed, graph, &alloc, 1, pinned));
  SHOW(cudaGraphAddMemFreeNode(&freed, graph, &alloc, 1, pool_memory));
  SHOW(cudaGraphAddMemFreeNode(&freed, graph, &alloc, 1, memory + 16));
  SHOW(cudaGraphAddMemFreeNode(&freed, graph, &alloc, 1, memory + 4096));
  show_value("nodes", node_count(graph));
  std::printf("in the same graph\n");
  auto work = kernel_node(graph, reinterpret_cast<int *>(memory), 1, {alloc});
  SHOW(cudaGraphAddMemFreeNode(&freed, graph, &work, 1, memory));
  SHOW(cudaGraphAddMemFreeNode(&node, graph, &freed, 1, memory));
  SHOW(cudaGraphAddMemFreeNode(&node, graph, nullptr, 0, memory));
  auto exec = instantiate(graph);
  SHOW(cudaGraphLaunch(exec, nullptr));
  SHOW(cudaGraphLaunch(exec, nullptr));
  SHOW(cudaStreamSynchronize(nullptr));
  SHOW(cudaFreeAsync(memory, nullptr));
  std::printf("in another graph\n");
  auto gives = new_graph(), takes = new_graph();
  int *moved = static_cast<int *>(allocate(gives, &alloc));
  auto fill = memset_params(moved, 30, 1);
  MUST(cudaGraphAddMemsetNode(&node, gives, &alloc, 1, &fill));
  MUST(cudaGraphAddMemcpyNode1D(&node, takes, nullptr, 0, word, moved, 4, cudaMemcpyDeviceToDevice));
  SHOW(cudaGraphAddMemFreeNode(&freed, takes, &node, 1, moved));
  auto first = instantiate(gives), second = instantiate(takes);
  for (int launch = 0; launch < 2; ++launch) {
    SHOW(cudaGraphLaunch(first, nullptr));
    SHOW(cudaGraphLaunch(second, nullptr));
  }
  SHOW(cudaStreamSynchronize(nullptr));
  show_value("word", word.read()[0]);
  std::printf("what such a graph refuses\n");
  cudaGraphExec_t other;
  cudaGraph_t clone;
  SHOW(cudaGraphInstantiate(&other, takes, 0));
  SHOW(cudaGraphClone(&clone, takes));
  SHOW(cudaGraphAddChildGraphNode(&node, new_graph(), nullptr, 0, takes));
  SHOW(cudaGraphDestroyNode(freed));
  MUST(cudaFreeAsync(pool_memory, nullptr));
}

// cudaGraphMemFreeNodeGetParams: nodes and nulls that are refused; the address, also of captured frees.
CASE(graph_mem_free_node_get_params) {
  DeviceArray<int> word(1);
  auto graph = new_graph();
  cudaMemAllocNodeParams params = {};
  params.poolProps.allocType = cudaMemAllocationTypePinned;
  params.poolProps.location.type = cudaMemLocationTypeDevice;
  params.bytesize = 1000;
  cudaGraphNode_t alloc, freed;
  MUST(cudaGraphAddMemAllocNode(&alloc, graph, nullptr, 0, &params));
  MUST(cudaGraphAddMemFreeNode(&freed, graph, &alloc, 1, params.dptr));
  void *got = &word;
  SHOW(cudaGraphMemFreeNodeGetParams(nullptr, &got));
  SHOW(cudaGraphMemFreeNodeGetParams(freed, nullptr));
  SHOW(cudaGraphMemFreeNodeGetParams(alloc, &got));
  SHOW(cudaGraphMemFreeNodeGetParams(empty_node(graph), &got));
  SHOW(cudaGraphMemFreeNodeGetParams(kernel_node(graph, word, 1), &got));
  show_truth("untouched", got == &word);
  SHOW(cudaGraphMemFreeNodeGetParams(freed, &got));
  show_truth("address", got == params.dptr);
  std::printf("captured\n");
  cudaStream_t stream;
  cudaGraph_t captured;
  void *memory;
  MUST(cudaStreamCreate(&stream));
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  MUST(cudaMallocAsync(&memory, 500, stream));
  MUST(cudaFreeAsync(memory, stream));
  MUST(cudaStreamEndCapture(stream, &captured));
  cudaGraphNode_t nodes[2];
  std::size_t count = 2;
  MUST(cudaGraphGetNodes(captured, nodes, &count));
  for (cudaGraphNode_t node : nodes) {
    cudaGraphNodeType type;
    MUST(cudaGraphNodeGetType(node, &type));
    if (type == cudaGraphNodeTypeMemFree) SHOW(cudaGraphMemFreeNodeGetParams(node, &got));
  }
  show_truth("address", got == memory);
}
