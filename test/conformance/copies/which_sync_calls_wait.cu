// SPDX-License-Identifier: Apache-2.0
// Which of the calls without a stream return while a blocking stream is busy.
#include "../gate.h"

int main() {
  prepare_gates();
  constexpr std::size_t kBytes = 4096;
  DeviceArray<char> a(kBytes), b(kBytes);
  std::vector<char> pageable(kBytes), pageable2(kBytes);
  char *pinned;
  MUST(cudaMallocHost(&pinned, 2 * kBytes));
  cudaStream_t s;
  MUST(cudaStreamCreate(&s));
  MUST(cudaMemset(pinned, 0, kBytes));
  MUST(cudaDeviceSynchronize());
  show_while_busy("Memset of device memory", s, [&] { return cudaMemset(a, 1, kBytes); });
  show_while_busy("Memset of pinned memory", s, [&] { return cudaMemset(pinned, 1, kBytes); });
  show_while_busy("Memcpy D2D", s, [&] { return cudaMemcpy(b, a, kBytes, cudaMemcpyDeviceToDevice); });
  show_while_busy("Memcpy D2H pageable", s,
                  [&] { return cudaMemcpy(pageable.data(), a, kBytes, cudaMemcpyDeviceToHost); });
  show_while_busy("Memcpy D2H pinned", s, [&] { return cudaMemcpy(pinned, a, kBytes, cudaMemcpyDeviceToHost); });
  show_while_busy("Memcpy H2D pageable", s,
                  [&] { return cudaMemcpy(a, pageable.data(), kBytes, cudaMemcpyHostToDevice); });
  show_while_busy("Memcpy H2D pinned", s, [&] { return cudaMemcpy(a, pinned, kBytes, cudaMemcpyHostToDevice); });
  show_while_busy("Memcpy H2H pageable", s,
                  [&] { return cudaMemcpy(pageable.data(), pageable2.data(), kBytes, cudaMemcpyHostToHost); });
  show_while_busy("Memset2D of device memory", s, [&] { return cudaMemset2D(a, 64, 1, 32, 4); });
  show_while_busy("Memcpy2D D2D", s, [&] { return cudaMemcpy2D(b, 64, a, 64, 32, 4, cudaMemcpyDeviceToDevice); });
  show_while_busy("Memcpy of zero bytes", s, [&] { return cudaMemcpy(pageable.data(), a, 0, cudaMemcpyDeviceToHost); });
}
