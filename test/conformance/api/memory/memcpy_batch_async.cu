// SPDX-License-Identifier: Apache-2.0
// cudaMemcpyBatchAsync: ranges of attributes, order between batches, each access order, what is refused, captures.
#include "../../capturing.h"
#include "../../gate.h"

CASES() {
  prepare_gates();
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  DeviceArray<int> a(std::vector<int>{1, 2, 3, 4}), b(4), c(4);
  int *pinned, host[4] = {50, 60, 70, 80};
  MUST(cudaMallocHost(&pinned, 16));
  for (int i = 0; i < 4; ++i) pinned[i] = 10 * (i + 1);
  MUST(cudaDeviceSynchronize());
  void *dsts[3] = {b.get(), b.get() + 2, c.get()};
  const void *srcs[3] = {a.get(), host, pinned + 1};
  std::size_t sizes[3] = {8, 8, 12}, first[2] = {0, 1};
  cudaMemcpyAttributes attributes[2] = {};
  attributes[0].srcAccessOrder = cudaMemcpySrcAccessOrderStream;
  attributes[1].srcAccessOrder = cudaMemcpySrcAccessOrderDuringApiCall;
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 3, attributes, first, 2, stream));
  SHOW(cudaStreamSynchronize(stream));
  show_row("b", b.read());
  show_row("c", c.read());

  std::printf("behind what was in the stream, before what follows\n");
  void *to_c = c.get();
  const void *from_b = b.get();
  std::size_t bytes = 16;
  {
    Gate gate(stream);
    MUST(cudaMemsetAsync(b, 0, 16, stream));
    SHOW(cudaMemcpyBatchAsync(&to_c, &from_b, &bytes, 1, attributes, first, 1, stream));
    MUST(cudaMemsetAsync(b, 1, 16, stream));
  }
  MUST(cudaStreamSynchronize(stream));
  show_row("c", c.read());
  for (auto order : {cudaMemcpySrcAccessOrderStream, cudaMemcpySrcAccessOrderDuringApiCall,
                     cudaMemcpySrcAccessOrderAny}) {
    cudaMemcpyAttributes one = {};
    one.srcAccessOrder = order;
    MUST(cudaMemset(b, 0, 16));
    MUST(cudaDeviceSynchronize());
    std::printf("order %d: %s, ", order,
                name_of(cudaMemcpyBatchAsync(dsts, srcs, sizes, 2, &one, first, 1, stream)));
    MUST(cudaStreamSynchronize(stream));
    show_row("b", b.read());
  }
  std::printf("one set of attributes for all\n");
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 3, attributes[0], stream));
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 3, attributes, first, 2, cudaStreamPerThread));
  std::printf("refused\n");
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 3, attributes, first, 2, nullptr));
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 0, attributes, first, 1, stream));
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 3, attributes, first, 0, stream));
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 1, attributes, first, 2, stream));
  std::size_t late[2] = {1, 2}, falling[2] = {0, 0}, beyond[2] = {0, 3};
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 3, attributes, late, 2, stream));
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 3, attributes, falling, 2, stream));
  SHOW(cudaMemcpyBatchAsync(dsts, srcs, sizes, 3, attributes, beyond, 2, stream));
  show_last_error("after refused calls");
  show_while_busy("device and pinned memory", stream, [&] {
    srcs[1] = pinned;
    return cudaMemcpyBatchAsync(dsts, srcs, sizes, 3, attributes, first, 1, stream);
  });
  show_captured("a batch", [&](cudaStream_t s) {
    return cudaMemcpyBatchAsync(dsts, srcs, sizes, 3, attributes, first, 1, s);
  });
}
