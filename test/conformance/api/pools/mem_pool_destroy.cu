// SPDX-License-Identifier: Apache-2.0
// cudaMemPoolDestroy: memory that lives on, the current pool, what is refused, captures.
#include "../../capturing.h"
#include "../../gate.h"

static cudaMemPoolProps device_props() {
  cudaMemPoolProps props = {};
  props.allocType = cudaMemAllocationTypePinned;
  props.location.type = cudaMemLocationTypeDevice;
  return props;
}

CASES() {
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
