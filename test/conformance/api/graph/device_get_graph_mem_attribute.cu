// SPDX-License-Identifier: Apache-2.0
// cudaDeviceGetGraphMemAttribute: four attributes before, while and after graphs hold memory; refused arguments.
#include "../../graphs/nodes.h"

static unsigned long long value_of(cudaGraphMemAttributeType which) {
  unsigned long long value = 77;
  MUST(cudaDeviceGetGraphMemAttribute(0, which, &value));
  return value;
}

CASES() {
  constexpr std::size_t kBytes = 1 << 20;
  unsigned long long value = 77;
  int count = 0;
  MUST(cudaGetDeviceCount(&count));
  for (int device : {-1, 1000}) SHOW(cudaDeviceGetGraphMemAttribute(device, cudaGraphMemAttrUsedMemCurrent, &value));
  SHOW(cudaDeviceGetGraphMemAttribute(count, cudaGraphMemAttrUsedMemCurrent, &value));
  for (int attribute : {-1, 4, 100})
    SHOW(cudaDeviceGetGraphMemAttribute(0, static_cast<cudaGraphMemAttributeType>(attribute), &value));
  SHOW(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrReservedMemHigh, nullptr));
  show_value("value", static_cast<long long>(value));
  for (int attribute = 0; attribute < 4; ++attribute) {
    SHOW(cudaDeviceGetGraphMemAttribute(0, static_cast<cudaGraphMemAttributeType>(attribute), &value));
    show_value("before the first graph", static_cast<long long>(value));
  }
  auto graph = new_graph();
  auto memory = alloc_params(kBytes);
  cudaGraphNode_t alloc;
  MUST(cudaGraphAddMemAllocNode(&alloc, graph, nullptr, 0, &memory));
  auto exec = instantiate(graph);
  show_truth("used by a graph that was not launched", value_of(cudaGraphMemAttrUsedMemCurrent) > 0);
  run_once(exec);
  const auto used = value_of(cudaGraphMemAttrUsedMemCurrent), high = value_of(cudaGraphMemAttrUsedMemHigh);
  const auto reserved = value_of(cudaGraphMemAttrReservedMemCurrent);
  show_truth("used covers the allocation", used >= kBytes);
  show_truth("the high mark covers what is used", high >= used);
  show_truth("reserved covers what is used", reserved >= used);
  show_truth("its high mark covers it", value_of(cudaGraphMemAttrReservedMemHigh) >= reserved);

  DeviceArray<char> other(kBytes);
  show_truth("other memory does not count", value_of(cudaGraphMemAttrUsedMemCurrent) == used);
  MUST(cudaFree(memory.dptr));
  MUST(cudaDeviceSynchronize());
  show_truth("used after the free", value_of(cudaGraphMemAttrUsedMemCurrent) > 0);
  show_truth("as much as is reserved",
             value_of(cudaGraphMemAttrUsedMemCurrent) == value_of(cudaGraphMemAttrReservedMemCurrent));
  show_truth("the high mark stays", value_of(cudaGraphMemAttrUsedMemHigh) == high);
  MUST(cudaGraphExecDestroy(exec));
  MUST(cudaGraphDestroy(graph));
  show_truth("used without the graph", value_of(cudaGraphMemAttrUsedMemCurrent) > 0);
  MUST(cudaDeviceGraphMemTrim(0));
  show_value("used after a trim", static_cast<long long>(value_of(cudaGraphMemAttrUsedMemCurrent)));
  show_value("reserved after a trim", static_cast<long long>(value_of(cudaGraphMemAttrReservedMemCurrent)));
  show_truth("its high mark stays", value_of(cudaGraphMemAttrReservedMemHigh) >= reserved);
}
