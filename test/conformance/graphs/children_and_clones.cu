// SPDX-License-Identifier: Apache-2.0
// Graphs in graphs, copies of graphs, user objects.
#include "../transcript.h"

__global__ void add(int *p, int n) { atomicAdd(p, n); }
static int destroyed = 0;
void destroy(void *) { ++destroyed; }

int main() {
  DeviceArray<int> word(1);
  int *p = word, one = 1;
  void *args[] = {&p, &one};
  cudaKernelNodeParams params = {};
  params.func = (void *)add;
  params.gridDim = 1;
  params.blockDim = 1;
  params.kernelParams = args;
  cudaGraph_t inner, outer, clone, got;
  cudaGraphNode_t k, c1, c2, found;
  MUST(cudaGraphCreate(&inner, 0));
  MUST(cudaGraphCreate(&outer, 0));
  MUST(cudaGraphAddKernelNode(&k, inner, nullptr, 0, &params));
  SHOW(cudaGraphAddChildGraphNode(&c1, outer, nullptr, 0, inner));
  int ten = 10;
  void *more[] = {&p, &ten};
  params.kernelParams = more;
  SHOW(cudaGraphKernelNodeSetParams(k, &params));
  SHOW(cudaGraphAddChildGraphNode(&c2, outer, &c1, 1, inner));
  SHOW(cudaGraphChildGraphNodeGetGraph(c2, &got));
  show_truth("the child is a copy", got != inner);
  SHOW(cudaGraphClone(&clone, outer));
  SHOW(cudaGraphNodeFindInClone(&found, c2, clone));
  show_truth("found another node", found != c2);
  SHOW(cudaGraphNodeFindInClone(&found, k, clone));
  SHOW(cudaGraphDestroy(inner));
  cudaGraphExec_t exec;
  SHOW(cudaGraphInstantiate(&exec, outer, 0));
  SHOW(cudaGraphLaunch(exec, 0));
  SHOW(cudaStreamSynchronize(0));
  show_value("word", word.read()[0]);
  cudaUserObject_t object;
  static int dummy;
  SHOW(cudaUserObjectCreate(&object, static_cast<void *>(&dummy), destroy, 1, cudaUserObjectNoDestructorSync));
  SHOW(cudaGraphRetainUserObject(outer, object, 1, cudaGraphUserObjectMove));
  cudaGraphExec_t holding;
  SHOW(cudaGraphInstantiate(&holding, outer, 0));
  SHOW(cudaGraphDestroy(outer));
  show_value("destroyed while an exec holds it", destroyed);
  SHOW(cudaGraphExecDestroy(holding));
  SHOW(cudaDeviceSynchronize());
  for (int i = 0; i < 200 && destroyed == 0; ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  show_value("destroyed", destroyed);
  SHOW(cudaUserObjectCreate(&object, static_cast<void *>(&dummy), destroy, 1, 0));
  SHOW(cudaUserObjectCreate(&object, static_cast<void *>(&dummy), destroy, 0, cudaUserObjectNoDestructorSync));
  SHOW(cudaGraphExecDestroy(exec));
  SHOW(cudaGraphDestroy(clone));
}
