// SPDX-License-Identifier: Apache-2.0
// flags: -rdc=true
// Graphs that launch graphs that launch graphs: whose tail comes when, who counts as launched by whom.
#include "../transcript.h"

__device__ int used;
__device__ int log_of[64];

__device__ int after_of[100];  // how many are in the log before a value comes

// Until so many are in the log; not for ever.
__device__ void wait_for(int entries) {
  long long start = clock64();
  while (*(volatile int *)&used < entries && clock64() - start < 1000000000) {
  }
}
__global__ void note(int value) {
  wait_for(after_of[value]);
  log_of[atomicAdd(&used, 1)] = value;
}
__global__ void launch_one(cudaGraphExec_t exec, unsigned long long stream, int *error) {
  *error = cudaGraphLaunch(exec, (cudaStream_t)stream);
}
__global__ void launch_some(cudaGraphExec_t *execs, int n, unsigned long long stream, int *accepted) {
  for (int i = 0; i < n; ++i) *accepted += cudaGraphLaunch(execs[i], (cudaStream_t)stream) == cudaSuccess;
}
__global__ void current(cudaGraphExec_t *out) { *out = cudaGetCurrentGraphExec(); }
__global__ void launch_self(unsigned long long stream, int *error) {
  *error = cudaGraphLaunch(cudaGetCurrentGraphExec(), (cudaStream_t)stream);
}
__global__ void fail_and_ask(int *out) {
  out[0] = cudaGraphLaunch(nullptr, cudaStreamGraphFireAndForget);
  out[1] = cudaPeekAtLastError();
  out[2] = cudaGetLastError();
  out[3] = cudaGetLastError();
}
__global__ void nothing() {}

cudaStream_t stream;
const unsigned long long forget = (unsigned long long)cudaStreamGraphFireAndForget;
const unsigned long long tail = (unsigned long long)cudaStreamGraphTailLaunch;
const unsigned long long sibling = (unsigned long long)cudaStreamGraphFireAndForgetAsSibling;

template <class Add>
cudaGraphExec_t make(unsigned long long flags, Add add) {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  add();
  MUST(cudaStreamEndCapture(stream, &graph));
  MUST(cudaGraphInstantiate(&exec, graph, flags));
  if (flags != 0) MUST(cudaGraphUpload(exec, stream));
  return exec;
}
template <class Add>
cudaGraphExec_t make_device(Add add) {
  return make(cudaGraphInstantiateFlagDeviceLaunch, add);
}
void show_log(const char *what) {
  cudaError_t error = cudaDeviceSynchronize();
  int n = 0, values[64], zero = 0;
  MUST(cudaMemcpyFromSymbol(&n, used, sizeof n));
  MUST(cudaMemcpyFromSymbol(values, log_of, sizeof values));
  std::printf("%s (%s):", what, name_of(error));
  for (int i = 0; i < n; ++i) std::printf(" %d", values[i]);
  std::printf("\n");
  MUST(cudaMemcpyToSymbol(used, &zero, sizeof zero));
}
void add_note(int value) { note<<<1, 1, 0, stream>>>(value); }
void set_after(int value, int entries) { MUST(cudaMemcpyToSymbol(after_of, &entries, sizeof entries, value * sizeof entries)); }

int main() {
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  DeviceArray<int> errors(64);
  int *e = errors;
  auto show_errors = [&](int n) {
    auto v = errors.read();
    show_row("errors", std::vector<int>(v.begin(), v.begin() + n));
    MUST(cudaMemset(e, 0, 256));
    MUST(cudaDeviceSynchronize());
  };
  cudaGraphExec_t leaf = make_device([&] { add_note(90), add_note(91); });
  cudaGraphExec_t other = make_device([&] { add_note(80); });
  auto launching = [&](cudaGraphExec_t exec, unsigned long long in, int place, int value) {
    return make_device([=] {
      launch_one<<<1, 1, 0, stream>>>(exec, in, e + place);
      add_note(value);
    });
  };
  const struct {
    const char *name;
    unsigned long long stream;
  } kinds[] = {{"forget", forget}, {"tail", tail}, {"sibling", sibling}};
  // The host's graph launches `middle`, which launches `leaf`; then a tail of the host's graph.
  for (auto &outer : kinds) {
    for (auto &inner : kinds) {
      set_after(1, outer.stream == tail ? 0 : 1);
      // Siblings of what the host launched, or of its tail, are not waited for by the tail.
      const bool is_free = outer.stream == sibling || (outer.stream == tail && inner.stream == sibling);
      set_after(90, is_free ? 3 : 2);
      cudaGraphExec_t middle = launching(leaf, inner.stream, 1, 50);
      cudaGraphExec_t top = make(0, [&] {
        launch_one<<<1, 1, 0, stream>>>(middle, outer.stream, e);
        launch_one<<<1, 1, 0, stream>>>(other, tail, e + 2);
        add_note(1);
      });
      MUST(cudaGraphLaunch(top, stream));
      add_note(2);
      char what[64];
      std::snprintf(what, sizeof what, "%s of %s", inner.name, outer.name);
      show_log(what);
      show_errors(3);
    }
  }
  // One that launches itself.
  for (auto &kind : kinds) {
    if (kind.stream == tail) continue;
    cudaGraphExec_t self = make_device([&] { launch_self<<<1, 1, 0, stream>>>(kind.stream, e); });
    MUST(cudaGraphLaunch(self, stream));
    show_log(kind.name);
    show_errors(1);
  }
  // Which graph runs.
  {
    DeviceArray<cudaGraphExec_t> seen(2);
    cudaGraphExec_t *s = seen;
    cudaGraphExec_t asks = make_device([&] { current<<<1, 1, 0, stream>>>(s); });
    MUST(cudaGraphLaunch(asks, stream));
    MUST(cudaStreamSynchronize(stream));
    show_truth("current is the host's handle", seen.read()[0] == asks);
    show_truth("current is some", seen.read()[0] != nullptr);
    cudaGraphExec_t first = seen.read()[0];
    MUST(cudaMemset(s, 0, 16));
    MUST(cudaDeviceSynchronize());
    cudaGraphExec_t top = make(0, [&] {
      launch_one<<<1, 1, 0, stream>>>(asks, forget, e);
      current<<<1, 1, 0, stream>>>(s + 1);
    });
    MUST(cudaGraphLaunch(top, stream));
    MUST(cudaStreamSynchronize(stream));
    show_truth("the same when launched by a kernel", seen.read()[0] == first);
    show_truth("none in the host's", seen.read()[1] == nullptr);
    show_errors(1);
  }
  // Kernels of no graph.
  set_after(1, 0);
  set_after(90, 0);
  for (auto &kind : kinds) {
    launch_one<<<1, 1, 0, stream>>>(leaf, kind.stream, e);
    add_note(1);
    show_log(kind.name);
    show_errors(1);
  }
  // Limits: of a launch of a graph, or of a kernel?
  {
    std::vector<cudaGraphExec_t> execs(260);
    for (auto &exec : execs) exec = make_device([&] { nothing<<<1, 1, 0, stream>>>(); });
    DeviceArray<cudaGraphExec_t> many(execs);
    cudaGraphExec_t *m = many;
    cudaGraphExec_t top = make(0, [&] {
      launch_some<<<1, 1, 0, stream>>>(m, 60, forget, e);
      launch_some<<<1, 1, 0, stream>>>(m + 60, 100, forget, e + 1);
      launch_some<<<1, 1, 0, stream>>>(m + 160, 60, sibling, e + 2);
    });
    for (int round = 0; round < 2; ++round) {
      MUST(cudaGraphLaunch(top, stream));
      MUST(cudaStreamSynchronize(stream));
      show_errors(3);
    }
  }
  // The last error.
  {
    cudaGraphExec_t top = make(0, [&] { fail_and_ask<<<1, 1, 0, stream>>>(e); });
    MUST(cudaGraphLaunch(top, stream));
    show_log("last error");
    show_errors(4);
  }
}
