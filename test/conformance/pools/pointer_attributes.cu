// SPDX-License-Identifier: Apache-2.0
// What is said about stream-ordered memory while its allocation and its free are pending.
#include "../gate.h"

namespace {

void describe(const char *what, const void *p) {
  cudaPointerAttributes a;
  cudaError_t e = cudaPointerGetAttributes(&a, p);
  std::printf("%s: %s, type %d, device %d, host pointer %s\n", what, name_of(e), a.type, a.device,
              a.hostPointer == nullptr ? "null" : a.hostPointer == p ? "the same" : "another");
  std::fflush(stdout);
}

void pool_of(const char *what, cudaMemLocation location, cudaMemAllocationType type, cudaStream_t s) {
  cudaMemPoolProps props = {};
  props.allocType = type;
  props.location = location;
  cudaMemPool_t pool;
  void *p = nullptr;
  if (show(what, cudaMemPoolCreate(&pool, &props)) != cudaSuccess) return;
  if (SHOW(cudaMallocFromPoolAsync(&p, 4096, pool, s)) != cudaSuccess) return;
  MUST(cudaStreamSynchronize(s));
  describe(what, p);
  unsigned flags = 77;
  cudaError_t e = cudaHostGetFlags(&flags, p);
  std::printf("host flags: %s, %u\n", name_of(e), flags);
  cudaGetLastError();
  SHOW(cudaMemset(p, 1, 4096));
  MUST(cudaDeviceSynchronize());  // the free below is on a stream that waits for nobody
  SHOW(cudaFreeAsync(p, s));
  MUST(cudaStreamSynchronize(s));
  MUST(cudaMemPoolDestroy(pool));
}

}  // namespace

int main() {
  prepare_gates();
  cudaStream_t s;
  MUST(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  void *p;
  char *warm;
  MUST(cudaMallocAsync(&warm, 4096, s));
  MUST(cudaStreamSynchronize(s));
  {
    Gate gate(s);
    MUST(cudaMallocAsync(&p, 4096, s));
    describe("allocation pending", p);
    describe("its last byte", static_cast<char *>(p) + 4095);
    MUST(cudaFreeAsync(p, s));
    describe("free pending", p);
    SHOW(cudaMemsetAsync(p, 0, 16, s));
  }
  MUST(cudaStreamSynchronize(s));
  describe("freed", p);
  SHOW(cudaMemset(warm, 0, 4097));
  SHOW(cudaMemcpyAsync(warm, warm + 4096, 1, cudaMemcpyDeviceToDevice, s));
  SHOW(cudaStreamSynchronize(s));
  cudaMemLocation device = {}, host = {}, node = {};
  device.type = cudaMemLocationTypeDevice;
  host.type = cudaMemLocationTypeHost;
  node.type = cudaMemLocationTypeHostNuma;
  pool_of("device pool", device, cudaMemAllocationTypePinned, s);
  pool_of("host pool", host, cudaMemAllocationTypePinned, s);
  pool_of("node pool", node, cudaMemAllocationTypePinned, s);
  pool_of("managed pool", device, cudaMemAllocationTypeManaged, s);
  pool_of("managed host pool", host, cudaMemAllocationTypeManaged, s);
}
