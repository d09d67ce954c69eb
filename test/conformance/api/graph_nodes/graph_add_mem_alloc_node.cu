// SPDX-License-Identifier: Apache-2.0
// cudaGraphAddMemAllocNode: descriptions that are refused; the address is known at once, the memory lives from launch to
// launch; what such a graph refuses.
#include "../../api/graph_nodes/adding.h"

CASES() {
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
