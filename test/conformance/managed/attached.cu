// SPDX-License-Identifier: Apache-2.0
// Managed memory that is attached to one stream or to the host: what the calls accept, and which wait.
#include "../gate.h"

__global__ void add(int *p) { *p += 1; }

int main() {
  prepare_gates();
  cudaStream_t s, other;
  MUST(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  MUST(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  int *p, *host;
  MUST(cudaMallocManaged(&p, 4096));
  SHOW(cudaMallocManaged(&host, 4096, cudaMemAttachHost));
  *p = 1;
  *host = 1;
  SHOW(cudaStreamAttachMemAsync(s, p));
  SHOW(cudaStreamSynchronize(s));
  add<<<1, 1, 0, s>>>(p);
  SHOW(cudaStreamSynchronize(s));
  show_value("value", *p);
  SHOW(cudaStreamAttachMemAsync(other, p));
  SHOW(cudaStreamSynchronize(other));
  add<<<1, 1, 0, other>>>(p);
  SHOW(cudaStreamSynchronize(other));
  show_value("value", *p);
  SHOW(cudaStreamAttachMemAsync(s, host, 4096, cudaMemAttachSingle));
  add<<<1, 1, 0, s>>>(host);
  SHOW(cudaStreamSynchronize(s));
  show_value("value", *host);
  SHOW(cudaStreamAttachMemAsync(nullptr, p, 0, cudaMemAttachGlobal));
  SHOW(cudaStreamAttachMemAsync(nullptr, p, 0, cudaMemAttachHost));
  SHOW(cudaDeviceSynchronize());
  *p = 10;
  SHOW(cudaStreamAttachMemAsync(s, p, 0, cudaMemAttachSingle));
  SHOW(cudaStreamDestroy(s));
  SHOW(cudaDeviceSynchronize());
  add<<<1, 1, 0, other>>>(p);
  SHOW(cudaDeviceSynchronize());
  show_value("value", *p);
  show_while_busy("attach", other, [&] { return cudaStreamAttachMemAsync(other, p, 0, cudaMemAttachGlobal); });
  show_while_busy("prefetch", other, [&] {
    cudaMemLocation device = {};
    device.type = cudaMemLocationTypeDevice;
    return cudaMemPrefetchAsync(p, 4096, device, 0, other);
  });
  show_while_busy("advise", other, [&] {
    cudaMemLocation device = {};
    device.type = cudaMemLocationTypeDevice;
    return cudaMemAdvise(p, 4096, cudaMemAdviseSetReadMostly, device);
  });
  SHOW(cudaFree(p));
  SHOW(cudaFree(host));
}
