// SPDX-License-Identifier: Apache-2.0
// cudaDeviceGraphMemTrim: gives back what no graph uses and keeps what one does; refused devices.
#include "../../graphs/nodes.h"

static unsigned long long attribute(cudaGraphMemAttributeType which) {
  unsigned long long value = 77;
  MUST(cudaDeviceGetGraphMemAttribute(0, which, &value));
  return value;
}

static void show_memory(const char *when) {
  std::printf("%s: memory is %sused, %sreserved\n", when, attribute(cudaGraphMemAttrUsedMemCurrent) > 0 ? "" : "not ",
              attribute(cudaGraphMemAttrReservedMemCurrent) > 0 ? "" : "not ");
}

CASES() {
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
