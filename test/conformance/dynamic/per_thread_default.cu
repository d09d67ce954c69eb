// SPDX-License-Identifier: Apache-2.0
// flags: -rdc=true --default-stream per-thread
// Kernels that use streams, in a program whose default streams are per thread.
#include "../transcript.h"
__global__ void add(int *out, int v) { atomicAdd(out, v); }
__global__ void parent(int *out, int *copy) {
  int mine = threadIdx.x * 3;
  cudaMemsetAsync(out + mine, 0, 8, 0);
  add<<<1, 32>>>(out + mine, 1);
  cudaEvent_t event;
  cudaStream_t s;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
  cudaEventRecord(event, 0);
  cudaStreamWaitEvent(s, event, 0);
  add<<<1, 32, 0, s>>>(out + mine + 1, 2);
  cudaMemcpyAsync(copy + mine, out + mine, 8, cudaMemcpyDeviceToDevice, s);
  cudaEventDestroy(event);
  cudaStreamDestroy(s);
  copy[2 + mine] = cudaGetLastError();
}
int main() {
  DeviceArray<int> out(12), copy(12);
  parent<<<1, 4>>>(out, copy);
  SHOW(cudaGetLastError());
  SHOW(cudaDeviceSynchronize());
  int got[12];
  MUST(cudaMemcpy(got, copy, sizeof got, cudaMemcpyDeviceToHost));
  bool is_right = true;
  for (int i = 0; i < 12; i += 3) {
    std::printf("%d %d %s\n", got[i], got[i + 1], name_of(static_cast<cudaError_t>(got[i + 2])));
    is_right = is_right && got[i] == 32 && got[i + 1] == 64 && got[i + 2] == cudaSuccess;
  }
  return is_right ? 0 : 1;
}
