// SPDX-License-Identifier: Apache-2.0
// cudaHostGetFlags: the flags of pinned and registered memory and of parts of it, what is refused.
#include "../../capturing.h"

CASES() {
  char *plain, *alloc, *device, *managed;
  MUST(cudaMallocHost(&plain, 4096));
  MUST(cudaHostAlloc(&alloc, 4096, cudaHostAllocPortable | cudaHostAllocWriteCombined));
  MUST(cudaMalloc(&device, 4096));
  MUST(cudaMallocManaged(&managed, 4096));
  char *page = static_cast<char *>(std::aligned_alloc(4096, 8192));
  MUST(cudaHostRegister(page, 4096, cudaHostRegisterPortable));
  unsigned flags = 77;
  auto ask = [&](const char *what, void *p) {
    flags = 77;
    cudaError_t error = cudaHostGetFlags(&flags, p);
    std::printf("%s: %s, flags %u\n", what, name_of(error), flags);
  };
  ask("cudaMallocHost", plain);
  ask("inside", plain + 100);
  ask("last byte", plain + 4095);
  ask("cudaHostAlloc", alloc);
  ask("inside", alloc + 4000);
  ask("registered", page);
  ask("inside", page + 9);
  ask("behind it", page + 4096);
  ask("managed", managed);
  ask("device", device);
  ask("null", nullptr);
  SHOW(cudaHostGetFlags(nullptr, plain));
  show_last_error("after refused calls");
  MUST(cudaHostUnregister(page));
  ask("unregistered", page);
  show_captured("pinned", [&](cudaStream_t) { return cudaHostGetFlags(&flags, plain); });
}
