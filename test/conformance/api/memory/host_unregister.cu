// SPDX-License-Identifier: Apache-2.0
// cudaHostUnregister: by the address that was registered; afterwards pageable again; what is refused, captures.
#include "../../capturing.h"
#include "../../gate.h"

CASES() {
  prepare_gates();
  char *page = static_cast<char *>(std::aligned_alloc(4096, 4 * 4096));
  page[100] = 5;
  void *pinned, *device, *p;
  MUST(cudaMallocHost(&pinned, 4096));
  MUST(cudaMalloc(&device, 4096));
  SHOW(cudaHostUnregister(nullptr));
  SHOW(cudaHostUnregister(page));
  SHOW(cudaHostUnregister(pinned));
  SHOW(cudaHostUnregister(device));
  MUST(cudaHostRegister(page, 2 * 4096, cudaHostRegisterDefault));
  SHOW(cudaHostUnregister(page + 4096));
  SHOW(cudaHostUnregister(page + 1));
  SHOW(cudaHostUnregister(page + 2 * 4096));
  show_last_error("after refused calls");
  SHOW(cudaHostUnregister(page));
  SHOW(cudaHostUnregister(page));
  std::printf("afterwards\n");
  unsigned flags = 77;
  SHOW(cudaHostGetFlags(&flags, page));
  SHOW(cudaHostGetDevicePointer(&p, page, 0));
  cudaPointerAttributes attributes;
  SHOW(cudaPointerGetAttributes(&attributes, page));
  show_value("type", attributes.type);
  SHOW(cudaMemset(page, 0, 16));
  show_value("the byte", page[100]);
  SHOW(cudaHostRegister(page, 4096, cudaHostRegisterDefault));
  SHOW(cudaHostUnregister(page));
  cudaGetLastError();

  cudaStream_t stream;
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  MUST(cudaHostRegister(page, 4096, cudaHostRegisterDefault));
  show_while_busy("busy", stream, [&] { return cudaHostUnregister(page); });
  MUST(cudaHostRegister(page, 4096, cudaHostRegisterDefault));
  show_captured("a page", [&](cudaStream_t) { return cudaHostUnregister(page); });
}
