// SPDX-License-Identifier: Apache-2.0
// Managed memory that is moved ahead of its use, or whose contents are given up.
#include "../../cases.h"
#include "../../capturing.h"
#include "../../gate.h"

static int last_prefetch(const void *p, std::size_t bytes) {
  int where = 77;
  MUST(cudaMemRangeGetAttribute(&where, 4, cudaMemRangeAttributeLastPrefetchLocation, p, bytes));
  return where;
}
static __global__ void put(int *p, int v) { *p = v; }

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

// cudaMemPrefetchAsync: to the device and back, what the memory then says, contents, what is refused, captures.
CASE(mem_prefetch_async) {
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

// cudaMemPrefetchBatchAsync: ranges to several places, contents, what is refused, captures.
CASE(mem_prefetch_batch_async) {
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  constexpr std::size_t kBytes = 1 << 20;
  int *p[3];
  std::size_t sizes[3] = {kBytes, kBytes, kBytes};
  for (int i = 0; i < 3; ++i) {
    MUST(cudaMallocManaged(&p[i], kBytes));
    p[i][0] = i + 1;
  }
  cudaMemLocation places[2] = {};
  places[0].type = cudaMemLocationTypeDevice;
  places[1].type = cudaMemLocationTypeHost;
  std::size_t first[2] = {0, 2};
  SHOW(cudaMemPrefetchBatchAsync(p, sizes, 3, places, first, 2, 0, stream));
  SHOW(cudaStreamSynchronize(stream));
  show_row("last prefetches", {last_prefetch(p[0], kBytes), last_prefetch(p[1], kBytes), last_prefetch(p[2], kBytes)});
  show_row("values", {p[0][0], p[1][0], p[2][0]});
  std::printf("one place for all\n");
  SHOW(cudaMemPrefetchBatchAsync(p, sizes, 3, places[1], 0, stream));
  SHOW(cudaStreamSynchronize(stream));
  show_row("last prefetches", {last_prefetch(p[0], kBytes), last_prefetch(p[1], kBytes), last_prefetch(p[2], kBytes)});
  SHOW(cudaMemPrefetchBatchAsync(p, sizes, 3, places, first, 2, 0, cudaStreamPerThread));
  std::printf("refused\n");
  SHOW(cudaMemPrefetchBatchAsync(p, sizes, 3, places, first, 2, 0, nullptr));
  SHOW(cudaMemPrefetchBatchAsync(p, sizes, 3, places, first, 2, 0, cudaStreamLegacy));
  SHOW(cudaMemPrefetchBatchAsync(p, sizes, 3, places, first, 2, 1, stream));
  SHOW(cudaMemPrefetchBatchAsync(p, sizes, 0, places, first, 1, 0, stream));
  SHOW(cudaMemPrefetchBatchAsync(p, sizes, 3, places, first, 0, 0, stream));
  std::size_t late[2] = {1, 2}, falling[2] = {0, 0}, beyond[2] = {0, 3};
  SHOW(cudaMemPrefetchBatchAsync(p, sizes, 3, places, late, 2, 0, stream));
  SHOW(cudaMemPrefetchBatchAsync(p, sizes, 3, places, falling, 2, 0, stream));
  SHOW(cudaMemPrefetchBatchAsync(p, sizes, 3, places, beyond, 2, 0, stream));
  places[1].type = cudaMemLocationTypeDevice;
  places[1].id = 1000;
  SHOW(cudaMemPrefetchBatchAsync(p, sizes, 3, places, first, 2, 0, stream));
  places[1].type = cudaMemLocationTypeInvalid;
  SHOW(cudaMemPrefetchBatchAsync(p, sizes, 3, places, first, 2, 0, stream));
  places[1].type = cudaMemLocationTypeHostNuma;
  SHOW(cudaMemPrefetchBatchAsync(p, sizes, 3, places, first, 2, 0, stream));
  sizes[2] = 0;
  SHOW(cudaMemPrefetchBatchAsync(p, sizes, 3, places, first, 1, 0, stream));
  sizes[2] = kBytes + 1;
  SHOW(cudaMemPrefetchBatchAsync(p, sizes, 3, places, first, 1, 0, stream));
  show_last_error("after refused calls");
  sizes[2] = kBytes;
  show_captured("a batch", [&](cudaStream_t s) {
    return cudaMemPrefetchBatchAsync(p, sizes, 3, places, first, 1, 0, s);
  });
}

// cudaMemDiscardBatchAsync: memory that can be written again afterwards, neighbours are left alone, what is refused.
CASE(mem_discard_batch_async) {
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  constexpr std::size_t kBytes = std::size_t(4) << 20;
  int *p[3];
  for (int i = 0; i < 3; ++i) {
    MUST(cudaMallocManaged(&p[i], kBytes));
    p[i][0] = i + 1;
  }
  void *ranges[2] = {p[0], p[1]};
  std::size_t sizes[2] = {kBytes, kBytes};
  SHOW(cudaMemDiscardBatchAsync(ranges, sizes, 2, 0, stream));
  SHOW(cudaStreamSynchronize(stream));
  show_value("what was not discarded", p[2][0]);
  put<<<1, 1, 0, stream>>>(p[0], 10);
  SHOW(cudaStreamSynchronize(stream));
  p[1][0] = 20;
  show_row("written again", {p[0][0], p[1][0]});
  SHOW(cudaMemDiscardBatchAsync(ranges, sizes, 1, 0, stream));
  SHOW(cudaStreamSynchronize(stream));
  show_value("the other range", p[1][0]);
  SHOW(cudaMemDiscardBatchAsync(ranges, sizes, 2, 0, cudaStreamPerThread));
  std::printf("refused\n");
  SHOW(cudaMemDiscardBatchAsync(ranges, sizes, 2, 0, nullptr));
  SHOW(cudaMemDiscardBatchAsync(ranges, sizes, 2, 0, cudaStreamLegacy));
  SHOW(cudaMemDiscardBatchAsync(ranges, sizes, 2, 1, stream));
  SHOW(cudaMemDiscardBatchAsync(ranges, sizes, 0, 0, stream));
  SHOW(cudaMemDiscardBatchAsync(nullptr, sizes, 2, 0, stream));
  SHOW(cudaMemDiscardBatchAsync(ranges, nullptr, 2, 0, stream));
  void *plain;
  MUST(cudaMalloc(&plain, kBytes));
  ranges[1] = plain;
  SHOW(cudaMemDiscardBatchAsync(ranges, sizes, 2, 0, stream));
  ranges[1] = nullptr;
  SHOW(cudaMemDiscardBatchAsync(ranges, sizes, 2, 0, stream));
  ranges[1] = p[1];
  sizes[1] = 0;
  SHOW(cudaMemDiscardBatchAsync(ranges, sizes, 2, 0, stream));
  sizes[1] = kBytes + 1;
  SHOW(cudaMemDiscardBatchAsync(ranges, sizes, 2, 0, stream));
  show_last_error("after refused calls");
  sizes[1] = kBytes;
  show_captured("a batch", [&](cudaStream_t s) { return cudaMemDiscardBatchAsync(ranges, sizes, 2, 0, s); });
}

// cudaMemDiscardAndPrefetchBatchAsync: where the memory is said to be afterwards, use of it, what is refused, captures.
CASE(mem_discard_and_prefetch_batch_async) {
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  constexpr std::size_t kBytes = std::size_t(4) << 20;
  int *p[3];
  std::size_t sizes[3] = {kBytes, kBytes, kBytes};
  for (int i = 0; i < 3; ++i) {
    MUST(cudaMallocManaged(&p[i], kBytes));
    p[i][0] = i + 1;
  }
  cudaMemLocation places[2] = {};
  places[0].type = cudaMemLocationTypeDevice;
  places[1].type = cudaMemLocationTypeHost;
  std::size_t first[2] = {0, 1};
  SHOW(cudaMemDiscardAndPrefetchBatchAsync(p, sizes, 2, places, first, 2, 0, stream));
  put<<<1, 1, 0, stream>>>(p[0], 10);
  SHOW(cudaStreamSynchronize(stream));
  p[1][0] = 20;
  show_row("values", {p[0][0], p[1][0], p[2][0]});
  show_row("last prefetches", {last_prefetch(p[0], kBytes), last_prefetch(p[1], kBytes), last_prefetch(p[2], kBytes)});
  SHOW(cudaMemDiscardAndPrefetchBatchAsync(p, sizes, 2, places[1], 0, stream));
  SHOW(cudaMemDiscardAndPrefetchBatchAsync(p, sizes, 2, places, first, 2, 0, cudaStreamPerThread));
  std::printf("refused\n");
  SHOW(cudaMemDiscardAndPrefetchBatchAsync(p, sizes, 2, places, first, 2, 0, nullptr));
  SHOW(cudaMemDiscardAndPrefetchBatchAsync(p, sizes, 2, places, first, 2, 1, stream));
  SHOW(cudaMemDiscardAndPrefetchBatchAsync(p, sizes, 0, places, first, 1, 0, stream));
  SHOW(cudaMemDiscardAndPrefetchBatchAsync(p, sizes, 2, places, first, 0, 0, stream));
  std::size_t late[2] = {1, 2}, falling[2] = {0, 0}, beyond[2] = {0, 3};
  SHOW(cudaMemDiscardAndPrefetchBatchAsync(p, sizes, 3, places, late, 2, 0, stream));
  SHOW(cudaMemDiscardAndPrefetchBatchAsync(p, sizes, 3, places, falling, 2, 0, stream));
  SHOW(cudaMemDiscardAndPrefetchBatchAsync(p, sizes, 3, places, beyond, 2, 0, stream));
  places[1].type = cudaMemLocationTypeDevice;
  places[1].id = 1000;
  SHOW(cudaMemDiscardAndPrefetchBatchAsync(p, sizes, 2, places, first, 2, 0, stream));
  sizes[1] = 0;
  SHOW(cudaMemDiscardAndPrefetchBatchAsync(p, sizes, 2, places, first, 1, 0, stream));
  show_last_error("after refused calls");
  sizes[1] = kBytes;
  show_captured("a batch", [&](cudaStream_t s) {
    return cudaMemDiscardAndPrefetchBatchAsync(p, sizes, 2, places, first, 1, 0, s);
  });
}
