// SPDX-License-Identifier: Apache-2.0
// Memory in stream order.
#include "../../cases.h"
#include "../../capturing.h"
#include "../../gate.h"

static __global__ void put(int *p, int v) { *p = v; }

// cudaMallocAsync: memory in stream order, zero bytes, alignment, each stream, what is refused, captures.
CASE(malloc_async) {
  prepare_gates();
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  int *p, *q;
  put<<<1, 1, 0, stream>>>(DeviceArray<int>(1), 0);
  MUST(cudaStreamSynchronize(stream));
  {
    Gate gate(stream);
    SHOW(cudaMallocAsync(&p, 4, stream));
    SHOW(cudaMallocAsync(&q, 4, stream));
    show_truth("two of them", p != q && p != nullptr && q != nullptr);
    put<<<1, 1, 0, stream>>>(p, 5);
    put<<<1, 1, 0, stream>>>(q, 6);
  }
  SHOW(cudaStreamSynchronize(stream));
  int values[2] = {};
  MUST(cudaMemcpy(&values[0], p, 4, cudaMemcpyDeviceToHost));
  MUST(cudaMemcpy(&values[1], q, 4, cudaMemcpyDeviceToHost));
  show_row("values", {values[0], values[1]});
  cudaPointerAttributes attributes;
  MUST(cudaPointerGetAttributes(&attributes, p));
  show_truth("device memory", attributes.type == cudaMemoryTypeDevice && attributes.device == 0);
  SHOW(cudaFreeAsync(p, stream));
  SHOW(cudaFreeAsync(q, stream));
  bool aligned = true;
  for (std::size_t bytes : {1, 3, 255, 257, 100000}) {
    MUST(cudaMallocAsync(&p, bytes, stream));
    MUST(cudaMemsetAsync(p, 1, bytes, stream));
    aligned = aligned && reinterpret_cast<std::uintptr_t>(p) % 256 == 0;
  }
  show_truth("aligned to 256 bytes", aligned);
  SHOW(cudaMallocAsync(&p, 64, nullptr));
  SHOW(cudaMallocAsync(&p, 64, cudaStreamLegacy));
  SHOW(cudaMallocAsync(&p, 64, cudaStreamPerThread));
  SHOW(cudaDeviceSynchronize());
  SHOW(cudaMallocAsync(&p, 0, stream));
  show_truth("no bytes: null", p == nullptr);
  std::printf("refused\n");
  SHOW(cudaMallocAsync(static_cast<void **>(nullptr), 64, stream));
  SHOW(cudaMallocAsync(&p, std::size_t(1) << 60, stream));
  show_last_error("after refused calls");
  SHOW(cudaStreamSynchronize(stream));
  show_while_busy("busy", stream, [&] { return cudaMallocAsync(&p, 64, stream); });
  show_captured("64 bytes", [&](cudaStream_t s) { return cudaMallocAsync(&p, 64, s); });
  show_captured("no bytes", [&](cudaStream_t s) { return cudaMallocAsync(&p, 0, s); });
  show_captured("elsewhere", [&](cudaStream_t) { return cudaMallocAsync(&p, 64, stream); });
}

static cudaMemPoolProps device_props() {
  cudaMemPoolProps props = {};
  props.allocType = cudaMemAllocationTypePinned;
  props.location.type = cudaMemLocationTypeDevice;
  return props;
}

static long long used(cudaMemPool_t pool) {
  unsigned long long bytes = 77;
  MUST(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &bytes));
  return static_cast<long long>(bytes);
}

// cudaMallocFromPoolAsync: takes from the pool that is named, up to its maximum, zero bytes, what is refused, captures.
CASE(malloc_from_pool_async) {
  prepare_gates();
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  auto props = device_props();
  cudaMemPool_t a, b, standard, small;
  MUST(cudaMemPoolCreate(&a, &props));
  MUST(cudaMemPoolCreate(&b, &props));
  MUST(cudaDeviceGetDefaultMemPool(&standard, 0));
  props.maxSize = std::size_t(64) << 20;
  MUST(cudaMemPoolCreate(&small, &props));
  int *p, *q;
  SHOW(cudaMallocFromPoolAsync(&p, 1000, a, stream));
  show_row("used", {static_cast<int>(used(a)), static_cast<int>(used(b)), static_cast<int>(used(standard))});
  SHOW(cudaMallocFromPoolAsync(&q, 500, b, stream));
  show_row("used", {static_cast<int>(used(a)), static_cast<int>(used(b)), static_cast<int>(used(standard))});
  SHOW(cudaMemsetAsync(p, 1, 1000, stream));
  SHOW(cudaMemcpyAsync(q, p, 500, cudaMemcpyDeviceToDevice, stream));
  SHOW(cudaStreamSynchronize(stream));
  int value = 0;
  MUST(cudaMemcpy(&value, q, 4, cudaMemcpyDeviceToHost));
  show_value("value", value);
  SHOW(cudaFreeAsync(p, stream));
  SHOW(cudaFreeAsync(q, stream));
  SHOW(cudaStreamSynchronize(stream));
  show_row("used", {static_cast<int>(used(a)), static_cast<int>(used(b))});
  SHOW(cudaMallocFromPoolAsync(&p, 64, standard, stream));
  SHOW(cudaFreeAsync(p, stream));
  SHOW(cudaMallocFromPoolAsync(&p, 64, a, nullptr));
  SHOW(cudaMallocFromPoolAsync(&p, 64, a, cudaStreamPerThread));
  SHOW(cudaMallocFromPoolAsync(&p, 0, a, stream));
  show_truth("no bytes: null", p == nullptr);
  std::printf("refused\n");
  SHOW(cudaMallocFromPoolAsync(static_cast<void **>(nullptr), 64, a, stream));
  SHOW(cudaMallocFromPoolAsync(&p, 64, static_cast<cudaMemPool_t>(nullptr), stream));
  SHOW(cudaMallocFromPoolAsync(&p, std::size_t(1) << 60, a, stream));
  SHOW(cudaMallocFromPoolAsync(&p, std::size_t(65) << 20, small, stream));
  SHOW(cudaMallocFromPoolAsync(&p, std::size_t(48) << 20, small, stream));
  SHOW(cudaMallocFromPoolAsync(&q, std::size_t(48) << 20, small, stream));
  show_last_error("after refused calls");
  show_while_busy("busy", stream, [&] { return cudaMallocFromPoolAsync(&p, 64, a, stream); });
  show_captured("64 bytes", [&](cudaStream_t s) { return cudaMallocFromPoolAsync(&p, 64, a, s); });
}

static __global__ void read(const int *p, int *out) { *out = *p; }

// cudaFreeAsync: behind the work that uses the memory, other streams, null, what is refused, captures.
CASE(free_async) {
  prepare_gates();
  cudaStream_t stream, other;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  MUST(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  DeviceArray<int> out(1);
  int *p, *next;
  read<<<1, 1, 0, stream>>>(out, out);
  MUST(cudaMallocAsync(&p, 4, stream));
  MUST(cudaStreamSynchronize(stream));
  {
    Gate gate(stream);
    MUST(cudaMemsetAsync(p, 1, 4, stream));
    read<<<1, 1, 0, stream>>>(p, out);
    SHOW(cudaFreeAsync(p, stream));
    MUST(cudaMallocAsync(&next, 4, stream));
    MUST(cudaMemsetAsync(next, 2, 4, stream));
  }
  SHOW(cudaStreamSynchronize(stream));
  show_value("read before it was freed", out.read()[0]);
  SHOW(cudaFreeAsync(next, other));
  SHOW(cudaStreamSynchronize(other));
  SHOW(cudaFreeAsync(nullptr, stream));
  MUST(cudaMallocAsync(&p, 64, stream));
  SHOW(cudaFreeAsync(p, cudaStreamPerThread));
  MUST(cudaMalloc(&p, 64));
  SHOW(cudaFreeAsync(p, stream));
  SHOW(cudaDeviceSynchronize());
  std::printf("refused\n");
  MUST(cudaMallocAsync(&p, 64, stream));
  MUST(cudaStreamSynchronize(stream));
  static int on_host[4];
  SHOW(cudaFreeAsync(p + 1, stream));
  SHOW(cudaFreeAsync(on_host, stream));
  SHOW(cudaFreeAsync(p, stream));
  SHOW(cudaFreeAsync(p, stream));
  SHOW(cudaStreamSynchronize(stream));
  SHOW(cudaFreeAsync(p, stream));
  show_last_error("after refused calls");
  MUST(cudaMallocAsync(&p, 64, stream));
  show_while_busy("busy", stream, [&] { return cudaFreeAsync(p, stream); });
  show_captured("allocated in the capture", [&](cudaStream_t s) {
    cudaError_t error = cudaMallocAsync(&p, 64, s);
    return error != cudaSuccess ? error : cudaFreeAsync(p, s);
  });
  show_captured("null", [](cudaStream_t s) { return cudaFreeAsync(nullptr, s); });
  MUST(cudaMallocAsync(&p, 64, stream));
  MUST(cudaStreamSynchronize(stream));
  show_captured("allocated before", [&](cudaStream_t s) { return cudaFreeAsync(p, s); });
}
