// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// cuMemcpy, cuMemcpyPeer, cuMemcpyHtoD, cuMemcpyDtoH, cuMemcpyDtoD, cuMemcpyAsync, cuMemcpyPeerAsync, cuMemcpyHtoDAsync,
// cuMemcpyDtoHAsync, cuMemcpyDtoDAsync: directions by name and by address, refused pointers.
#include "driver.h"

int main() {
  CUcontext context = use_primary();
  std::vector<int> host(256), back(256);
  for (int i = 0; i < 256; ++i) host[i] = i * 3;
  CUdeviceptr a = allocate(1024), b = allocate(1024);
  CUstream stream;
  MUST(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
  const auto check = [&](const char *what, CUdeviceptr from) {
    show_truth(what, read<int>(from, 256) == host);
    MUST(cuMemsetD8(from, 0, 1024));
    MUST(cuCtxSynchronize());
  };
  SHOW(cuMemcpyHtoD(a, host.data(), 1024));
  SHOW(cuMemcpyDtoD(b, a, 1024));
  SHOW(cuMemcpyDtoH(back.data(), b, 1024));
  show_truth("there and back", back == host);
  check("on the device", a);
  SHOW(cuMemcpy(a, address_of(host.data()), 1024));
  check("by address", a);
  SHOW(cuMemcpy(address_of(back.data()), b, 1024));
  SHOW(cuMemcpyAsync(a, address_of(host.data()), 1024, stream));
  MUST(cuStreamSynchronize(stream));
  check("by address", a);
  SHOW(cuMemcpyHtoDAsync(a, host.data(), 1024, stream));
  SHOW(cuMemcpyDtoDAsync(b, a, 1024, stream));
  SHOW(cuMemcpyDtoHAsync(back.data(), b, 1024, stream));
  MUST(cuStreamSynchronize(stream));
  show_truth("there and back", back == host);
  MUST(cuMemsetD8(b, 0, 1024));
  SHOW(cuMemcpyPeer(b, context, a, context, 1024));
  MUST(cuCtxSynchronize());
  check("between peers", b);
  SHOW(cuMemcpyPeerAsync(b, context, a, context, 1024, stream));
  MUST(cuStreamSynchronize(stream));
  check("between peers", b);
  SHOW(cuMemcpyPeer(b, nullptr, a, context, 1024));
  SHOW(cuMemcpyPeerAsync(b, context, a, nullptr, 1024, stream));

  std::printf("of nothing\n");
  SHOW(cuMemcpyHtoD(a, host.data(), 0));
  SHOW(cuMemcpyHtoD(0, nullptr, 0));
  SHOW(cuMemcpyDtoH(nullptr, 0, 0));
  SHOW(cuMemcpyDtoD(0, 0, 0));
  SHOW(cuMemcpy(0, 0, 0));
  SHOW(cuMemcpyHtoDAsync(0, nullptr, 0, stream));
  std::printf("refused\n");
  SHOW(cuMemcpyHtoD(0, host.data(), 16));
  SHOW(cuMemcpyHtoD(a, nullptr, 16));
  SHOW(cuMemcpyDtoH(nullptr, a, 16));
  SHOW(cuMemcpyDtoH(host.data(), 0, 16));
  SHOW(cuMemcpyDtoD(a, 0, 16));
  SHOW(cuMemcpyDtoD(0, a, 16));
  SHOW(cuMemcpy(0, a, 16));
  SHOW(cuMemcpyHtoD(64, host.data(), 16));
  SHOW(cuMemcpyDtoH(host.data(), 64, 16));
  SHOW(cuMemcpyHtoD(a, host.data(), 4096));
  SHOW(cuMemcpyDtoH(host.data(), b, std::size_t(1) << 40));
  SHOW(cuMemcpyHtoDAsync(a, nullptr, 16, stream));
  SHOW(cuMemcpyHtoDAsync(64, host.data(), 16, stream));
  SHOW(cuMemcpyDtoDAsync(64, a, 16, stream));
  std::printf("pageable memory as device memory\n");
  std::printf("the other way round\n");
  SHOW(cuMemcpyHtoD(a, reinterpret_cast<void *>(b), 1024));
  SHOW(cuMemcpyDtoH(reinterpret_cast<void *>(a), b, 1024));
  void *pinned = nullptr;
  MUST(cuMemAllocHost(&pinned, 1024));
  SHOW(cuMemcpyDtoD(a, address_of(pinned), 1024));
  SHOW(cuMemcpyDtoH(pinned, a, 1024));
  SHOW(cuCtxSynchronize());
}
