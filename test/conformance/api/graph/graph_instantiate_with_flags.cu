// SPDX-License-Identifier: Apache-2.0
// cudaGraphInstantiateWithFlags: which flags there are, and what freeing on launch does.
#include "../../graphs/nodes.h"

CASES() {
  DeviceArray<int> word(1);
  auto graph = new_graph();
  auto a = kernel_node(graph, word, 1);
  cudaGraphExec_t exec = nullptr;
  SHOW(cudaGraphInstantiateWithFlags(nullptr, graph, 0));
  SHOW(cudaGraphInstantiateWithFlags(&exec, nullptr, 0));
  for (unsigned bit = 0; bit < 64; ++bit) {
    if (bit >= 6 && bit < 60 && bit != 31 && bit != 32) continue;
    if ((1ull << bit) == cudaGraphInstantiateFlagDeviceLaunch) continue;
    exec = nullptr;
    const cudaError_t error = cudaGraphInstantiateWithFlags(&exec, graph, 1ull << bit);
    std::printf("flag %u: %s, %s\n", bit, name_of(error), exec != nullptr ? "made" : "nothing written");
    if (error == cudaSuccess) {
      run_once(exec);
      MUST(cudaGraphExecDestroy(exec));
    }
  }
  show_value("word", word.read()[0]);
  constexpr unsigned kBoth = cudaGraphInstantiateFlagAutoFreeOnLaunch | cudaGraphInstantiateFlagUseNodePriority;
  SHOW(cudaGraphInstantiateWithFlags(&exec, graph, kBoth));
  SHOW(cudaGraphExecDestroy(exec));
  SHOW(cudaGraphInstantiateWithFlags(&exec, graph, kBoth | cudaGraphInstantiateFlagUpload));
  SHOW(cudaGraphInstantiateWithFlags(
      &exec, graph, cudaGraphInstantiateFlagAutoFreeOnLaunch | cudaGraphInstantiateFlagDeviceLaunch));
  auto b = kernel_node(graph, word, 1, {a});
  MUST(cudaGraphAddDependencies(graph, &b, &a, nullptr, 1));
  SHOW(cudaGraphInstantiateWithFlags(&exec, graph, 0));

  std::printf("memory that a graph keeps\n");
  auto keeps = new_graph();
  auto memory = alloc_params(4096);
  cudaGraphNode_t alloc, work;
  MUST(cudaGraphAddMemAllocNode(&alloc, keeps, nullptr, 0, &memory));
  auto fill = memset_params(memory.dptr, 42, 1);
  MUST(cudaGraphAddMemsetNode(&work, keeps, &alloc, 1, &fill));
  SHOW(cudaGraphInstantiateWithFlags(&exec, keeps, 0));
  SHOW(cudaGraphLaunch(exec, nullptr));
  SHOW(cudaGraphLaunch(exec, nullptr));
  SHOW(cudaFreeAsync(memory.dptr, nullptr));
  SHOW(cudaGraphLaunch(exec, nullptr));
  SHOW(cudaFreeAsync(memory.dptr, nullptr));
  SHOW(cudaDeviceSynchronize());
  SHOW(cudaGraphExecDestroy(exec));
  SHOW(cudaGraphInstantiateWithFlags(&exec, keeps, cudaGraphInstantiateFlagAutoFreeOnLaunch));
  for (int i = 0; i < 3; ++i) SHOW(cudaGraphLaunch(exec, nullptr));
  int value = 0;
  SHOW(cudaMemcpy(&value, memory.dptr, 4, cudaMemcpyDeviceToHost));
  show_value("value", value);
  unsigned long long used = 0;
  SHOW(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &used));
  show_truth("one launch's memory is in use", used >= 4096);
  SHOW(cudaFree(memory.dptr));
  SHOW(cudaGraphLaunch(exec, nullptr));
  SHOW(cudaFree(memory.dptr));
  SHOW(cudaFree(memory.dptr));
}
