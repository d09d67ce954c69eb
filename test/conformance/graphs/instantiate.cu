// SPDX-License-Identifier: Apache-2.0
// cudaGraphInstantiate and its forms, ExecGetFlags, Upload, Launch, ExecDestroy: arguments and results.
#include "nodes.h"

static void show_result(const char *what, cudaError_t error, const cudaGraphInstantiateParams &params) {
  std::printf("%s: %s, result %d, node %s\n", what, name_of(error), int(params.result_out),
              params.errNode_out != nullptr ? "named" : "none");
}

int main() {
  DeviceArray<int> word(1);
  auto graph = new_graph();
  auto a = kernel_node(graph, word, 1);
  auto b = empty_node(graph, {a});
  cudaGraphExec_t exec = nullptr;
  SHOW(cudaGraphInstantiate(&exec, nullptr, 0));
  SHOW(cudaGraphInstantiateWithFlags(&exec, graph, 16));
  for (unsigned long long flags : {0ull, 1ull, 2ull, 8ull, 9ull}) {
    std::printf("flags %llu: %s\n", flags, name_of(cudaGraphInstantiateWithFlags(&exec, graph, flags)));
    unsigned long long got = 77;
    SHOW(cudaGraphExecGetFlags(exec, &got));
    show_value("flags", static_cast<long long>(got));
    SHOW(cudaGraphExecDestroy(exec));
  }
  unsigned long long got = 0;
  SHOW(cudaGraphExecGetFlags(nullptr, &got));
  SHOW(cudaGraphExecDestroy(exec));
  SHOW(cudaGraphLaunch(exec, nullptr));
  SHOW(cudaGraphUpload(exec, nullptr));
  cudaGraphInstantiateParams params = {};
  SHOW(cudaGraphInstantiateWithParams(&exec, graph, nullptr));
  show_result("null exec", cudaGraphInstantiateWithParams(nullptr, graph, &params), params);
  params = {};
  show_result("good", cudaGraphInstantiateWithParams(&exec, graph, &params), params);
  SHOW(cudaGraphExecGetFlags(exec, nullptr));
  SHOW(cudaGraphUpload(exec, nullptr));
  SHOW(cudaGraphLaunch(exec, nullptr));
  SHOW(cudaGraphLaunch(exec, cudaStreamPerThread));
  SHOW(cudaGraphLaunch(exec, cudaStreamLegacy));
  SHOW(cudaDeviceSynchronize());
  show_value("word", word.read()[0]);
  params = {};
  params.flags = 0x100;
  show_result("unknown flag", cudaGraphInstantiateWithParams(&exec, graph, &params), params);
  cudaStream_t s;
  MUST(cudaStreamCreate(&s));
  params = {};
  params.flags = cudaGraphInstantiateFlagUpload;
  params.uploadStream = s;
  show_result("upload", cudaGraphInstantiateWithParams(&exec, graph, &params), params);
  MUST(cudaStreamSynchronize(s));
  MUST(cudaGraphAddDependencies(graph, &b, &a, nullptr, 1));
  params = {};
  show_result("cycle", cudaGraphInstantiateWithParams(&exec, graph, &params), params);
  auto nothing = new_graph();
  SHOW(cudaGraphInstantiate(&exec, nothing, 0));
  SHOW(cudaGraphLaunch(exec, s));
  SHOW(cudaStreamSynchronize(s));
  SHOW(cudaGraphInstantiate(&exec, nothing, cudaGraphInstantiateFlagDeviceLaunch | cudaGraphInstantiateFlagAutoFreeOnLaunch));
}
