// SPDX-License-Identifier: Apache-2.0
// flags: -rdc=true
// What can be no device graph, and launches of what cannot be launched.
#include "../cases.h"

__global__ void nothing() {}

namespace errors_ {
__global__ void wait_a_bit() {
  long long start = clock64();
  while (clock64() - start < 1000000) {
  }
}

__global__ void launch(cudaGraphExec_t exec, unsigned long long stream, int *errors, int n) {
  for (int i = 0; i < n; ++i) errors[i] = cudaGraphLaunch(exec, (cudaStream_t)stream);
}

__global__ void launch_all(cudaGraphExec_t *execs, unsigned long long stream, int *errors, int n) {
  for (int i = 0; i < n; ++i) errors[i] = cudaGraphLaunch(execs[i], (cudaStream_t)stream);
}

cudaStream_t stream;
void host(void *) {}

template <class Add>
cudaGraph_t capture(Add add) {
  cudaGraph_t graph;
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  add();
  MUST(cudaStreamEndCapture(stream, &graph));
  return graph;
}

void try_it(const char *what, cudaGraph_t graph, unsigned long long flags) {
  cudaGraphInstantiateParams params = {};
  params.flags = flags;
  params.uploadStream = stream;
  cudaGraphExec_t exec = nullptr;
  cudaError_t error = cudaGraphInstantiateWithParams(&exec, graph, &params);
  std::printf("%s: %s, result %d, node %d\n", what, name_of(error), int(params.result_out), params.errNode_out != nullptr);
  cudaGetLastError();
}

// What can be no device graph, and what launches of one from a kernel answer.
CASE(errors) {
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  DeviceArray<int> out(512);
  int *p = out;
  const auto device = cudaGraphInstantiateFlagDeviceLaunch;
  cudaGraph_t kernels = capture([&] { nothing<<<1, 1, 0, stream>>>(); });
  try_it("kernel", kernels, device);
  try_it("kernel, upload", kernels, device | cudaGraphInstantiateFlagUpload);
  try_it("kernel, auto free", kernels, device | cudaGraphInstantiateFlagAutoFreeOnLaunch);
  try_it("kernel, node priority", kernels, device | cudaGraphInstantiateFlagUseNodePriority);
  cudaGraph_t empty;
  MUST(cudaGraphCreate(&empty, 0));
  try_it("empty", empty, device);
  try_it("host function", capture([&] { MUST(cudaLaunchHostFunc(stream, host, nullptr)); }), device);
  try_it("memset", capture([&] { MUST(cudaMemsetAsync(p, 0, 16, stream)); }), device);
  try_it("copy", capture([&] { MUST(cudaMemcpyAsync(p, p + 4, 16, cudaMemcpyDefault, stream)); }), device);
  int *pinned;
  MUST(cudaMallocHost(&pinned, 64));
  try_it("copy from pinned", capture([&] { MUST(cudaMemcpyAsync(p, pinned, 16, cudaMemcpyDefault, stream)); }), device);
  cudaGraph_t memory;
  MUST(cudaGraphCreate(&memory, 0));
  cudaMemAllocNodeParams alloc = {};
  alloc.poolProps.allocType = cudaMemAllocationTypePinned;
  alloc.poolProps.location.type = cudaMemLocationTypeDevice;
  alloc.bytesize = 1024;
  cudaGraphNode_t node;
  MUST(cudaGraphAddMemAllocNode(&node, memory, nullptr, 0, &alloc));
  try_it("allocation", memory, device);
  cudaEvent_t event;
  MUST(cudaEventCreate(&event));
  cudaGraph_t events;
  MUST(cudaGraphCreate(&events, 0));
  MUST(cudaGraphAddEventRecordNode(&node, events, nullptr, 0, event));
  try_it("event", events, device);
  cudaGraph_t with_child;
  MUST(cudaGraphCreate(&with_child, 0));
  MUST(cudaGraphAddChildGraphNode(&node, with_child, nullptr, 0, kernels));
  try_it("child graph", with_child, device);

  cudaGraphExec_t good, fresh, plain, slow;
  MUST(cudaGraphInstantiate(&good, kernels, device));
  MUST(cudaGraphInstantiate(&fresh, kernels, device));
  MUST(cudaGraphInstantiate(&plain, kernels, 0));
  MUST(cudaGraphInstantiate(&slow, capture([&] { wait_a_bit<<<1, 1, 0, stream>>>(); }), device));
  unsigned long long flags = 0;
  SHOW(cudaGraphExecGetFlags(good, &flags));
  show_value("flags", flags);
  SHOW(cudaGraphUpload(good, stream));
  SHOW(cudaGraphUpload(slow, stream));
  SHOW(cudaGraphUpload(plain, stream));
  SHOW(cudaStreamSynchronize(stream));
  const unsigned long long forget = (unsigned long long)cudaStreamGraphFireAndForget;
  const unsigned long long tail = (unsigned long long)cudaStreamGraphTailLaunch;
  const unsigned long long sibling = (unsigned long long)cudaStreamGraphFireAndForgetAsSibling;
  auto try_launch = [&](const char *what, cudaGraphExec_t exec, unsigned long long in, int n) {
    MUST(cudaMemset(p, 0, 2048));
    MUST(cudaDeviceSynchronize());
    cudaGraphExec_t launcher;
    MUST(cudaGraphInstantiate(&launcher, capture([&] { launch<<<1, 1, 0, stream>>>(exec, in, p, n); }), 0));
    MUST(cudaGraphLaunch(launcher, stream));
    cudaError_t error = cudaStreamSynchronize(stream);
    auto v = out.read();
    std::printf("%s: %s, first %s, last %s\n", what, name_of(error), name_of(cudaError_t(v[0])), name_of(cudaError_t(v[n - 1])));
  };
  try_launch("good", good, forget, 1);
  try_launch("NULL stream", good, 0, 1);
  try_launch("tail launch stream of kernels", good, 3, 1);
  try_launch("no stream", good, 0x12345, 1);
  try_launch("twice, fire and forget", slow, forget, 2);
  try_launch("twice, sibling", slow, sibling, 2);
  try_launch("twice, tail", slow, tail, 2);
  // From a kernel that is in no graph.
  MUST(cudaMemset(p, 0, 2048));
    MUST(cudaDeviceSynchronize());
  launch<<<1, 1, 0, stream>>>(good, forget, p, 1);
  SHOW(cudaStreamSynchronize(stream));
  std::printf("from no graph: %s\n", name_of(cudaError_t(out.read()[0])));
  // How many at once.
  std::vector<cudaGraphExec_t> execs(300);
  for (auto &exec : execs) {
    MUST(cudaGraphInstantiate(&exec, kernels, device));
    MUST(cudaGraphUpload(exec, stream));
  }
  DeviceArray<cudaGraphExec_t> many(execs);
  cudaGraphExec_t *m = many;
  for (auto in : {forget, sibling, tail}) {
    MUST(cudaMemset(p, 0, 2048));
    MUST(cudaDeviceSynchronize());
    cudaGraphExec_t launcher;
    MUST(cudaGraphInstantiate(&launcher, capture([&] { launch_all<<<1, 1, 0, stream>>>(m, in, p, 300); }), 0));
    MUST(cudaGraphLaunch(launcher, stream));
    SHOW(cudaStreamSynchronize(stream));
    auto v = out.read();
    int ok = 0, last = 0;
    for (int i = 0; i < 300; ++i) {
      ok += v[i] == 0;
      if (v[i] != 0) last = v[i];
    }
    std::printf("accepted %d, then %s\n", ok, name_of(cudaError_t(last)));
  }
}
}  // namespace errors_

__global__ void launch(cudaGraphExec_t exec, int *error) {
  *error = cudaGraphLaunch(exec, cudaStreamGraphFireAndForget);
}

static cudaGraph_t graph_of_nothing(cudaStream_t stream) {
  cudaGraph_t graph;
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  nothing<<<1, 1, 0, stream>>>();
  MUST(cudaStreamEndCapture(stream, &graph));
  return graph;
}

static void show_launch_from_kernel(cudaGraphExec_t exec, cudaStream_t stream) {
  int *pinned;
  MUST(cudaMallocHost(&pinned, 4));
  *pinned = -1;
  cudaGraph_t graph;
  cudaGraphExec_t launcher;
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  launch<<<1, 1, 0, stream>>>(exec, pinned);
  MUST(cudaStreamEndCapture(stream, &graph));
  MUST(cudaGraphInstantiate(&launcher, graph, 0));
  MUST(cudaGraphLaunch(launcher, stream));
  SHOW(cudaStreamSynchronize(stream));
  show_value("error", *pinned);
}

// A launch from a kernel of a null handle.
CASE(wrong_null) {
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  show_launch_from_kernel(nullptr, stream);
}

// A launch from a kernel of an executable graph that was not instantiated for it.
CASE(wrong_plain) {
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  cudaGraphExec_t exec;
  MUST(cudaGraphInstantiate(&exec, graph_of_nothing(stream), 0));
  show_launch_from_kernel(exec, stream);
}

// A launch from a kernel of a device graph that was not uploaded.
CASE(wrong_fresh) {
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  cudaGraphExec_t exec;
  MUST(cudaGraphInstantiate(&exec, graph_of_nothing(stream), cudaGraphInstantiateFlagDeviceLaunch));
  show_launch_from_kernel(exec, stream);
}
