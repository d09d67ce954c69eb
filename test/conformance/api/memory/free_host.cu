// SPDX-License-Identifier: Apache-2.0
// cudaFreeHost: memory of cudaMallocHost and of cudaHostAlloc, what is refused, waiting for the device, captures.
#include "../../capturing.h"
#include "../../gate.h"

CASES() {
  prepare_gates();
  SHOW(cudaFreeHost(nullptr));
  char *pinned, *combined, *device, *managed;
  MUST(cudaMallocHost(&pinned, 4096));
  MUST(cudaHostAlloc(&combined, 4096, cudaHostAllocWriteCombined));
  MUST(cudaMalloc(&device, 4096));
  MUST(cudaMallocManaged(&managed, 4096));
  char *page = static_cast<char *>(std::aligned_alloc(4096, 8192));
  MUST(cudaHostRegister(page, 4096, cudaHostRegisterDefault));
  std::printf("refused\n");
  SHOW(cudaFreeHost(pinned + 64));
  SHOW(cudaFreeHost(device));
  SHOW(cudaFreeHost(managed));
  SHOW(cudaFreeHost(page));
  SHOW(cudaFreeHost(page + 4096));
  show_last_error("after refused calls");
  pinned[64] = 5;
  show_value("still there", pinned[64]);
  std::printf("freed\n");
  SHOW(cudaFreeHost(pinned));
  SHOW(cudaFreeHost(combined));
  SHOW(cudaFreeHost(pinned));
  cudaPointerAttributes attributes;
  MUST(cudaPointerGetAttributes(&attributes, pinned));
  show_truth("forgotten", attributes.type == cudaMemoryTypeUnregistered);
  SHOW(cudaHostUnregister(page));

  std::printf("while a stream is busy\n");
  cudaGetLastError();
  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  show_while_busy("null", stream, [] { return cudaFreeHost(nullptr); });
  MUST(cudaMallocHost(&pinned, 64));
  show_while_busy("pinned memory", stream, [&] { return cudaFreeHost(pinned); });
  MUST(cudaMallocHost(&pinned, 64));
  show_captured("null", [](cudaStream_t) { return cudaFreeHost(nullptr); });
  show_captured("pinned memory", [&](cudaStream_t) { return cudaFreeHost(pinned); });
}
