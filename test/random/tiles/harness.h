// SPDX-License-Identifier: Apache-2.0
// Runs a block's steps over a tile of an image in shared memory on the device, and on the host thread by thread, and compares. As in
// ../trees/harness.h there is a barrier between two steps, and the host says if two threads meet in one of them.
#pragma once
#include "../trees/harness.h"

struct Place {
  unsigned tx, ty, bx, by, block_x, block_y;
};

template <class T>
struct Image {
  const T* in;
  T* out;
  int w, h, pitch;
};

/// Per thread: what it keeps from step to step.
template <class T>
struct Kept {
  T value;
  T row[4];
};

template <class T>
struct TileView {
  T* memory;
  Kept<T> kept;
  __device__ T get(unsigned i) const { return memory[i]; }
  __device__ void set(unsigned i, T value) { memory[i] = value; }
};

template <class T>
struct TileOnDevice {
  TileView<T> view;
  __device__ static unsigned width() { return blockDim.x; }
  template <class Step>
  __device__ void step(Step go) {
    go(view, Place{threadIdx.x, threadIdx.y, blockDim.x, blockDim.y, blockIdx.x, blockIdx.y});
    __syncthreads();
  }
};

/// The same on the host.
template <class T>
class TileModel {
 public:
  struct View {
    typename Model<T>::View shared;
    Kept<T> kept;
    T get(unsigned i) const { return shared.get(i); }
    void set(unsigned i, T value) { shared.set(i, value); }
  };

  TileModel(unsigned bx, unsigned by, unsigned block_x, unsigned block_y)
      : bx_(bx), by_(by), block_x_(block_x), block_y_(block_y), model_(bx * by), kept_(bx * by) {}

  template <class Step>
  void step(Step go) {
    model_.step([&](typename Model<T>::View& shared, unsigned t) {
      View view{shared, kept_[t]};
      go(view, Place{t % bx_, t / bx_, bx_, by_, block_x_, block_y_});
      kept_[t] = view.kept;
    });
  }
  [[nodiscard]] bool is_orderly() const { return model_.is_orderly(); }
  [[nodiscard]] unsigned width() const { return bx_; }

 private:
  unsigned bx_, by_, block_x_, block_y_;
  Model<T> model_;
  std::vector<Kept<T>> kept_;
};

template <class T, class Run, class Launch>
bool check_tiles(unsigned seed, dim3 block, int w, int h, int pitch, Run run, Launch launch) {
  const std::size_t count = static_cast<std::size_t>(pitch) * static_cast<std::size_t>(h);
  std::vector<T> input(count), right(count, T(77)), found(count, T(77));
  for (std::size_t i = 0; i < count; ++i)
    input[i] = static_cast<T>(scramble(seed * 977 + static_cast<unsigned>(i)) % 100);
  const dim3 grid((w + block.x - 1) / block.x, (h + block.y - 1) / block.y);
  for (unsigned y = 0; y < grid.y; ++y) {
    for (unsigned x = 0; x < grid.x; ++x) {
      TileModel<T> model(block.x, block.y, x, y);
      run(model, Image<T>{input.data(), right.data(), w, h, pitch});
      if (model.is_orderly()) continue;
      std::printf("seed %u: the kernel has a race\n", seed);
      return false;
    }
  }
  T *in = nullptr, *out = nullptr;
  cudaMalloc(&in, count * sizeof(T));
  cudaMalloc(&out, count * sizeof(T));
  cudaMemcpy(in, input.data(), count * sizeof(T), cudaMemcpyHostToDevice);
  cudaMemcpy(out, found.data(), count * sizeof(T), cudaMemcpyHostToDevice);
  launch(grid, Image<T>{in, out, w, h, pitch});
  const cudaError_t error =
      cudaMemcpy(found.data(), out, count * sizeof(T), cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);
  if (error != cudaSuccess) {
    std::printf("seed %u: %s\n", seed, cudaGetErrorString(error));
    std::exit(1);
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (found[i] == right[i]) continue;
    std::printf("seed %u: element %d of row %d is %g, expected %g\n", seed, int(i) % pitch,
                int(i) / pitch, double(found[i]), double(right[i]));
    return false;
  }
  return true;
}
