// SPDX-License-Identifier: Apache-2.0
// A batch of copies: contents, when sources are read, what is refused.
#include "../gate.h"

int main() {
  prepare_gates();
  cudaStream_t s;
  MUST(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  int host[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  DeviceArray<int> a(8), b(8);
  int *pinned;
  MUST(cudaMallocHost(&pinned, sizeof host));
  std::memset(pinned, 0, sizeof host);
  void *dsts[3] = {a.get(), a.get() + 4, b.get() + 2};
  const void *srcs[3] = {host, host + 2, host + 6};
  std::size_t sizes[3] = {8, 16, 8};
  cudaMemcpyAttributes attributes = {};
  attributes.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
  std::size_t first = 0;
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 3, &attributes, &first, 1, s));
  MUST(cudaStreamSynchronize(s));
  show_row("a", a.read());
  show_row("b", b.read());
  {
    Gate gate(s);
    attributes.srcAccessOrder = cudaMemcpySrcAccessOrderDuringApiCall;
    SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 1, &attributes, &first, 1, s));
    host[0] = 100;
    attributes.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
    pinned[0] = 7;
    void *to = b.get();
    const void *from = pinned;
    std::size_t bytes = 4;
    SHOW(cudaMemcpyBatchAsync(&to, &from, &bytes, 1, &attributes, &first, 1, s));
    pinned[0] = 8;
  }
  MUST(cudaStreamSynchronize(s));
  show_row("a", a.read());
  show_row("b", b.read());
  // Back to the host, and between devices' memories.
  void *back[2] = {pinned, b.get()};
  const void *out[2] = {a.get(), a.get()};
  std::size_t both[2] = {32, 4};
  attributes.srcAccessOrder = cudaMemcpySrcAccessOrderAny;
  SHOW(cudaMemcpyBatchAsync(back, out, both, 2, &attributes, &first, 1, s));
  MUST(cudaStreamSynchronize(s));
  show_row("pinned", std::vector<int>(pinned, pinned + 8));
  cudaMemcpyAttributes two[2] = {};
  two[0].srcAccessOrder = cudaMemcpySrcAccessOrderStream;
  two[1].srcAccessOrder = cudaMemcpySrcAccessOrderAny;
  std::size_t indices[2] = {0, 1};
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 3, two, indices, 2, s));
  indices[1] = 3;
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 3, two, indices, 2, s));
  indices[1] = 0;
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 3, two, indices, 2, s));
  indices[0] = 1;
  indices[1] = 2;
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 3, two, indices, 2, s));
  first = 0;
  attributes.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 0, &attributes, &first, 1, s));
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 1, two, indices, 2, s));
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 3, &attributes, &first, 0, s));
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 3, static_cast<cudaMemcpyAttributes *>(nullptr), &first, 1, s));
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 3, &attributes, nullptr, 1, s));
  SHOW(cudaMemcpyBatchAsync(static_cast<void **>(nullptr), srcs, sizes, 3, &attributes, &first, 1, s));
  SHOW(cudaMemcpyBatchAsync(dsts, static_cast<const void **>(nullptr), sizes, 3, &attributes, &first, 1, s));
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, nullptr, 3, &attributes, &first, 1, s));
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 3, &attributes, &first, 1, nullptr));
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 3, &attributes, &first, 1, cudaStreamLegacy));
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 3, &attributes, &first, 1, cudaStreamPerThread));
  attributes.srcAccessOrder = cudaMemcpySrcAccessOrderInvalid;
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 3, &attributes, &first, 1, s));
  attributes.srcAccessOrder = static_cast<cudaMemcpySrcAccessOrder>(9);
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 3, &attributes, &first, 1, s));
  attributes.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
  attributes.flags = cudaMemcpyFlagPreferOverlapWithCompute;
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 3, &attributes, &first, 1, s));
  attributes.flags = 2;
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 3, &attributes, &first, 1, s));
  attributes.flags = 0;
  sizes[1] = 0;
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 3, &attributes, &first, 1, s));
  sizes[1] = 4096;
  sizes[2] = std::size_t(1) << 40;
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 3, &attributes, &first, 1, s));
  sizes[1] = sizes[2] = 4;
  dsts[1] = nullptr;
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 3, &attributes, &first, 1, s));
  dsts[1] = a.get();
  srcs[2] = nullptr;
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 3, &attributes, &first, 1, s));
  SHOW(cudaDeviceSynchronize());
}
