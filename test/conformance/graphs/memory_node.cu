// SPDX-License-Identifier: Apache-2.0
// Allocation and free nodes: arguments; the device's graph memory attributes.
#include "nodes.h"

int main() {
  DeviceArray<int> word(1);
  auto graph = new_graph(), other = new_graph();
  cudaMemAllocNodeParams good = {};
  good.poolProps.allocType = cudaMemAllocationTypePinned;
  good.poolProps.location.type = cudaMemLocationTypeDevice;
  good.bytesize = 1000;
  cudaGraphNode_t node, alloc, freed;
  SHOW(cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, nullptr));
  SHOW(cudaGraphAddMemAllocNode(nullptr, graph, nullptr, 0, &good));
  auto bad = good;
  bad.bytesize = 0;
  SHOW(cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &bad));
  bad = good;
  bad.poolProps.allocType = cudaMemAllocationTypeInvalid;
  SHOW(cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &bad));
  bad = good;
  bad.poolProps.location.id = 99;
  SHOW(cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &bad));
  bad = good;
  bad.poolProps.handleTypes = cudaMemHandleTypePosixFileDescriptor;
  SHOW(cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &bad));
  bad = good;
  bad.bytesize = std::size_t{1} << 60;
  SHOW(cudaGraphAddMemAllocNode(&node, graph, nullptr, 0, &bad));
  SHOW(cudaGraphAddMemAllocNode(&alloc, graph, nullptr, 0, &good));
  cudaMemAllocNodeParams got = {};
  SHOW(cudaGraphMemAllocNodeGetParams(alloc, nullptr));
  SHOW(cudaGraphMemAllocNodeGetParams(nullptr, &got));
  SHOW(cudaGraphMemAllocNodeGetParams(alloc, &got));
  show_truth("same", got.dptr == good.dptr && got.bytesize == good.bytesize);
  SHOW(cudaGraphAddMemFreeNode(&node, graph, nullptr, 0, nullptr));
  SHOW(cudaGraphAddMemFreeNode(&node, graph, nullptr, 0, static_cast<char *>(good.dptr) + 8));
  SHOW(cudaGraphAddMemFreeNode(&node, graph, nullptr, 0, word.get()));
  SHOW(cudaFree(good.dptr));
  SHOW(cudaFreeAsync(good.dptr, 0));
  SHOW(cudaGraphAddMemFreeNode(&freed, other, nullptr, 0, good.dptr));
  void *pointer = nullptr;
  SHOW(cudaGraphMemFreeNodeGetParams(freed, nullptr));
  SHOW(cudaGraphMemFreeNodeGetParams(alloc, &pointer));
  SHOW(cudaGraphMemFreeNodeGetParams(freed, &pointer));
  show_truth("same", pointer == good.dptr);
  std::printf("allocated by one graph, freed by another\n");
  auto first = instantiate(graph), second = instantiate(other);
  SHOW(cudaGraphLaunch(first, 0));
  SHOW(cudaGraphLaunch(first, 0));
  SHOW(cudaMemset(good.dptr, 1, 1000));
  SHOW(cudaGraphLaunch(second, 0));
  SHOW(cudaGraphLaunch(first, 0));
  SHOW(cudaGraphLaunch(second, 0));
  SHOW(cudaDeviceSynchronize());
  SHOW(cudaGraphExecDestroy(first));
  SHOW(cudaGraphExecDestroy(second));
  std::printf("attributes\n");
  unsigned long long value = 0;
  for (auto attr : {cudaGraphMemAttrUsedMemCurrent, cudaGraphMemAttrUsedMemHigh, cudaGraphMemAttrReservedMemCurrent,
                    cudaGraphMemAttrReservedMemHigh})
    SHOW(cudaDeviceGetGraphMemAttribute(0, attr, &value));
  SHOW(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, nullptr));
  SHOW(cudaDeviceGetGraphMemAttribute(99, cudaGraphMemAttrUsedMemCurrent, &value));
  SHOW(cudaDeviceGetGraphMemAttribute(0, (cudaGraphMemAttributeType)9, &value));
  value = 0;
  SHOW(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &value));
  SHOW(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrReservedMemHigh, &value));
  SHOW(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &value));
  value = 5;
  SHOW(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &value));
  SHOW(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, nullptr));
  SHOW(cudaDeviceGraphMemTrim(0));
  SHOW(cudaDeviceGraphMemTrim(99));
  MUST(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrReservedMemCurrent, &value));
  show_value("reserved after a trim", static_cast<long long>(value));
  std::printf("free on launch\n");
  auto keeps = new_graph();
  MUST(cudaGraphAddMemAllocNode(&alloc, keeps, nullptr, 0, &good));
  cudaGraphExec_t exec;
  SHOW(cudaGraphInstantiate(&exec, keeps, cudaGraphInstantiateFlagAutoFreeOnLaunch));
  SHOW(cudaGraphLaunch(exec, 0));
  SHOW(cudaGraphLaunch(exec, 0));
  SHOW(cudaFreeAsync(good.dptr, 0));
  SHOW(cudaFreeAsync(good.dptr, 0));
  SHOW(cudaDeviceSynchronize());
  SHOW(cudaGraphExecDestroy(exec));
  SHOW(cudaGraphDestroy(keeps));
}
