// SPDX-License-Identifier: Apache-2.0
// The memory of a device that graphs hold.
#include "../../cases.h"
#include "../../graphs/nodes.h"

static unsigned long long value_of(cudaGraphMemAttributeType which) {
  unsigned long long value = 77;
  MUST(cudaDeviceGetGraphMemAttribute(0, which, &value));
  return value;
}

// cudaDeviceGetGraphMemAttribute: four attributes before, while and after graphs hold memory; refused arguments.
CASE(device_get_graph_mem_attribute) {
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

// cudaDeviceSetGraphMemAttribute: high marks can be reset, nothing else can be set.
CASE(device_set_graph_mem_attribute) {
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

static unsigned long long attribute(cudaGraphMemAttributeType which) {
  unsigned long long value = 77;
  MUST(cudaDeviceGetGraphMemAttribute(0, which, &value));
  return value;
}

static void show_memory(const char *when) {
  std::printf("%s: memory is %sused, %sreserved\n", when, attribute(cudaGraphMemAttrUsedMemCurrent) > 0 ? "" : "not ",
              attribute(cudaGraphMemAttrReservedMemCurrent) > 0 ? "" : "not ");
}

// cudaDeviceGraphMemTrim: gives back what no graph uses and keeps what one does; refused devices.
CASE(device_graph_mem_trim) {
  int count = 0;
  MUST(cudaGetDeviceCount(&count));
  for (int device : {-1, 1000}) SHOW(cudaDeviceGraphMemTrim(device));
  SHOW(cudaDeviceGraphMemTrim(count));
  show_last_error("after refused devices");
  SHOW(cudaDeviceGraphMemTrim(0));
  show_memory("before the first graph");

  std::printf("a graph that frees what it allocates\n");
  auto graph = new_graph(), keeps = new_graph();
  auto memory = alloc_params(1 << 20);
  cudaGraphNode_t alloc, work, freed;
  MUST(cudaGraphAddMemAllocNode(&alloc, graph, nullptr, 0, &memory));
  auto fill = memset_params(memory.dptr, 7, 1 << 18);
  MUST(cudaGraphAddMemsetNode(&work, graph, &alloc, 1, &fill));
  MUST(cudaGraphAddMemFreeNode(&freed, graph, &work, 1, memory.dptr));
  auto exec = instantiate(graph);
  run_once(exec);
  show_memory("after a launch");
  SHOW(cudaDeviceGraphMemTrim(0));
  show_memory("after a trim");
  run_once(exec);
  show_memory("after another launch");
  MUST(cudaGraphExecDestroy(exec));
  SHOW(cudaDeviceGraphMemTrim(0));
  show_memory("without the exec");

  std::printf("a graph that keeps what it allocates\n");
  auto kept = alloc_params(1 << 20);
  MUST(cudaGraphAddMemAllocNode(&alloc, keeps, nullptr, 0, &kept));
  auto number = memset_params(kept.dptr, 1234, 4);
  MUST(cudaGraphAddMemsetNode(&work, keeps, &alloc, 1, &number));
  exec = instantiate(keeps);
  run_once(exec);
  SHOW(cudaDeviceGraphMemTrim(0));
  show_memory("after a trim");
  int value = 0;
  MUST(cudaMemcpy(&value, kept.dptr, 4, cudaMemcpyDeviceToHost));
  show_value("value", value);
  MUST(cudaFree(kept.dptr));
  MUST(cudaDeviceSynchronize());
  SHOW(cudaDeviceGraphMemTrim(0));
  show_memory("freed and trimmed");
  run_once(exec);
  MUST(cudaMemcpy(&value, kept.dptr, 4, cudaMemcpyDeviceToHost));
  show_value("value of the next launch", value);
}
