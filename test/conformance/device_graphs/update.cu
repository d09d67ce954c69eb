// SPDX-License-Identifier: Apache-2.0
// flags: -rdc=true
// Nodes that kernels change.
#include "../cases.h"

__global__ void target(int *out, int a, double b) {
  if (threadIdx.x == 0) atomicAdd(out, a + int(b));
}

namespace update_ {
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

// Kernel nodes that kernels change: arguments, extents, whether they run.
CASE(update) {
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
}  // namespace update_

namespace update_within_ {
__global__ void update(cudaGraphDeviceNode_t node, int *count, int *errors) {
  int turn = (*count)++;
  errors[0] = cudaGraphKernelNodeSetParam(node, 8, 10 * turn);
  errors[1] = cudaGraphKernelNodeSetGridDim(node, dim3(turn + 1));
  errors[2] = cudaGraphKernelNodeSetEnabled(node, turn != 2);
}

__global__ void wrong(cudaGraphDeviceNode_t node, int *errors) {
  int i = 0, value = 5;
  double big[3] = {};
  errors[i++] = cudaGraphKernelNodeSetGridDim(node, dim3(0));
  errors[i++] = cudaGraphKernelNodeSetGridDim(node, dim3(1, 70000, 1));
  errors[i++] = cudaGraphKernelNodeSetParam(node, 0, nullptr, 8);
  errors[i++] = cudaGraphKernelNodeSetParam(node, 8, &value, 0);
  errors[i++] = cudaGraphKernelNodeSetParam(node, 16, big, 24);
  errors[i++] = cudaGraphKernelNodeSetParam(node, 24, &value, 1);
  errors[i++] = cudaGraphKernelNodeSetParam(node, 10, &value, 2);
  alignas(16) unsigned char raw[3 * sizeof(cudaGraphKernelNodeUpdate)] = {};
  auto *updates = reinterpret_cast<cudaGraphKernelNodeUpdate *>(raw);
  updates[0].node = updates[1].node = updates[2].node = node;
  updates[0].field = cudaGraphKernelNodeFieldParam;
  updates[0].updateData.param.pValue = &value;
  updates[0].updateData.param.offset = 8;
  updates[0].updateData.param.size = 4;
  updates[1].field = cudaGraphKernelNodeFieldInvalid;
  updates[2].field = cudaGraphKernelNodeFieldGridDim;
  updates[2].updateData.gridDim = dim3(7);
  errors[i++] = cudaGraphKernelNodeUpdatesApply(updates, 3);
  errors[i++] = cudaGraphKernelNodeUpdatesApply(updates, 0);
  errors[i++] = cudaGraphKernelNodeUpdatesApply(nullptr, 0);
  errors[i++] = cudaPeekAtLastError();
}

cudaStream_t stream;

// Nodes that kernels of the same graph change, wrong changes, changes by hosts, and what such a node forbids.
CASE(update_within) {
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  DeviceArray<int> out(2), errors(12);
  int *p = out, *count = p + 1, *e = errors, a = 1;
  double b = 2;
  cudaGraph_t graph;
  MUST(cudaGraphCreate(&graph, 0));
  cudaGraphNode_t node, updater, plain;
  cudaKernelNodeParams params = {};
  params.gridDim = params.blockDim = dim3(1);
  params.func = (void *)target;
  void *args[] = {&p, &a, &b};
  params.kernelParams = args;
  MUST(cudaGraphAddKernelNode(&node, graph, nullptr, 0, &params));
  cudaLaunchAttributeValue value = {}, back = {};
  value.deviceUpdatableKernelNode.deviceUpdatable = 2;
  SHOW(cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributeDeviceUpdatableKernelNode, &value));
  value.deviceUpdatableKernelNode.deviceUpdatable = 0;
  SHOW(cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributeDeviceUpdatableKernelNode, &value));
  value.deviceUpdatableKernelNode.deviceUpdatable = 1;
  SHOW(cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributeDeviceUpdatableKernelNode, &value));
  SHOW(cudaGraphKernelNodeGetAttribute(node, cudaLaunchAttributeDeviceUpdatableKernelNode, &back));
  show_value("updatable", back.deviceUpdatableKernelNode.deviceUpdatable);
  cudaGraphDeviceNode_t device_node = back.deviceUpdatableKernelNode.devNode;
  SHOW(cudaGraphKernelNodeSetAttribute(node, cudaLaunchAttributeDeviceUpdatableKernelNode, &value));
  SHOW(cudaGraphKernelNodeGetAttribute(node, cudaLaunchAttributeDeviceUpdatableKernelNode, &back));
  show_truth("the same handle", back.deviceUpdatableKernelNode.devNode == device_node);
  cudaKernelNodeParams of_update = params;
  of_update.func = (void *)update;
  void *update_args[] = {&device_node, &count, &e};
  of_update.kernelParams = update_args;
  MUST(cudaGraphAddKernelNode(&updater, graph, nullptr, 0, &of_update));
  MUST(cudaGraphAddDependencies(graph, &updater, &node, nullptr, 1));
  MUST(cudaGraphAddKernelNode(&plain, graph, &node, 1, &params));
  params.gridDim = dim3(1);

  SHOW(cudaGraphKernelNodeCopyAttributes(plain, node));
  SHOW(cudaGraphKernelNodeCopyAttributes(node, plain));
  SHOW(cudaGraphDestroyNode(node));
  cudaGraph_t copy;
  SHOW(cudaGraphClone(&copy, graph));
  cudaGraph_t outer;
  MUST(cudaGraphCreate(&outer, 0));
  cudaGraphNode_t child_node;
  SHOW(cudaGraphAddChildGraphNode(&child_node, outer, nullptr, 0, graph));
  cudaGetLastError();

  cudaGraphExec_t exec, second;
  SHOW(cudaGraphInstantiate(&exec, graph, 0));
  SHOW(cudaGraphUpload(exec, stream));
  for (int turn = 0; turn < 4; ++turn) {
    MUST(cudaMemset(p, 0, 4));
    MUST(cudaDeviceSynchronize());
    MUST(cudaGraphLaunch(exec, stream));
    std::printf("turn %d: %s\n", turn, name_of(cudaStreamSynchronize(stream)));
    show_row("out", out.read());
    show_row("errors", errors.read());
  }
  // The host asks, and changes.
  unsigned enabled = 7;
  SHOW(cudaGraphNodeGetEnabled(exec, node, &enabled));
  show_value("enabled", enabled);
  SHOW(cudaGraphNodeSetEnabled(exec, node, 0));
  SHOW(cudaGraphNodeSetEnabled(exec, updater, 0));
  SHOW(cudaGraphUpload(exec, stream));
  auto launch_it = [&](const char *what) {
    MUST(cudaMemset(p, 0, 4));
    MUST(cudaDeviceSynchronize());
    MUST(cudaGraphLaunch(exec, stream));
    std::printf("%s: %s\n", what, name_of(cudaStreamSynchronize(stream)));
    show_row("out", out.read());
  };
  launch_it("disabled by the host");
  SHOW(cudaGraphNodeSetEnabled(exec, node, 1));
  SHOW(cudaGraphUpload(exec, stream));
  launch_it("enabled by the host");
  a = 1000;
  SHOW(cudaGraphExecKernelNodeSetParams(exec, node, &params));
  SHOW(cudaGraphUpload(exec, stream));
  launch_it("parameters of the host");
  MUST(cudaMemset(e, 0, 48));
    MUST(cudaDeviceSynchronize());
  wrong<<<1, 1, 0, stream>>>(device_node, e);
  SHOW(cudaStreamSynchronize(stream));
  show_row("wrong", errors.read());
  launch_it("after wrong changes");
  cudaKernelNodeParams shown = {};
  SHOW(cudaGraphKernelNodeGetParams(node, &shown));
  show_value("grid", shown.gridDim.x);
  show_value("argument", *(int *)shown.kernelParams[1]);
  cudaGraphExecUpdateResultInfo info = {};
  SHOW(cudaGraphExecUpdate(exec, graph, &info));
  show_value("result", info.result);
  SHOW(cudaGraphInstantiate(&second, graph, 0));
  SHOW(cudaGraphExecDestroy(exec));
  SHOW(cudaGraphInstantiate(&second, graph, 0));

  // By the attributes of a launch.
  for (int captured = 0; captured < 2; ++captured) {
    cudaLaunchAttribute attribute = {};
    attribute.id = cudaLaunchAttributeDeviceUpdatableKernelNode;
    attribute.val.deviceUpdatableKernelNode.deviceUpdatable = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = config.blockDim = dim3(1);
    config.stream = stream;
    config.attrs = &attribute;
    config.numAttrs = 1;
    if (captured) MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    SHOW(cudaLaunchKernelExC(&config, (void *)target, args));
    if (captured) {
      cudaGraph_t made;
      SHOW(cudaStreamEndCapture(stream, &made));
      show_truth("a handle", attribute.val.deviceUpdatableKernelNode.devNode != nullptr);
    }
    cudaGetLastError();
  }
}
}  // namespace update_within_
