// SPDX-License-Identifier: Apache-2.0
// Pools, made, trimmed and destroyed.
#include "../../cases.h"
#include "../../capturing.h"
#include "../../gate.h"

static cudaMemPoolProps device_props() {
  cudaMemPoolProps props = {};
  props.allocType = cudaMemAllocationTypePinned;
  props.location.type = cudaMemLocationTypeDevice;
  return props;
}

// cudaMemPoolCreate: each property, pools apart from each other, fresh values of attributes, what is refused, captures.
CASE(mem_pool_create) {
  auto make = [](const char *what, const cudaMemPoolProps &props) {
    cudaMemPool_t pool = nullptr;
    show(what, cudaMemPoolCreate(&pool, &props));
    if (pool != nullptr) MUST(cudaMemPoolDestroy(pool));
    cudaGetLastError();
  };
  auto props = device_props();
  make("plain", props);
  props.handleTypes = cudaMemHandleTypePosixFileDescriptor;
  make("for file descriptors", props);
  props = device_props();
  props.maxSize = 1 << 20;
  make("at most 1 MiB", props);
  std::printf("fresh\n");
  props = device_props();
  cudaMemPool_t a = nullptr, b = nullptr, current;
  SHOW(cudaMemPoolCreate(&a, &props));
  SHOW(cudaMemPoolCreate(&b, &props));
  show_truth("two of them", a != b);
  MUST(cudaDeviceGetMemPool(&current, 0));
  show_truth("not the current one", current != a && current != b);
  for (int attribute = 1; attribute <= 8; ++attribute) {
    unsigned long long value = 0;
    cudaError_t error = cudaMemPoolGetAttribute(a, static_cast<cudaMemPoolAttr>(attribute), &value);
    std::printf("attribute %d: %s, %llu\n", attribute, name_of(error), value);
  }
  std::printf("refused\n");
  SHOW(cudaMemPoolCreate(nullptr, &props));
  SHOW(cudaMemPoolCreate(&a, nullptr));
  props.allocType = cudaMemAllocationTypeInvalid;
  make("no type", props);
  props.allocType = static_cast<cudaMemAllocationType>(7);
  make("unknown type", props);
  props = device_props();
  props.location.type = cudaMemLocationTypeInvalid;
  make("no location", props);
  props.location.type = static_cast<cudaMemLocationType>(7);
  make("unknown location", props);
  props.location.type = cudaMemLocationTypeHostNumaCurrent;
  make("the host's nearest memory", props);
  props = device_props();
  for (int id : {-1, 1000}) {
    props.location.id = id;
    make("unknown device", props);
  }
  props = device_props();
  props.handleTypes = cudaMemHandleTypeWin32;
  make("for Windows handles", props);
  props.handleTypes = static_cast<cudaMemAllocationHandleType>(0x100);
  make("for unknown handles", props);
  props = device_props();
  props.reserved[53] = 1;
  make("a reserved byte", props);
  show_captured("plain", [&](cudaStream_t) {
    props = device_props();
    return cudaMemPoolCreate(&b, &props);
  });
}

static unsigned long long get(cudaMemPool_t pool, cudaMemPoolAttr attribute) {
  unsigned long long value = 0;
  MUST(cudaMemPoolGetAttribute(pool, attribute, &value));
  return value;
}

// cudaMemPoolTrimTo: gives back what is not used, keeps what is and what it is told to keep, what is refused, captures.
CASE(mem_pool_trim_to) {
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  const auto props = device_props();
  cudaMemPool_t pool, standard;
  MUST(cudaMemPoolCreate(&pool, &props));
  MUST(cudaDeviceGetDefaultMemPool(&standard, 0));
  SHOW(cudaMemPoolTrimTo(pool, 0));
  unsigned long long keep_all = ~0ull;
  MUST(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &keep_all));
  constexpr std::size_t kBytes = std::size_t(64) << 20;
  void *p, *q;
  MUST(cudaMallocFromPoolAsync(&p, kBytes, pool, stream));
  MUST(cudaMallocFromPoolAsync(&q, kBytes, pool, stream));
  MUST(cudaStreamSynchronize(stream));
  SHOW(cudaMemPoolTrimTo(pool, 0));
  show_truth("what is used stays", get(pool, cudaMemPoolAttrReservedMemCurrent) >= 2 * kBytes);
  MUST(cudaFreeAsync(q, stream));
  MUST(cudaStreamSynchronize(stream));
  show_truth("kept by the threshold", get(pool, cudaMemPoolAttrReservedMemCurrent) >= 2 * kBytes);
  SHOW(cudaMemPoolTrimTo(pool, 2 * kBytes));
  show_truth("kept by the argument", get(pool, cudaMemPoolAttrReservedMemCurrent) >= 2 * kBytes);
  SHOW(cudaMemPoolTrimTo(pool, std::size_t(1) << 40));
  show_truth("kept by a large argument", get(pool, cudaMemPoolAttrReservedMemCurrent) >= 2 * kBytes);
  SHOW(cudaMemPoolTrimTo(pool, 0));
  unsigned long long reserved = get(pool, cudaMemPoolAttrReservedMemCurrent);
  show_truth("given back down to what is used", reserved >= kBytes && reserved < 2 * kBytes);
  MUST(cudaFreeAsync(p, stream));
  MUST(cudaStreamSynchronize(stream));
  SHOW(cudaMemPoolTrimTo(pool, 1));
  show_truth("kept for one byte", get(pool, cudaMemPoolAttrReservedMemCurrent) > 0);
  SHOW(cudaMemPoolTrimTo(pool, 0));
  show_value("reserved", static_cast<long long>(get(pool, cudaMemPoolAttrReservedMemCurrent)));
  SHOW(cudaMallocFromPoolAsync(&p, 64, pool, stream));
  SHOW(cudaFreeAsync(p, stream));
  SHOW(cudaStreamSynchronize(stream));
  SHOW(cudaMemPoolTrimTo(standard, 0));
  std::printf("refused\n");
  SHOW(cudaMemPoolTrimTo(nullptr, 0));
  show_last_error("after refused calls");
  show_captured("a pool", [&](cudaStream_t) { return cudaMemPoolTrimTo(pool, 0); });
}

// cudaMemPoolDestroy: memory that lives on, the current pool, what is refused, captures.
CASE(mem_pool_destroy) {
  prepare_gates();
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  const auto props = device_props();
  cudaMemPool_t pool, standard, current;
  MUST(cudaDeviceGetDefaultMemPool(&standard, 0));
  MUST(cudaMemPoolCreate(&pool, &props));
  SHOW(cudaMemPoolDestroy(pool));
  std::printf("with memory\n");
  MUST(cudaMemPoolCreate(&pool, &props));
  int *p, value = 0;
  MUST(cudaMallocFromPoolAsync(&p, 64, pool, stream));
  SHOW(cudaMemPoolDestroy(pool));
  SHOW(cudaMemsetAsync(p, 1, 64, stream));
  SHOW(cudaMemcpyAsync(&value, p, 4, cudaMemcpyDeviceToHost, stream));
  SHOW(cudaFreeAsync(p, stream));
  SHOW(cudaStreamSynchronize(stream));
  show_value("value", value);
  std::printf("the current one\n");
  MUST(cudaMemPoolCreate(&pool, &props));
  MUST(cudaDeviceSetMemPool(0, pool));
  SHOW(cudaMemPoolDestroy(pool));
  MUST(cudaDeviceGetMemPool(&current, 0));
  show_truth("the default one is current again", current == standard);
  SHOW(cudaMallocAsync(&p, 64, stream));
  SHOW(cudaFreeAsync(p, stream));
  std::printf("refused\n");
  SHOW(cudaMemPoolDestroy(nullptr));
  SHOW(cudaMemPoolDestroy(standard));
  show_last_error("after refused calls");
  MUST(cudaMemPoolCreate(&pool, &props));
  MUST(cudaMallocFromPoolAsync(&p, 64, pool, stream));
  MUST(cudaFreeAsync(p, stream));
  show_while_busy("busy", stream, [&] { return cudaMemPoolDestroy(pool); });
  show_captured("null", [&](cudaStream_t) { return cudaMemPoolDestroy(nullptr); });
}
