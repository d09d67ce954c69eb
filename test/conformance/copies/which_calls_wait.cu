// SPDX-License-Identifier: Apache-2.0
// Which copies and fills return while their stream is busy.
#include "../gate.h"

int main() {
  prepare_gates();
  constexpr std::size_t kBytes = 4096, kBig = 4u << 20;
  DeviceArray<char> a(kBig), b(kBig);
  std::vector<char> pageable(kBig);
  char *pinned, *managed;
  MUST(cudaMallocHost(&pinned, kBig));
  MUST(cudaMallocManaged(&managed, kBytes));
  cudaStream_t s;
  MUST(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  MUST(cudaMemcpy(a, pageable.data(), kBig, cudaMemcpyHostToDevice));
  MUST(cudaMemcpy(pageable.data(), a, kBig, cudaMemcpyDeviceToHost));
  MUST(cudaMemcpy(pinned, a, kBig, cudaMemcpyDeviceToHost));
  MUST(cudaMemcpy(b, a, kBig, cudaMemcpyDeviceToDevice));
  MUST(cudaMemsetAsync(pinned, 0, kBytes, s));
  MUST(cudaDeviceSynchronize());

  show_while_busy("MemsetAsync of device memory", s, [&] { return cudaMemsetAsync(a, 1, kBytes, s); });
  show_while_busy("MemcpyAsync H2D from pinned", s,
                  [&] { return cudaMemcpyAsync(a, pinned, kBig, cudaMemcpyHostToDevice, s); });
  show_while_busy("MemcpyAsync D2H to pinned", s,
                  [&] { return cudaMemcpyAsync(pinned, a, kBig, cudaMemcpyDeviceToHost, s); });
  show_while_busy("MemcpyAsync D2D", s, [&] { return cudaMemcpyAsync(b, a, kBig, cudaMemcpyDeviceToDevice, s); });
  show_while_busy("MemcpyAsync H2H pinned", s,
                  [&] { return cudaMemcpyAsync(pinned, pinned + kBytes, kBytes, cudaMemcpyHostToHost, s); });
  show_while_busy("MemcpyAsync H2D from pageable, 4 KiB", s,
                  [&] { return cudaMemcpyAsync(a, pageable.data(), kBytes, cudaMemcpyHostToDevice, s); });
  show_while_busy("MemcpyAsync H2D from pageable, 64 KiB", s,
                  [&] { return cudaMemcpyAsync(a, pageable.data(), 65536, cudaMemcpyHostToDevice, s); });
  show_while_busy("MemcpyAsync H2D from pageable, 4 MiB", s,
                  [&] { return cudaMemcpyAsync(a, pageable.data(), kBig, cudaMemcpyHostToDevice, s); });
  show_while_busy("MemcpyAsync D2H to pageable, 4 KiB", s,
                  [&] { return cudaMemcpyAsync(pageable.data(), a, kBytes, cudaMemcpyDeviceToHost, s); });
  show_while_busy("MemcpyAsync Default D2D", s, [&] { return cudaMemcpyAsync(b, a, kBytes, cudaMemcpyDefault, s); });
}
