// SPDX-License-Identifier: Apache-2.0
// devices: 2
// What pointers say about their device, and freeing what another device allocated.
#include "peers.h"

static void show_pointer(const char *what, const void *pointer) {
  cudaPointerAttributes attributes = {};
  cudaError_t error = cudaPointerGetAttributes(&attributes, pointer);
  std::printf("%s: %s, type %d, device %d, %s, %s\n", what, name_of(error), static_cast<int>(attributes.type),
              attributes.device, attributes.devicePointer == pointer ? "device pointer" : "no device pointer",
              attributes.hostPointer == pointer ? "host pointer" : "no host pointer");
}

int main() {
  need_two_devices();
  MUST(cudaFree(nullptr));
  MUST(cudaSetDevice(1));
  int *device = nullptr, *pinned = nullptr, *managed = nullptr, *ordered = nullptr;
  MUST(cudaMalloc(&device, 64));
  MUST(cudaMallocHost(&pinned, 64));
  MUST(cudaMallocManaged(&managed, 64));
  MUST(cudaMallocAsync(&ordered, 64, nullptr));
  MUST(cudaDeviceSynchronize());
  std::size_t free_before = 0, free_after = 0, total = 0;
  MUST(cudaSetDevice(0));
  show_pointer("device", device);
  show_pointer("pinned", pinned);
  show_pointer("managed", managed);
  show_pointer("stream-ordered", ordered);
  SHOW(cudaMemset(device, 0, 64));
  SHOW(cudaMemcpy(device, pinned, 64, cudaMemcpyHostToDevice));
  SHOW(cudaFree(device));
  SHOW(cudaFreeHost(pinned));
  SHOW(cudaFree(managed));
  SHOW(cudaFreeAsync(ordered, nullptr));
  SHOW(cudaDeviceSynchronize());
  MUST(cudaSetDevice(1));
  MUST(cudaMemGetInfo(&free_before, &total));
  MUST(cudaSetDevice(0));
  void *large = nullptr;
  MUST(cudaMalloc(&large, 64 << 20));
  MUST(cudaSetDevice(1));
  MUST(cudaMemGetInfo(&free_after, &total));
  show_truth("memory of one device is not taken from the other", free_before == free_after);
}
