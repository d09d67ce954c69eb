// SPDX-License-Identifier: Apache-2.0
// flags: -rdc=true
// Device graphs that hosts change, upload again, launch by themselves, and what else may be in one.
#include "../transcript.h"

__device__ int last_value;
__global__ void store(int value) { last_value = value; }
__global__ void launch_one(cudaGraphExec_t exec, unsigned long long stream, int *error) {
  *error = cudaGraphLaunch(exec, (cudaStream_t)stream);
}

cudaStream_t stream;
template <class Add>
cudaGraph_t capture(Add add) {
  cudaGraph_t graph;
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  add();
  MUST(cudaStreamEndCapture(stream, &graph));
  return graph;
}
cudaGraphNode_t only_node(cudaGraph_t graph) {
  cudaGraphNode_t node;
  size_t one = 1;
  MUST(cudaGraphGetNodes(graph, &node, &one));
  return node;
}
cudaGraph_t of_value(int value) {
  return capture([&] { store<<<1, 1, 0, stream>>>(value); });
}

int main() {
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  DeviceArray<int> errors(4);
  int *e = errors;
  const auto device = cudaGraphInstantiateFlagDeviceLaunch;
  auto try_launch = [&](const char *what, cudaGraphExec_t exec) {
    int none = -1;
    MUST(cudaMemcpyToSymbol(last_value, &none, sizeof none));
    MUST(cudaMemset(e, 0, 16));
    MUST(cudaDeviceSynchronize());
    cudaGraphExec_t launcher;
    const auto forget = (unsigned long long)cudaStreamGraphFireAndForget;
    MUST(cudaGraphInstantiate(&launcher, capture([&] { launch_one<<<1, 1, 0, stream>>>(exec, forget, e); }), 0));
    MUST(cudaGraphLaunch(launcher, stream));
    cudaError_t error = cudaStreamSynchronize(stream);
    int value;
    MUST(cudaMemcpyFromSymbol(&value, last_value, sizeof value));
    std::printf("%s: %s, launch %s, value %d\n", what, name_of(error), name_of(cudaError_t(errors.read()[0])), value);
  };
  cudaGraph_t graph = of_value(1);
  cudaGraphExec_t exec;
  MUST(cudaGraphInstantiate(&exec, graph, device));
  try_launch("not uploaded", exec);
  SHOW(cudaGraphLaunch(exec, stream));
  SHOW(cudaStreamSynchronize(stream));
  try_launch("after a launch by the host", exec);
  int value = 2;
  void *args[] = {&value};
  cudaKernelNodeParams params = {};
  params.func = (void *)store;
  params.gridDim = params.blockDim = dim3(1);
  params.kernelParams = args;
  SHOW(cudaGraphExecKernelNodeSetParams(exec, only_node(graph), &params));
  try_launch("after new parameters", exec);
  SHOW(cudaGraphUpload(exec, stream));
  try_launch("after an upload", exec);
  cudaGraphExecUpdateResultInfo info = {};
  SHOW(cudaGraphExecUpdate(exec, of_value(3), &info));
  try_launch("after a whole update", exec);
  SHOW(cudaGraphUpload(exec, stream));
  try_launch("after an upload", exec);
  SHOW(cudaGraphNodeSetEnabled(exec, only_node(graph), 0));
  SHOW(cudaGraphUpload(exec, stream));
  try_launch("disabled", exec);
  cudaGraphInstantiateParams with = {};
  with.flags = device | cudaGraphInstantiateFlagUpload;
  with.uploadStream = stream;
  SHOW(cudaGraphInstantiateWithParams(&exec, graph, &with));
  try_launch("uploaded at once", exec);

  with = {};
  with.flags = device;
  cudaGraph_t together = capture([&] {
    void *none[] = {&value};
    MUST(cudaLaunchCooperativeKernel((void *)store, dim3(1), dim3(1), none, 0, stream));
  });
  cudaError_t error = cudaGraphInstantiateWithParams(&exec, together, &with);
  std::printf("cooperative: %s, result %d, node %d\n", name_of(error), int(with.result_out), with.errNode_out != nullptr);
  if (error == cudaSuccess) {
    SHOW(cudaGraphUpload(exec, stream));
    try_launch("cooperative", exec);
  }
}
