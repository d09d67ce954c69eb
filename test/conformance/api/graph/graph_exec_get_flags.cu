// SPDX-License-Identifier: Apache-2.0
// cudaGraphExecGetFlags: the flags of each form of instantiation; null pointers.
#include "../../graphs/nodes.h"

static void show_flags(const char *what, cudaGraphExec_t exec) {
  unsigned long long flags = 77;
  const cudaError_t error = cudaGraphExecGetFlags(exec, &flags);
  std::printf("%s: %s, %llu\n", what, name_of(error), flags);
}

CASES() {
  DeviceArray<int> word(1);
  auto graph = new_graph();
  kernel_node(graph, word, 1);
  cudaGraphExec_t exec;
  show_flags("no exec", nullptr);
  MUST(cudaGraphInstantiate(&exec, graph, 0));
  SHOW(cudaGraphExecGetFlags(exec, nullptr));
  show_flags("none", exec);
  for (unsigned long long flags : {1ull, 8ull, 9ull}) {
    std::printf("flags %llu\n", flags);
    MUST(cudaGraphInstantiate(&exec, graph, flags));
    show_flags("plain", exec);
    MUST(cudaGraphInstantiateWithFlags(&exec, graph, flags));
    show_flags("with flags", exec);
    cudaGraphInstantiateParams params = {};
    params.flags = flags;
    MUST(cudaGraphInstantiateWithParams(&exec, graph, &params));
    show_flags("with parameters", exec);
    params.flags |= cudaGraphInstantiateFlagUpload;
    MUST(cudaGraphInstantiateWithParams(&exec, graph, &params));
    show_flags("uploaded", exec);
    run_once(exec);
    SHOW(cudaGraphExecUpdate(exec, graph, nullptr));
    show_flags("after a launch and an update", exec);
  }
}
