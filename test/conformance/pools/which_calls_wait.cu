// SPDX-License-Identifier: Apache-2.0
// Which calls about pools return while a stream is busy, and which wait.
#include "../gate.h"

int main() {
  prepare_gates();
  cudaStream_t s;
  MUST(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  cudaMemPoolProps props = {};
  props.allocType = cudaMemAllocationTypePinned;
  props.location.type = cudaMemLocationTypeDevice;
  cudaMemPool_t pool, made;
  MUST(cudaMemPoolCreate(&pool, &props));
  void *p, *q;
  MUST(cudaMallocAsync(&q, 100, pool, s));
  MUST(cudaStreamSynchronize(s));
  show_while_busy("MallocAsync", s, [&] { return cudaMallocAsync(&p, 1 << 20, pool, s); });
  show_while_busy("FreeAsync", s, [&] { return cudaFreeAsync(p, s); });
  show_while_busy("MallocAsync of 64 MiB", s, [&] { return cudaMallocAsync(&p, 64 << 20, pool, s); });
  show_while_busy("MemPoolTrimTo", s, [&] { return cudaMemPoolTrimTo(pool, 0); });
  show_while_busy("MemPoolCreate", s, [&] { return cudaMemPoolCreate(&made, &props); });
  show_while_busy("MemPoolDestroy", s, [&] { return cudaMemPoolDestroy(made); });
  unsigned long long value = 0;
  show_while_busy("MemPoolGetAttribute", s,
                  [&] { return cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &value); });
  show_value("used", static_cast<long long>(value));
  show_while_busy("MemPoolDestroy with memory", s, [&] { return cudaMemPoolDestroy(pool); });
  show_while_busy("Free of stream-ordered memory", s, [&] { return cudaFree(p); });
  SHOW(cudaFreeAsync(q, s));
  SHOW(cudaStreamSynchronize(s));
}
