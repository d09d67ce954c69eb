// SPDX-License-Identifier: Apache-2.0
// Runs a kernel, and its body on the host for each thread in turn, on the same input, and compares what they store.
#pragma once
#include <cstdio>
#include <vector>

constexpr unsigned kWords = 1u << 16;
constexpr unsigned kOut = 1u << 17;

struct Place {
  unsigned grid_x, extent_x, extent_y, block_x, block_y, thread_x, thread_y;
};
__device__ inline Place here() {
  return {gridDim.x, blockDim.x, blockDim.y, blockIdx.x, blockIdx.y, threadIdx.x, threadIdx.y};
}

struct Arrays {
  const unsigned* words;
  const unsigned char* bytes;
  const short* shorts;
  const unsigned long long* longs;
  unsigned* out;
};

inline unsigned scramble(unsigned number) {
  number = (number ^ (number >> 16)) * 0x7feb352du;
  number = (number ^ (number >> 15)) * 0x846ca68bu;
  return number ^ (number >> 16);
}

template <class T>
std::vector<T> filled(unsigned salt) {
  std::vector<T> values(kWords);
  for (unsigned i = 0; i < kWords; ++i) values[i] = static_cast<T>(scramble(i + salt));
  return values;
}

class Test {
 public:
  Test() {
    device_ = {on_device(words_), on_device(bytes_), on_device(shorts_), on_device(longs_),
               nullptr};
    cudaMalloc(&device_.out, kOut * sizeof(unsigned));
  }

  template <class Launch, class Body>
  bool run(unsigned seed, dim3 grid, dim3 block, Launch launch, Body body) {
    std::vector<unsigned> right(kOut, 0xabcdefu), found(kOut);
    Arrays host = {words_.data(), bytes_.data(), shorts_.data(), longs_.data(), right.data()};
    for (unsigned y = 0; y < grid.y; ++y)
      for (unsigned x = 0; x < grid.x; ++x)
        for (unsigned v = 0; v < block.y; ++v)
          for (unsigned u = 0; u < block.x; ++u)
            body(host, Place{grid.x, block.x, block.y, x, y, u, v});
    found.assign(kOut, 0xabcdefu);
    cudaMemcpy(device_.out, found.data(), kOut * sizeof(unsigned), cudaMemcpyHostToDevice);
    launch(device_, grid, block);
    const cudaError_t error =
        cudaMemcpy(found.data(), device_.out, kOut * sizeof(unsigned), cudaMemcpyDeviceToHost);
    if (error != cudaSuccess) {
      std::printf("seed %u: %s\n", seed, cudaGetErrorString(error));
      return false;
    }
    for (unsigned i = 0; i < kOut; ++i) {
      if (found[i] == right[i]) continue;
      std::printf("seed %u: element %u is %u, expected %u\n", seed, i, found[i], right[i]);
      return false;
    }
    return true;
  }

 private:
  template <class T>
  static const T* on_device(const std::vector<T>& values) {
    T* copy = nullptr;
    cudaMalloc(&copy, values.size() * sizeof(T));
    cudaMemcpy(copy, values.data(), values.size() * sizeof(T), cudaMemcpyHostToDevice);
    return copy;
  }

  std::vector<unsigned> words_ = filled<unsigned>(1);
  std::vector<unsigned char> bytes_ = filled<unsigned char>(2);
  std::vector<short> shorts_ = filled<short>(3);
  std::vector<unsigned long long> longs_ = filled<unsigned long long>(4);
  Arrays device_{};
};
