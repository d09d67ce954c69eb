// SPDX-License-Identifier: Apache-2.0
// flags: -rdc=true
// A grid is complete when its children are: what follows in its stream, events and every kind of wait see their work.
#include "../transcript.h"

__device__ void spend(long long cycles) {
  long long start = clock64();
  while (clock64() - start < cycles) {
  }
}

__global__ void late(int *out, int value) {
  spend(2000000);
  *out = value;
}
__global__ void middle(int *out, int value) {
  late<<<1, 1, 0, cudaStreamFireAndForget>>>(out, value);
}
__global__ void parent(int *out, int value) { middle<<<1, 1>>>(out, value); }
__global__ void copy(int *to, const int *from) { *to = *from; }
__global__ void tail_parent(int *out, int value) {
  late<<<1, 1, 0, cudaStreamTailLaunch>>>(out, value);
}

int main() {
  DeviceArray<int> out(16);
  int *p = out;
  cudaStream_t a, b;
  MUST(cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking));
  MUST(cudaStreamCreate(&b));
  cudaEvent_t event;
  MUST(cudaEventCreate(&event));
  parent<<<1, 1, 0, a>>>(p, 1);
  copy<<<1, 1, 0, a>>>(p + 1, p);
  SHOW(cudaStreamSynchronize(a));
  show_row("next in the stream", out.read());
  parent<<<1, 1, 0, a>>>(p, 2);
  MUST(cudaEventRecord(event, a));
  MUST(cudaStreamWaitEvent(b, event, 0));
  copy<<<1, 1, 0, b>>>(p + 2, p);
  SHOW(cudaStreamSynchronize(b));
  show_row("behind an event", out.read());
  parent<<<1, 1, 0, a>>>(p, 3);
  show("query", cudaStreamQuery(a));
  MUST(cudaEventRecord(event, a));
  show("event query", cudaEventQuery(event));
  SHOW(cudaEventSynchronize(event));
  show_row("event synchronised", out.read());
  parent<<<1, 1, 0, b>>>(p, 4);
  copy<<<1, 1>>>(p + 3, p);
  SHOW(cudaStreamSynchronize(0));
  show_row("behind the legacy stream", out.read());
  tail_parent<<<1, 1, 0, a>>>(p, 5);
  copy<<<1, 1, 0, a>>>(p + 4, p);
  MUST(cudaMemcpyAsync(p + 5, p, 4, cudaMemcpyDefault, a));
  SHOW(cudaStreamSynchronize(a));
  show_row("behind a tail launch", out.read());
  int host = 0;
  parent<<<1, 1>>>(p, 6);
  SHOW(cudaMemcpy(&host, p, 4, cudaMemcpyDeviceToHost));
  show_value("copied", host);
  parent<<<1, 1, 0, a>>>(p, 7);
  MUST(cudaStreamDestroy(a));
  SHOW(cudaDeviceSynchronize());
  show_row("stream destroyed", out.read());
}
