// SPDX-License-Identifier: Apache-2.0
// flags: -rdc=true
// Errors that device code gets from the calls it may make, and who keeps the last one.
#include "../transcript.h"

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

int main() {
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
