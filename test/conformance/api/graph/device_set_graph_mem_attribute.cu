// SPDX-License-Identifier: Apache-2.0
// cudaDeviceSetGraphMemAttribute: high marks can be reset, nothing else can be set.
#include "../../graphs/nodes.h"

static unsigned long long value_of(cudaGraphMemAttributeType which) {
  unsigned long long value = 77;
  MUST(cudaDeviceGetGraphMemAttribute(0, which, &value));
  return value;
}

static void run_with(std::size_t bytes) {
  auto graph = new_graph();
  auto memory = alloc_params(bytes);
  cudaGraphNode_t alloc, freed;
  MUST(cudaGraphAddMemAllocNode(&alloc, graph, nullptr, 0, &memory));
  MUST(cudaGraphAddMemFreeNode(&freed, graph, &alloc, 1, memory.dptr));
  auto exec = instantiate(graph);
  run_once(exec);
  MUST(cudaGraphExecDestroy(exec));
  MUST(cudaGraphDestroy(graph));
}

CASES() {
  int count = 0;
  unsigned long long zero = 0, one = 1, large = ~0ull;
  MUST(cudaGetDeviceCount(&count));
  for (int device : {-1, 1000}) SHOW(cudaDeviceSetGraphMemAttribute(device, cudaGraphMemAttrUsedMemHigh, &zero));
  SHOW(cudaDeviceSetGraphMemAttribute(count, cudaGraphMemAttrUsedMemHigh, &zero));
  for (int attribute : {-1, 4, 100})
    SHOW(cudaDeviceSetGraphMemAttribute(0, static_cast<cudaGraphMemAttributeType>(attribute), &zero));
  for (auto attribute : {cudaGraphMemAttrUsedMemCurrent, cudaGraphMemAttrUsedMemHigh,
                         cudaGraphMemAttrReservedMemCurrent, cudaGraphMemAttrReservedMemHigh}) {
    show_value("attribute", attribute);
    SHOW(cudaDeviceSetGraphMemAttribute(0, attribute, nullptr));
    SHOW(cudaDeviceSetGraphMemAttribute(0, attribute, &one));
    SHOW(cudaDeviceSetGraphMemAttribute(0, attribute, &large));
    SHOW(cudaDeviceSetGraphMemAttribute(0, attribute, &zero));
  }
  run_with(8 << 20);
  const auto high = value_of(cudaGraphMemAttrUsedMemHigh);
  show_truth("the high mark covers the launch", high >= (8 << 20));
  SHOW(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &one));
  show_truth("a refused reset changes nothing", value_of(cudaGraphMemAttrUsedMemHigh) == high);
  SHOW(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &zero));
  show_truth("the mark is what is used",
             value_of(cudaGraphMemAttrUsedMemHigh) == value_of(cudaGraphMemAttrUsedMemCurrent));
  show_truth("the mark is zero", value_of(cudaGraphMemAttrUsedMemHigh) == 0);
  show_truth("reserved keeps its own", value_of(cudaGraphMemAttrReservedMemHigh) >= high);
  MUST(cudaDeviceGraphMemTrim(0));
  show_truth("trimmed: the mark stays", value_of(cudaGraphMemAttrUsedMemHigh) > 0);
  SHOW(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &zero));
  show_value("used, high mark", static_cast<long long>(value_of(cudaGraphMemAttrUsedMemHigh)));
  SHOW(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrReservedMemHigh, &zero));
  show_value("reserved, high mark", static_cast<long long>(value_of(cudaGraphMemAttrReservedMemHigh)));
  run_with(1 << 20);
  const auto next = value_of(cudaGraphMemAttrUsedMemHigh);
  show_truth("the mark covers a smaller launch", next >= (1 << 20));
  show_truth("and is no higher", next <= high);

  std::printf("while memory is in use\n");
  auto graph = new_graph();
  auto memory = alloc_params(1 << 20);
  cudaGraphNode_t alloc;
  MUST(cudaGraphAddMemAllocNode(&alloc, graph, nullptr, 0, &memory));
  run_once(instantiate(graph));
  SHOW(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, &zero));
  SHOW(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrReservedMemHigh, &zero));
  show_truth("the mark is what is used",
             value_of(cudaGraphMemAttrUsedMemHigh) == value_of(cudaGraphMemAttrUsedMemCurrent));
  show_truth("the mark is what is reserved",
             value_of(cudaGraphMemAttrReservedMemHigh) == value_of(cudaGraphMemAttrReservedMemCurrent));
  show_truth("the mark is zero", value_of(cudaGraphMemAttrUsedMemHigh) == 0);
  MUST(cudaFree(memory.dptr));
}
