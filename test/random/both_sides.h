// SPDX-License-Identifier: Apache-2.0
// What random kernels that the host runs as well have in common: arrays on both sides, compared bit for bit.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <type_traits>
#include <vector>

template <class T>
struct BothSides {
  std::vector<T> host;
  T* device = nullptr;

  /// `fill(element, number)`, with numbers that follow from the seed.
  template <class Fill>
  BothSides(std::size_t count, unsigned seed, Fill fill) : host(count) {
    for (T& one : host) fill(one, (seed = seed * 1664525u + 1013904223u) >> 9);
    cudaMalloc(&device, count * sizeof(T));
    cudaMemcpy(device, host.data(), count * sizeof(T), cudaMemcpyHostToDevice);
  }
  ~BothSides() { cudaFree(device); }
  BothSides(const BothSides&) = delete;
  BothSides& operator=(const BothSides&) = delete;

  bool same(unsigned seed, const char* name) const {
    std::vector<T> found(host.size());
    const cudaError_t error =
        cudaMemcpy(found.data(), device, found.size() * sizeof(T), cudaMemcpyDeviceToHost);
    if (error != cudaSuccess) {
      std::printf("seed %u: %s\n", seed, cudaGetErrorString(error));
      std::exit(1);
    }
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (std::memcmp(&found[i], &host[i], sizeof(T)) == 0) continue;
      if constexpr (std::is_floating_point_v<T>)
        if (found[i] != found[i] && host[i] != host[i])
          continue;  // two NaNs, whose signs may differ
      std::printf("seed %u: %s[%zu] of %zu differs", seed, name, i, found.size());
      if constexpr (std::is_arithmetic_v<T>)
        std::printf(": %g, expected %g", static_cast<double>(found[i]),
                    static_cast<double>(host[i]));
      std::printf("\n");
      return false;
    }
    return true;
  }
};
