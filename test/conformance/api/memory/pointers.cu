// SPDX-License-Identifier: Apache-2.0
// What a pointer says of its memory.
#include "../../cases.h"
#include "../../capturing.h"

static __device__ int variable[4];
static __constant__ int constant[4];
static __managed__ int shared_variable[4];
static int host_variable[4];

static void describe(const char *what, const void *p) {
  cudaPointerAttributes a;
  std::memset(&a, 0x5a, sizeof a);
  cudaError_t error = cudaPointerGetAttributes(&a, p);
  auto which = [&](const void *q) { return q == nullptr ? "null" : q == p ? "the same" : "another"; };
  std::printf("%s: %s, type %d, device %d, for the device %s, for the host %s\n", what, name_of(error), a.type,
              a.device, which(a.devicePointer), which(a.hostPointer));
}

// cudaPointerGetAttributes: type, device and addresses of each kind of pointer, before and after its life; captures.
CASE(pointer_get_attributes) {
  describe("null, before anything else", nullptr);
  describe("a variable of the host", host_variable);
  char *device, *pitched, *pinned, *managed, *host_managed, *ordered;
  std::size_t pitch;
  MUST(cudaMalloc(&device, 1000));
  MUST(cudaMallocPitch(&pitched, &pitch, 10, 10));
  MUST(cudaMallocHost(&pinned, 1000));
  MUST(cudaMallocManaged(&managed, 1000));
  MUST(cudaMallocManaged(&host_managed, 1000, cudaMemAttachHost));
  MUST(cudaMallocAsync(&ordered, 1000, nullptr));
  MUST(cudaStreamSynchronize(nullptr));
  describe("device", device);
  describe("its last byte", device + 999);
  describe("pitched, third row", pitched + 2 * pitch);
  describe("pinned", pinned);
  describe("its last byte", pinned + 999);
  describe("managed", managed);
  describe("managed, attached to the host", host_managed);
  describe("stream-ordered", ordered);
  void *address;
  MUST(cudaGetSymbolAddress(&address, variable));
  describe("device variable", address);
  MUST(cudaGetSymbolAddress(&address, constant));
  describe("constant variable", address);
  describe("managed variable", shared_variable);
  describe("the host's shadow of a device variable", &variable);
  std::printf("afterwards\n");
  MUST(cudaFree(device));
  MUST(cudaFree(managed));
  MUST(cudaFreeHost(pinned));
  MUST(cudaFreeAsync(ordered, nullptr));
  MUST(cudaStreamSynchronize(nullptr));
  describe("freed", device);
  describe("freed managed", managed);
  describe("freed pinned", pinned);
  SHOW(cudaPointerGetAttributes(nullptr, pitched));
  cudaPointerAttributes a;
  show_captured("pitched", [&](cudaStream_t) { return cudaPointerGetAttributes(&a, pitched); });
}
