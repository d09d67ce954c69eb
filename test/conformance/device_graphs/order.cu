// SPDX-License-Identifier: Apache-2.0
// flags: -rdc=true
// When the graphs run that a kernel launches, and what hosts change in them.
#include "../cases.h"

__global__ void launch_one(cudaGraphExec_t exec, unsigned long long stream, int *error) {
  *error = cudaGraphLaunch(exec, (cudaStream_t)stream);
}
cudaStream_t stream;

__device__ int used;
__device__ int log_of[64];

// Until so many are in the log; not for ever.
__device__ void wait_for(int entries) {
  long long start = clock64();
  while (*(volatile int *)&used < entries && clock64() - start < 1000000000) {
  }
}

__global__ void note(int value, int after) {
  wait_for(after);
  log_of[atomicAdd(&used, 1)] = value;
}

__global__ void launch_two(cudaGraphExec_t a, cudaGraphExec_t b, unsigned long long stream, int *error) {
  error[0] = cudaGraphLaunch(a, (cudaStream_t)stream);
  error[1] = cudaGraphLaunch(b, (cudaStream_t)stream);
}

__global__ void relaunch(int *count, int *error) {
  if (++*count < 10) *error |= cudaGraphLaunch(cudaGetCurrentGraphExec(), cudaStreamGraphTailLaunch);
}

__global__ void current(int *out) { *out = cudaGetCurrentGraphExec() != nullptr; }

template <class Add>
cudaGraphExec_t make(unsigned long long flags, Add add) {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  add();
  MUST(cudaStreamEndCapture(stream, &graph));
  MUST(cudaGraphInstantiate(&exec, graph, flags));
  return exec;
}

void show_log(const char *what) {
  show("end", cudaStreamSynchronize(stream));
  int n = 0, values[64], zero = 0;
  MUST(cudaMemcpyFromSymbol(&n, used, sizeof n));
  MUST(cudaMemcpyFromSymbol(values, log_of, sizeof values));
  show_row(what, std::vector<int>(values, values + n));
  MUST(cudaMemcpyToSymbol(used, &zero, sizeof zero));
}

// Graphs that a kernel of a graph launches: at once, behind its own graph, beside it.
CASE(order) {
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  DeviceArray<int> out(8);
  int *p = out;
  auto two_notes = [](int value) {
    return [=] {
      note<<<1, 1, 0, stream>>>(value, 0);
      note<<<1, 1, 0, stream>>>(value + 1, 0);
    };
  };
  cudaGraphExec_t a = make(cudaGraphInstantiateFlagDeviceLaunch, two_notes(10));
  cudaGraphExec_t b = make(cudaGraphInstantiateFlagDeviceLaunch, two_notes(20));
  SHOW(cudaGraphUpload(a, stream));
  SHOW(cudaGraphUpload(b, stream));
  SHOW(cudaStreamSynchronize(stream));
  const struct {
    const char *name;
    unsigned long long stream;
    int after;  // how many the launching graph waits for
  } kinds[] = {{"fire and forget", (unsigned long long)cudaStreamGraphFireAndForget, 2},
               {"tail", (unsigned long long)cudaStreamGraphTailLaunch, 0},
               {"sibling", (unsigned long long)cudaStreamGraphFireAndForgetAsSibling, 2}};
  for (auto &kind : kinds) {
    cudaGraphExec_t launcher = make(0, [&] {
      launch_one<<<1, 1, 0, stream>>>(a, kind.stream, p);
      note<<<1, 1, 0, stream>>>(1, kind.after);
    });
    SHOW(cudaGraphLaunch(launcher, stream));
    note<<<1, 1, 0, stream>>>(2, 0);
    SHOW(cudaDeviceSynchronize());
    show_log(kind.name);
    show_value("error", out.read()[0]);
  }
  cudaGraphExec_t tails = make(0, [&] {
    launch_two<<<1, 1, 0, stream>>>(b, a, (unsigned long long)cudaStreamGraphTailLaunch, p);
    note<<<1, 1, 0, stream>>>(1, 0);
  });
  SHOW(cudaGraphLaunch(tails, stream));
  note<<<1, 1, 0, stream>>>(2, 0);
  show_log("two tails");
  show_row("errors", {out.read()[0], out.read()[1]});
  MUST(cudaMemset(p, 0, 32));
    MUST(cudaDeviceSynchronize());
  cudaGraphExec_t self = make(cudaGraphInstantiateFlagDeviceLaunch, [&] {
    relaunch<<<1, 1, 0, stream>>>(p, p + 1);
    note<<<1, 1, 0, stream>>>(30, 0);
  });
  SHOW(cudaGraphLaunch(self, stream));
  note<<<1, 1, 0, stream>>>(31, 0);
  show_log("itself");
  show_row("count, errors", {out.read()[0], out.read()[1]});
  // A device graph is launched from the host as any other.
  SHOW(cudaGraphLaunch(a, stream));
  show_log("from the host");
  current<<<1, 1, 0, stream>>>(p);
  SHOW(cudaStreamSynchronize(stream));
  show_value("in a graph", out.read()[0]);
  cudaGraphExec_t asks = make(0, [&] { current<<<1, 1, 0, stream>>>(p); });
  SHOW(cudaGraphLaunch(asks, stream));
  SHOW(cudaStreamSynchronize(stream));
  show_value("in a graph", out.read()[0]);
}

__device__ int last_value;
__global__ void store(int value) { last_value = value; }

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

// Device graphs that hosts change, upload again, launch by themselves, and what else may be in one.
CASE(changes) {
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
