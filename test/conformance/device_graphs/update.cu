// SPDX-License-Identifier: Apache-2.0
// flags: -rdc=true
// Kernel nodes that kernels change: arguments, extents, whether they run.
#include "../transcript.h"

__global__ void target(int *out, int a, double b) {
  if (threadIdx.x == 0) atomicAdd(out, a + int(b));
}
__global__ void update(cudaGraphDeviceNode_t node, int *out, int step, int *errors) {
  int i = 0;
  if (step == 0) {
    errors[i++] = cudaGraphKernelNodeSetParam(node, 8, 100);
    errors[i++] = cudaGraphKernelNodeSetParam(node, 16, 20.0);
  } else if (step == 1) {
    errors[i++] = cudaGraphKernelNodeSetGridDim(node, dim3(3));
    errors[i++] = cudaGraphKernelNodeSetParam(node, 0, &out, sizeof out);
  } else if (step == 2) {
    errors[i++] = cudaGraphKernelNodeSetEnabled(node, false);
  } else if (step == 3) {
    int value = 7;
    alignas(16) unsigned char raw[3 * sizeof(cudaGraphKernelNodeUpdate)] = {};
    auto *updates = reinterpret_cast<cudaGraphKernelNodeUpdate *>(raw);
    updates[0].node = updates[1].node = updates[2].node = node;
    updates[0].field = cudaGraphKernelNodeFieldEnabled;
    updates[0].updateData.isEnabled = 1;
    updates[1].field = cudaGraphKernelNodeFieldGridDim;
    updates[1].updateData.gridDim = dim3(2);
    updates[2].field = cudaGraphKernelNodeFieldParam;
    updates[2].updateData.param.pValue = &value;
    updates[2].updateData.param.offset = 8;
    updates[2].updateData.param.size = sizeof value;
    errors[i++] = cudaGraphKernelNodeUpdatesApply(updates, 3);
  } else if (step == 4) {
    errors[i++] = cudaGraphKernelNodeSetParam(node, 4096, 1);
    errors[i++] = cudaGraphKernelNodeSetParam(nullptr, 0, 1);
  }
}

int main() {
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  DeviceArray<int> out(2), errors(4);
  int *p = out, *q = p + 1, *e = errors, a = 1, step = 0;
  double b = 2;
  cudaGraph_t graph;
  MUST(cudaGraphCreate(&graph, 0));
  cudaGraphNode_t node, updater;
  cudaKernelNodeParams params = {};
  params.gridDim = params.blockDim = dim3(1);
  params.func = (void *)target;
  void *args[] = {&p, &a, &b};
  params.kernelParams = args;
  MUST(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &params));
  cudaLaunchAttributeValue value = {};
  value.deviceUpdatableKernelNode.deviceUpdatable = 1;
  SHOW(cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributeDeviceUpdatableKernelNode, &value));
  cudaLaunchAttributeValue back = {};
  SHOW(cudaGraphKernelNodeGetAttribute(node, cudaLaunchAttributeDeviceUpdatableKernelNode, &back));
  show_truth("handle", back.deviceUpdatableKernelNode.devNode != nullptr);
  cudaGraphDeviceNode_t device_node = back.deviceUpdatableKernelNode.devNode;
  cudaGraphExec_t exec, second;
  SHOW(cudaGraphInstantiate(&exec, graph, 0));
  SHOW(cudaGraphInstantiate(&second, graph, 0));
  cudaGetLastError();
  SHOW(cudaGraphUpload(exec, stream));
  SHOW(cudaGraphLaunch(exec, stream));
  SHOW(cudaStreamSynchronize(stream));
  show_row("before", out.read());
  for (step = 0; step < 5; ++step) {
    MUST(cudaMemset(p, 0, 8));
    MUST(cudaDeviceSynchronize());
    MUST(cudaMemset(e, 0, 16));
    MUST(cudaDeviceSynchronize());
    update<<<1, 1, 0, stream>>>(device_node, q, step, e);
    MUST(cudaGraphLaunch(exec, stream));
    std::printf("step %d: %s\n", step, name_of(cudaStreamSynchronize(stream)));
    show_row("out", out.read());
    show_row("errors", errors.read());
  }
  (void)updater;
  value.deviceUpdatableKernelNode.deviceUpdatable = 0;
  SHOW(cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributeDeviceUpdatableKernelNode, &value));
}
