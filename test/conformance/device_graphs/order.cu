// SPDX-License-Identifier: Apache-2.0
// flags: -rdc=true
// Graphs that a kernel of a graph launches: at once, behind its own graph, beside it.
#include "../transcript.h"

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
__global__ void launch_one(cudaGraphExec_t exec, unsigned long long stream, int *error) {
  *error = cudaGraphLaunch(exec, (cudaStream_t)stream);
}
__global__ void launch_two(cudaGraphExec_t a, cudaGraphExec_t b, unsigned long long stream, int *error) {
  error[0] = cudaGraphLaunch(a, (cudaStream_t)stream);
  error[1] = cudaGraphLaunch(b, (cudaStream_t)stream);
}
__global__ void relaunch(int *count, int *error) {
  if (++*count < 10) *error |= cudaGraphLaunch(cudaGetCurrentGraphExec(), cudaStreamGraphTailLaunch);
}
__global__ void current(int *out) { *out = cudaGetCurrentGraphExec() != nullptr; }

cudaStream_t stream;

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

int main() {
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
