// SPDX-License-Identifier: Apache-2.0
// flags: -rdc=true
// Errors, faults and limits of kernels that launch kernels.
#include "../cases.h"

namespace errors_ {
__global__ void child(int *out) { *out = 1; }
__global__ void __launch_bounds__(64) bounded(int *out) { *out = 1; }

__global__ void big_static(int *out) {
  __shared__ int room[10000];
  for (int i = threadIdx.x; i < 10000; i += blockDim.x) room[i] = *out + i;
  __syncthreads();
  *out = room[*out];
}

__device__ void tell(const char *what, cudaError_t error) {
  printf("%s: %s\n", what, cudaGetErrorName(error));
}

#define TELL(...) tell(#__VA_ARGS__, (__VA_ARGS__))

__device__ void last(const char *what) {
  printf("%s: peek %s, get %s, again %s\n", what, cudaGetErrorName(cudaPeekAtLastError()),
         cudaGetErrorName(cudaGetLastError()), cudaGetErrorName(cudaGetLastError()));
}

__global__ void configurations(int *out) {
  child<<<1, 1>>>(out);
  last("good");
  child<<<1, 1025>>>(out);
  last("block 1025");
  child<<<1, dim3(1, 1, 65)>>>(out);
  last("block z 65");
  child<<<1, 0>>>(out);
  last("block 0");
  child<<<0, 1>>>(out);
  last("grid 0");
  child<<<dim3(1, 65536), 1>>>(out);
  last("grid y 65536");
  child<<<1, 1, 48 * 1024>>>(out);
  last("shared 48 KiB");
  child<<<1, 1, 48 * 1024 + 1>>>(out);
  last("shared 48 KiB + 1");
  child<<<1, 1, 1000000>>>(out);
  last("shared 1000000");
  bounded<<<1, 65>>>(out);
  last("above launch bounds");
  big_static<<<1, 1, 10000>>>(out);
  last("static and dynamic too large");
  child<<<1, 1, 0, (cudaStream_t)0x12345678>>>(out);
  last("no stream");
}

__global__ void streams() {
  cudaStream_t s;
  TELL(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  TELL(cudaStreamDestroy(s));
  TELL(cudaStreamCreateWithFlags(&s, cudaStreamDefault));
  TELL(cudaStreamCreateWithFlags(&s, 7));
  TELL(cudaStreamDestroy(0));
  TELL(cudaStreamDestroy(cudaStreamTailLaunch));
  TELL(cudaStreamDestroy(cudaStreamFireAndForget));
  last("streams");
}

__global__ void events() {
  cudaEvent_t e;
  TELL(cudaEventCreateWithFlags(&e, cudaEventDefault));
  TELL(cudaEventCreateWithFlags(&e, cudaEventBlockingSync));
  TELL(cudaEventCreateWithFlags(&e, cudaEventDisableTiming | cudaEventInterprocess));
  TELL(cudaEventCreateWithFlags(&e, cudaEventDisableTiming | cudaEventBlockingSync));
  TELL(cudaEventCreateWithFlags(&e, cudaEventDisableTiming));
  TELL(cudaStreamWaitEvent(0, e, 0));
  TELL(cudaEventRecord(e, 0));
  TELL(cudaStreamWaitEvent(0, e, 0));
  TELL(cudaStreamWaitEvent(0, e, 1));
  TELL(cudaEventRecord(e, cudaStreamTailLaunch));
  TELL(cudaEventRecord(e, cudaStreamFireAndForget));
  TELL(cudaStreamWaitEvent(cudaStreamTailLaunch, e, 0));
  TELL(cudaStreamWaitEvent(cudaStreamFireAndForget, e, 0));
  TELL(cudaEventDestroy(e));
  TELL(cudaEventRecord(0, 0));
  TELL(cudaStreamWaitEvent(0, 0, 0));
  TELL(cudaEventDestroy(0));
  last("events");
}

__global__ void whose_last(int *out, int *seen) {
  if (threadIdx.x == 0) child<<<1, 2000>>>(out);
  __syncthreads();
  seen[threadIdx.x] = cudaPeekAtLastError();
  __syncthreads();
  if (threadIdx.x == 1) cudaGetLastError();
  __syncthreads();
  seen[64 + threadIdx.x] = cudaPeekAtLastError();
}

__global__ void texts() {
  printf("%s\n", cudaGetErrorString(cudaErrorInvalidValue));
  printf("%s\n", cudaGetErrorString(cudaErrorLaunchPendingCountExceeded));
  printf("%s\n", cudaGetErrorName(cudaErrorLaunchMaxDepthExceeded));
  printf("%s\n", cudaGetErrorName((cudaError_t)12345));
  printf("%s\n", cudaGetErrorString((cudaError_t)12345));
}

// Errors that device code gets from the calls it may make, and who keeps the last one.
CASE(errors) {
  DeviceArray<int> out(1), seen(128);
  configurations<<<1, 1>>>(out.get());
  SHOW(cudaDeviceSynchronize());
  streams<<<1, 1>>>();
  SHOW(cudaDeviceSynchronize());
  events<<<1, 1>>>();
  SHOW(cudaDeviceSynchronize());
  whose_last<<<1, 64>>>(out.get(), seen.get());
  SHOW(cudaDeviceSynchronize());
  auto v = seen.read();
  show_row("lanes and warps", {v[0], v[1], v[31], v[32], v[63], v[64], v[65], v[95], v[96], v[127]});
  texts<<<1, 1>>>();
  SHOW(cudaDeviceSynchronize());
  show_last_error("on the host");
}
}  // namespace errors_

namespace child_fault_ {
__global__ void bad(int *p) { *p = 1; }
__global__ void good(int *p) { *p = 2; }

__global__ void parent(int *out) {
  bad<<<1, 1>>>((int *)16);
  good<<<1, 1>>>(out);
  good<<<1, 1, 0, cudaStreamTailLaunch>>>(out);
}

// A fault of a child ends the context as one of its parent does; what waits behind it does not run.
CASE(child_fault) {
  int *pinned;
  MUST(cudaMallocHost(&pinned, 4));
  *pinned = 0;
  parent<<<1, 1>>>(pinned);
  show_last_error("launch");
  good<<<1, 1>>>(pinned);
  SHOW(cudaDeviceSynchronize());
  show_value("after", *pinned);
  SHOW(cudaDeviceSynchronize());
  parent<<<1, 1>>>(pinned);
  show_last_error("launch");
}
}  // namespace child_fault_

namespace child_trap_ {
__global__ void trap() { __trap(); }
__global__ void middle() { trap<<<1, 1, 0, cudaStreamTailLaunch>>>(); }
__global__ void parent() { middle<<<1, 1, 0, cudaStreamFireAndForget>>>(); }

// A trap in a child's child.
CASE(child_trap) {
  parent<<<1, 1>>>();
  SHOW(cudaDeviceSynchronize());
  SHOW(cudaGetLastError());
}
}  // namespace child_trap_

namespace depth_ {
__device__ int deepest, first_error, error_at, tails;

__global__ void down(int depth) {
  atomicMax(&deepest, depth);
  if (depth == 40) return;
  down<<<1, 1>>>(depth + 1);
  cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess) {
    first_error = error;
    error_at = depth;
  }
}

__global__ void down_forget(int depth) {
  atomicMax(&deepest, depth);
  if (depth == 40) return;
  down_forget<<<1, 1, 0, cudaStreamFireAndForget>>>(depth + 1);
  cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess) {
    first_error = error;
    error_at = depth;
  }
}

// A tail launch takes its parent's place.
__global__ void tail(int n) {
  ++tails;
  if (n > 0) tail<<<1, 1, 0, cudaStreamTailLaunch>>>(n - 1);
  cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess) {
    first_error = error;
    error_at = n;
  }
}

void report(const char *what) {
  int d, e, a, zero = 0;
  show("end", cudaDeviceSynchronize());
  MUST(cudaMemcpyFromSymbol(&d, deepest, sizeof d));
  MUST(cudaMemcpyFromSymbol(&e, first_error, sizeof e));
  MUST(cudaMemcpyFromSymbol(&a, error_at, sizeof a));
  std::printf("%s: deepest %d, error %s at %d\n", what, d, cudaGetErrorName(cudaError_t(e)), a);
  MUST(cudaMemcpyToSymbol(deepest, &zero, sizeof zero));
  MUST(cudaMemcpyToSymbol(first_error, &zero, sizeof zero));
  MUST(cudaMemcpyToSymbol(error_at, &zero, sizeof zero));
}

// How deep kernels nest.
CASE(depth) {
  down<<<1, 1>>>(0);
  report("NULL stream");
  down_forget<<<1, 1>>>(0);
  report("fire and forget");
  tail<<<1, 1>>>(1000);
  report("tail");
  int n;
  MUST(cudaMemcpyFromSymbol(&n, tails, sizeof n));
  show_value("tails", n);
}
}  // namespace depth_

namespace pending_ {
__device__ int ran, refused, first_refused, code;
__device__ volatile int open_gate;

__global__ void held() {
  while (open_gate == 0) {
  }
}

__global__ void child() { atomicAdd(&ran, 1); }

__global__ void many(int n) {
  held<<<1, 1>>>();
  for (int i = 0; i < n; ++i) {
    child<<<1, 1>>>();
    cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess) {
      if (refused++ == 0) first_refused = i;
      code = error;
    }
  }
  open_gate = 1;
}

__global__ void tails(int n) {
  for (int i = 0; i < n; ++i) {
    child<<<1, 1, 0, cudaStreamTailLaunch>>>();
    cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess) {
      if (refused++ == 0) first_refused = i;
      code = error;
    }
  }
}

// The refused ones are not lost for good: room comes back.
__global__ void again(int n) {
  if (n == 0) return;
  child<<<1, 100>>>();
  again<<<1, 1, 0, cudaStreamTailLaunch>>>(n - 1);
}

void report(const char *what) {
  int r, f, i, c, zero = 0;
  show("end", cudaDeviceSynchronize());
  MUST(cudaMemcpyFromSymbol(&r, ran, sizeof r));
  MUST(cudaMemcpyFromSymbol(&f, refused, sizeof f));
  MUST(cudaMemcpyFromSymbol(&i, first_refused, sizeof i));
  MUST(cudaMemcpyFromSymbol(&c, code, sizeof c));
  std::printf("%s: ran %d, refused %d, first %d, %s\n", what, r, f, i, cudaGetErrorName(cudaError_t(c)));
  MUST(cudaMemcpyToSymbol(ran, &zero, sizeof zero));
  MUST(cudaMemcpyToSymbol(refused, &zero, sizeof zero));
  MUST(cudaMemcpyToSymbol(first_refused, &zero, sizeof zero));
  MUST(cudaMemcpyToSymbol(code, &zero, sizeof zero));
  MUST(cudaMemcpyToSymbol(open_gate, &zero, sizeof zero));
}

// More launches than may be pending at once.
CASE(pending) {
  many<<<1, 1>>>(100);
  report("100 behind a gate");
  many<<<1, 1>>>(3000);
  report("3000 behind a gate");
  tails<<<1, 1>>>(3000);
  report("3000 tails");
  again<<<1, 1>>>(3000);
  report("3000 one after the other");
  SHOW(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 20000));
  many<<<1, 1>>>(3000);
  report("3000 behind a gate, limit 20000");
}
}  // namespace pending_
