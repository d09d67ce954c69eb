// SPDX-License-Identifier: Apache-2.0
// cudaFree: each kind of memory, what is refused and leaves the memory alone, waiting for the device, captures.
#include "../../capturing.h"
#include "../../gate.h"

CASES() {
  prepare_gates();
  SHOW(cudaFree(nullptr));
  char *device, *managed, *ordered, *pinned, *pitched;
  std::size_t pitch;
  MUST(cudaMalloc(&device, 4096));
  MUST(cudaMallocManaged(&managed, 4096));
  MUST(cudaMallocAsync(&ordered, 4096, nullptr));
  MUST(cudaMallocHost(&pinned, 4096));
  MUST(cudaMallocPitch(&pitched, &pitch, 100, 4));
  static char page[4096];
  std::printf("refused\n");
  SHOW(cudaFree(device + 1));
  SHOW(cudaFree(managed + 256));
  SHOW(cudaFree(pitched + pitch));
  SHOW(cudaFree(pinned));
  SHOW(cudaFree(page));
  show_last_error("after refused calls");
  MUST(cudaMemset(device, 5, 4096));
  char last = 0;
  SHOW(cudaMemcpy(&last, device + 4095, 1, cudaMemcpyDeviceToHost));
  show_value("still there", last);
  std::printf("freed\n");
  SHOW(cudaFree(device));
  SHOW(cudaFree(managed));
  SHOW(cudaFree(ordered));
  SHOW(cudaFree(pitched));
  cudaPointerAttributes attributes;
  MUST(cudaPointerGetAttributes(&attributes, device));
  show_truth("forgotten", attributes.type == cudaMemoryTypeUnregistered);
  SHOW(cudaFree(device));
  SHOW(cudaFreeHost(pinned));

  std::printf("while a stream is busy\n");
  cudaGetLastError();
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  show_while_busy("null", stream, [] { return cudaFree(nullptr); });
  MUST(cudaMalloc(&device, 64));
  show_while_busy("device memory", stream, [&] { return cudaFree(device); });
  MUST(cudaMalloc(&device, 64));
  show_captured("null", [](cudaStream_t) { return cudaFree(nullptr); });
  show_captured("device memory", [&](cudaStream_t) { return cudaFree(device); });
}
