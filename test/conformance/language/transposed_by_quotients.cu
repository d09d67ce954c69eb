// SPDX-License-Identifier: Apache-2.0
// Transpositions by threads that find their row and column by a division, of rows and blocks of many lengths: blocks that are whole rows, parts
// of them, and neither.
#include <type_traits>

#include "../transcript.h"

template <class T, class Number>
__global__ void transposed(T *out, const T *in, Number width, Number height) {
  const Number i = static_cast<Number>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < width * height) {
    const Number row = i / width, column = i % width;
    out[column * height + row] = in[i];
  }
}

/// Each thread reads along a column what it writes along a row, with a border that others leave alone.
__global__ void gathered(float *out, const float *in, unsigned pitch, int rows) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  const unsigned row = i / pitch, column = i - row * pitch;
  if (row >= static_cast<unsigned>(rows) || column == 0) return;
  out[i] = in[column * rows + row] + static_cast<float>(row % 3);
}

template <class T, class Number>
void show(const char *name, int width, int height, int block) {
  std::vector<T> values;
  for (int i = 0; i < width * height; ++i) values.push_back(static_cast<T>(i % 9973));
  DeviceArray<T> in(values), out(values.size());
  const int blocks = (width * height + block - 1) / block;
  // How long a launch takes is known after the first ones; many blocks are then run by one thread.
  for (int launch = 0; launch < 4; ++launch)
    transposed<T, Number><<<blocks, block>>>(out.get(), in.get(), width, height);
  const std::vector<T> turned = out.read();
  int wrong = 0;
  for (int row = 0; row < height; ++row)
    for (int column = 0; column < width; ++column)
      wrong += turned[static_cast<std::size_t>(column) * height + row] !=
               values[static_cast<std::size_t>(row) * width + column];
  std::printf("%s %dx%d by %d: %d wrong\n", name, width, height, block, wrong);
}

void show_gathered(int width, int height, int block) {
  std::vector<float> values;
  for (int i = 0; i < width * height; ++i) values.push_back(static_cast<float>(i % 7919));
  DeviceArray<float> in(values), out(values.size());
  for (int launch = 0; launch < 4; ++launch)
    gathered<<<(width * height + block - 1) / block, block>>>(out.get(), in.get(), width, height);
  const std::vector<float> turned = out.read();
  int wrong = 0;
  for (int row = 0; row < height; ++row)
    for (int column = 0; column < width; ++column) {
      const float wanted = column == 0 ? 0.0f : values[static_cast<std::size_t>(column) * height + row] + row % 3;
      wrong += turned[static_cast<std::size_t>(row) * width + column] != wanted;
    }
  std::printf("gathered %dx%d by %d: %d wrong\n", width, height, block, wrong);
}

int main() {
  show<float, int>("int", 512, 512, 256);
  show<float, int>("int", 1024, 300, 128);
  show<float, unsigned>("unsigned", 96, 5000, 96);
  show<float, unsigned>("unsigned", 2048, 160, 64);
  show<double, long long>("long long", 320, 700, 256);
  show<unsigned char, int>("bytes", 640, 480, 256);
  show<short, std::size_t>("size_t", 16, 20000, 1024);
  show<float, int>("int", 333, 777, 256);
  show<float, int>("int", 100, 100, 100);
  show<float, int>("int", 1, 5000, 128);
  show_gathered(512, 700, 256);
  show_gathered(160, 1000, 32);
  show_gathered(37, 4001, 64);
  SHOW(cudaDeviceSynchronize());
}
