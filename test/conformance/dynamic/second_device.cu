// SPDX-License-Identifier: Apache-2.0
// flags: -rdc=true
// devices: 2
// Kernels that launch kernels, by name and through pointers, and graphs, on a second device: its variables are used.
#include <cstdlib>

#include "../transcript.h"

__device__ int of_device = 1;

__global__ void child(int *out, int value) { out[threadIdx.x] = value + of_device * int(threadIdx.x); }
__global__ void tail(int *out) { out[32] = out[0] + out[31]; }

using Kernel = void (*)(int *, int);
__global__ void parent(int *out, Kernel given) {
  Kernel chosen = out[0] < 0 ? child : given;
  chosen<<<1, 32>>>(out, 100);
  tail<<<1, 1, 0, cudaStreamTailLaunch>>>(out);
}
__global__ void parent_by_name(int *out) {
  child<<<1, 32>>>(out, 200);
  tail<<<1, 1, 0, cudaStreamTailLaunch>>>(out);
}
__global__ void find(Kernel *out) { *out = child; }
__global__ void launch_graph(cudaGraphExec_t exec) { cudaGraphLaunch(exec, cudaStreamGraphTailLaunch); }

void check(const char *what, const int *device_words, int base, int scale) {
  int got[33];
  MUST(cudaMemcpy(got, device_words, sizeof got, cudaMemcpyDeviceToHost));
  const int last = base + 31 * scale;
  std::printf("%s: %d %d %d\n", what, got[0], got[31], got[32]);
  if (got[0] == base && got[31] == last && got[32] == base + last) return;
  std::printf("expected: %d %d %d\n", base, last, base + last);
  std::exit(1);
}

int main() {
  for (int device : {1, 0}) {
    MUST(cudaSetDevice(device));
    int scale = 10 + device;
    MUST(cudaMemcpyToSymbol(of_device, &scale, sizeof scale));
    int *out;
    Kernel *found, pointer;
    MUST(cudaMalloc(&out, 33 * sizeof(int)));
    MUST(cudaMemset(out, 0, 33 * sizeof(int)));
    MUST(cudaMalloc(&found, sizeof *found));
    find<<<1, 1>>>(found);
    MUST(cudaMemcpy(&pointer, found, sizeof pointer, cudaMemcpyDeviceToHost));
    std::printf("device %d\n", device);
    parent_by_name<<<1, 1>>>(out);
    SHOW(cudaDeviceSynchronize());
    check("by name", out, 200, scale);
    parent<<<1, 1>>>(out, pointer);
    SHOW(cudaDeviceSynchronize());
    check("through a pointer", out, 100, scale);

    cudaStream_t stream;
    MUST(cudaStreamCreate(&stream));
    cudaGraph_t inner, outer;
    cudaGraphExec_t inner_exec, outer_exec;
    MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    child<<<1, 32, 0, stream>>>(out, 300);
    tail<<<1, 1, 0, stream>>>(out);
    MUST(cudaStreamEndCapture(stream, &inner));
    MUST(cudaGraphInstantiate(&inner_exec, inner, cudaGraphInstantiateFlagDeviceLaunch));
    MUST(cudaGraphUpload(inner_exec, stream));
    MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    launch_graph<<<1, 1, 0, stream>>>(inner_exec);
    MUST(cudaStreamEndCapture(stream, &outer));
    MUST(cudaGraphInstantiate(&outer_exec, outer, cudaGraphInstantiateFlagDeviceLaunch));
    MUST(cudaGraphUpload(outer_exec, stream));
    SHOW(cudaGraphLaunch(outer_exec, stream));
    SHOW(cudaStreamSynchronize(stream));
    check("by a graph that a kernel launched", out, 300, scale);
    MUST(cudaGraphExecDestroy(outer_exec));
    MUST(cudaGraphExecDestroy(inner_exec));
    MUST(cudaGraphDestroy(outer));
    MUST(cudaGraphDestroy(inner));
    MUST(cudaStreamDestroy(stream));
    MUST(cudaFree(found));
    MUST(cudaFree(out));
  }
  show_last_error("at the end");
}
