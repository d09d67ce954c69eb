// SPDX-License-Identifier: Apache-2.0
// cudaMemPrefetchAsync: to the device and back, what the memory then says, contents, what is refused, captures.
#include "../../capturing.h"
#include "../../gate.h"

static __global__ void add(int *p) { p[threadIdx.x] += 100; }
static cudaMemLocation at(cudaMemLocationType type, int id = 0) {
  cudaMemLocation location = {};
  location.type = type;
  location.id = id;
  return location;
}
static void show_last(const char *what, const void *p, std::size_t bytes) {
  int where = 77;
  MUST(cudaMemRangeGetAttribute(&where, 4, cudaMemRangeAttributeLastPrefetchLocation, p, bytes));
  show_value(what, where);
}

CASES() {
  prepare_gates();
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  constexpr std::size_t kBytes = 1 << 20;
  int *p;
  MUST(cudaMallocManaged(&p, kBytes));
  for (int i = 0; i < 4; ++i) p[i] = i;
  const auto device = at(cudaMemLocationTypeDevice), host = at(cudaMemLocationTypeHost);
  show_last("last prefetch, never", p, kBytes);
  SHOW(cudaMemPrefetchAsync(p, kBytes, device, 0, stream));
  add<<<1, 4, 0, stream>>>(p);
  SHOW(cudaMemPrefetchAsync(p, kBytes, host, 0, stream));
  SHOW(cudaStreamSynchronize(stream));
  show_row("values", {p[0], p[1], p[2], p[3]});
  show_last("last prefetch", p, kBytes);
  SHOW(cudaMemPrefetchAsync(p, kBytes / 2, device, 0, stream));
  SHOW(cudaStreamSynchronize(stream));
  show_last("last prefetch of the first half", p, kBytes / 2);
  show_last("last prefetch of the whole", p, kBytes);
  SHOW(cudaMemPrefetchAsync(p, kBytes, device, 0));
  SHOW(cudaMemPrefetchAsync(p, kBytes, device, 0, cudaStreamPerThread));
  SHOW(cudaMemPrefetchAsync(p + 100, 4, device, 0, stream));
  std::printf("refused\n");
  void *plain, *pinned;
  MUST(cudaMalloc(&plain, 4096));
  MUST(cudaMallocHost(&pinned, 4096));
  SHOW(cudaMemPrefetchAsync(plain, 4096, device, 0, stream));
  SHOW(cudaMemPrefetchAsync(pinned, 4096, device, 0, stream));
  SHOW(cudaMemPrefetchAsync(nullptr, 4096, device, 0, stream));
  SHOW(cudaMemPrefetchAsync(p, 0, device, 0, stream));
  SHOW(cudaMemPrefetchAsync(p, kBytes + 1, device, 0, stream));
  SHOW(cudaMemPrefetchAsync(p, kBytes, device, 1, stream));
  for (int id : {-1, 1000}) SHOW(cudaMemPrefetchAsync(p, kBytes, at(cudaMemLocationTypeDevice, id), 0, stream));
  SHOW(cudaMemPrefetchAsync(p, kBytes, at(cudaMemLocationTypeInvalid), 0, stream));
  SHOW(cudaMemPrefetchAsync(p, kBytes, at(static_cast<cudaMemLocationType>(9)), 0, stream));
  SHOW(cudaMemPrefetchAsync(p, kBytes, at(cudaMemLocationTypeHostNuma, 1000), 0, stream));
  show_last_error("after refused calls");
  show_while_busy("busy", stream, [&] { return cudaMemPrefetchAsync(p, kBytes, device, 0, stream); });
  show_captured("to the device", [&](cudaStream_t s) { return cudaMemPrefetchAsync(p, kBytes, device, 0, s); });
  show_captured("null", [&](cudaStream_t s) { return cudaMemPrefetchAsync(nullptr, kBytes, device, 0, s); });
}
