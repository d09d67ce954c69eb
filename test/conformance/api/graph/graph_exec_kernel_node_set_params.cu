// SPDX-License-Identifier: Apache-2.0
// cudaGraphExecKernelNodeSetParams: arguments, shape and function of a kernel in an exec, for launches to come; what is
// refused, and what that leaves. (Null parameters make hardware crash.)
#include "../../gate.h"
#include "../../graphs/nodes.h"

__global__ void shape(int *p, int n) {
  extern __shared__ int shared[];
  shared[threadIdx.x] = n;
  if (threadIdx.x == 0 && blockIdx.x == 0) p[0] = static_cast<int>(gridDim.x * 1000 + blockDim.x * 10) + shared[0];
}
__global__ void one_argument(int *p) { *p += 7; }
static int not_a_kernel;

CASES() {
  prepare_gates();
  DeviceArray<int> words(2);
  int calls = 0;
  auto graph = new_graph(), other = new_graph();
  auto kernel = kernel_node(graph, words, 1), foreign = kernel_node(other, words, 1);
  auto host = host_node(graph, count_call, &calls, {kernel});
  auto exec = instantiate(graph), tried = instantiate(graph);
  cudaGraph_t clone;
  cudaGraphNode_t in_clone;
  MUST(cudaGraphClone(&clone, graph));
  MUST(cudaGraphNodeFindInClone(&in_clone, kernel, clone));
  {
    KernelParams params(words, 10);
    SHOW(cudaGraphExecKernelNodeSetParams(nullptr, kernel, params));
    SHOW(cudaGraphExecKernelNodeSetParams(exec, nullptr, params));
    SHOW(cudaGraphExecKernelNodeSetParams(exec, foreign, params));
    SHOW(cudaGraphExecKernelNodeSetParams(exec, in_clone, params));
    SHOW(cudaGraphExecKernelNodeSetParams(exec, host, params));
  }
  std::printf("refused parameters\n");
  for (dim3 grid : {dim3(0), dim3(1, 0), dim3(1, 1, 0), dim3(1, 65536), dim3(1, 1, 65536), dim3(0x80000000u)}) {
    KernelParams params(words, 10);
    params.params.gridDim = grid;
    SHOW(cudaGraphExecKernelNodeSetParams(tried, kernel, params));
  }
  for (dim3 block : {dim3(0), dim3(1025), dim3(1, 1, 65), dim3(1024, 2)}) {
    KernelParams params(words, 10);
    params.params.blockDim = block;
    SHOW(cudaGraphExecKernelNodeSetParams(exec, kernel, params));
  }
  for (unsigned bytes : {48u * 1024 + 1, 1u << 30}) {
    KernelParams params(words, 10);
    params.params.sharedMemBytes = bytes;
    SHOW(cudaGraphExecKernelNodeSetParams(tried, kernel, params));
  }
  for (void *function : {(void *)nullptr, (void *)&not_a_kernel, (void *)&calls}) {
    KernelParams params(words, 10, function);
    SHOW(cudaGraphExecKernelNodeSetParams(exec, kernel, params));
  }
  run_once(exec);
  show_row("words, calls", {words.read()[0], words.read()[1], calls});

  std::printf("changes\n");
  {
    KernelParams params(words + 1, 10);
    SHOW(cudaGraphExecKernelNodeSetParams(exec, kernel, params));
    params.n = 5000;  // the call has read it
  }
  run_once(exec);
  show_row("words, calls", {words.read()[0], words.read()[1], calls});
  {
    KernelParams params(words + 1, 1);
    params.params.gridDim = 3;
    params.params.blockDim = 4;
    SHOW(cudaGraphExecKernelNodeSetParams(exec, kernel, params));
  }
  run_once(exec);
  show_row("words", words.read());
  {
    KernelParams params(words, 1, (void *)shape);
    params.params.gridDim = 2;
    params.params.blockDim = 32;
    params.params.sharedMemBytes = 128;
    SHOW(cudaGraphExecKernelNodeSetParams(exec, kernel, params));
  }
  run_once(exec);
  show_row("words", words.read());
  {
    KernelParams params(words, 1, (void *)one_argument);
    SHOW(cudaGraphExecKernelNodeSetParams(exec, kernel, params));
  }
  run_once(exec);
  show_row("words", words.read());
  cudaKernelNodeParams got;
  MUST(cudaGraphKernelNodeGetParams(kernel, &got));
  show_truth("the graph keeps its own",
             got.func == (void *)add_number && *static_cast<int *>(got.kernelParams[1]) == 1 && got.blockDim.x == 1);

  std::printf("while a launch is pending\n");
  cudaGetLastError();  // a gate looks at it
  MUST(cudaMemset(words, 0, 8));
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  {
    KernelParams first(words, 1), second(words + 1, 2);
    SHOW(cudaGraphExecKernelNodeSetParams(exec, kernel, first));
    MUST(cudaDeviceSynchronize());
    Gate gate(stream);
    MUST(cudaGraphLaunch(exec, stream));
    SHOW(cudaGraphExecKernelNodeSetParams(exec, kernel, second));
    MUST(cudaGraphLaunch(exec, stream));
  }
  MUST(cudaStreamSynchronize(stream));
  show_row("words", words.read());
}
