// SPDX-License-Identifier: Apache-2.0
// What is said about pointers of each kind.
#include "../transcript.h"

__device__ int variable[4];

void describe(const char *what, const void *p) {
  cudaPointerAttributes a;
  std::memset(&a, 0x5a, sizeof a);
  cudaError_t e = cudaPointerGetAttributes(&a, p);
  std::printf("%s: %s, type %d, device %d, device pointer %s, host pointer %s\n", what, name_of(e), a.type, a.device,
              !a.devicePointer ? "null" : a.devicePointer == p ? "the same" : "another",
              !a.hostPointer ? "null" : a.hostPointer == p ? "the same" : "another");
}

int main() {
  char *device, *pinned, *combined, *managed, *ordered;
  MUST(cudaMalloc(&device, 4096));
  MUST(cudaMallocHost(&pinned, 4096));
  MUST(cudaHostAlloc(&combined, 4096, cudaHostAllocWriteCombined | cudaHostAllocMapped));
  MUST(cudaMallocManaged(&managed, 4096));
  MUST(cudaMallocAsync(&ordered, 4096, 0));
  MUST(cudaStreamSynchronize(0));
  char *registered = static_cast<char *>(std::aligned_alloc(4096, 8192));
  MUST(cudaHostRegister(registered, 4096, 0));
  int on_stack;
  describe("device", device);
  describe("device, interior", device + 100);
  describe("device, last byte", device + 4095);
  describe("stream-ordered", ordered);
  describe("pinned", pinned);
  describe("pinned, interior", pinned + 100);
  describe("write-combined", combined);
  describe("managed", managed);
  describe("managed, interior", managed + 8);
  describe("registered", registered);
  describe("registered, interior", registered + 5);
  describe("not registered", registered + 4096);
  describe("stack", &on_stack);
  describe("null", nullptr);
  void *symbol;
  MUST(cudaGetSymbolAddress(&symbol, variable));
  describe("device variable", symbol);
  MUST(cudaFree(device));
  describe("freed", device);
  MUST(cudaHostUnregister(registered));
  describe("unregistered", registered);
  SHOW(cudaPointerGetAttributes(nullptr, device));
}
