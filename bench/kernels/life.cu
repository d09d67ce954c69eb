// SPDX-License-Identifier: Apache-2.0
// The game of life on a torus: a board in global memory, one launch for each generation; and 32 x 32
// cells in the shared memory of one block, which plays on its own.
#include "frame.h"

__device__ int at(const int* cells, int x, int y, int width, int height) {
  return cells[(x + width) % width + (y + height) % height * width];
}

__device__ int next_state(const int* cells, int x, int y, int width, int height) {
  const int alive = at(cells, x - 1, y - 1, width, height) + at(cells, x, y - 1, width, height) +
                    at(cells, x + 1, y - 1, width, height) + at(cells, x - 1, y, width, height) +
                    at(cells, x + 1, y, width, height) + at(cells, x - 1, y + 1, width, height) +
                    at(cells, x, y + 1, width, height) + at(cells, x + 1, y + 1, width, height);
  switch (alive) {
    case 2:
      return cells[x + y * width];
    case 3:
      return 1;
    default:
      return 0;
  }
}

__global__ void life(const int* now, int* next, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) next[x + y * width] = next_state(now, x, y, width, height);
}

constexpr int kSide = 32;

__global__ void life_block(int* board, int generations) {
  __shared__ int cells[kSide * kSide];
  const int x = threadIdx.x, y = threadIdx.y;
  cells[x + y * kSide] = board[x + y * kSide];
  __syncthreads();
  for (int i = 0; i < generations; ++i) {
    const int state = next_state(cells, x, y, kSide, kSide);
    __syncthreads();
    cells[x + y * kSide] = state;
    __syncthreads();
  }
  board[x + y * kSide] = cells[x + y * kSide];
}

static int random_cell(std::size_t i) { return bench::noise(i) < 0.3f; }

constexpr const char* kOpenCl = R"cl(
#define SIDE 32

int next_of(int alive, int self) { return alive == 3 ? 1 : alive == 2 ? self : 0; }

#define AT(X, Y) cells[((X) + width) % width + ((Y) + height) % height * width]
#define NEIGHBOURS                                                                             \
  (AT(x - 1, y - 1) + AT(x, y - 1) + AT(x + 1, y - 1) + AT(x - 1, y) + AT(x + 1, y) +          \
   AT(x - 1, y + 1) + AT(x, y + 1) + AT(x + 1, y + 1))

kernel void life(global const int* cells, global int* next, int width, int height) {
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  if (x < width && y < height) next[x + y * width] = next_of(NEIGHBOURS, cells[x + y * width]);
}

kernel void life_block(global int* board, int generations) {
  local int cells[SIDE * SIDE];
  const int x = get_local_id(0), y = get_local_id(1), width = SIDE, height = SIDE;
  cells[x + y * SIDE] = board[x + y * SIDE];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < generations; ++i) {
    const int state = next_of(NEIGHBOURS, cells[x + y * SIDE]);
    barrier(CLK_LOCAL_MEM_FENCE);
    cells[x + y * SIDE] = state;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  board[x + y * SIDE] = cells[x + y * SIDE];
}
)cl";

int main(int argc, char** argv) {
  bench::Kernels kernels(argc, argv, kOpenCl);
  auto& cl = kernels.opencl();
  {
    const int size = kernels.size(1024, 256), generations = kernels.size(200, 20);
    const std::size_t blocks = size / 16;
    const auto start = kernels.array<int>(std::size_t(size) * size, random_cell);
    const auto even = kernels.array<int>(start.count), odd = kernels.array<int>(start.count);
    // The boards take turns; the first generation reads the start.
    const auto play = [=](auto&& step, int* first, int* a, int* b) {
      for (int i = 0; i < generations; ++i) {
        step(i == 0 ? first : i % 2 ? b : a, i % 2 ? a : b);
      }
    };
    kernels.row({
        .name = "game of life 1024^2, 200 generations",
        .target = 1.3,
        .riffle =
            [&] {
              play(
                  [&](const int* now, int* next) {
                    life<<<dim3(blocks, blocks), dim3(16, 16)>>>(now, next, size, size);
                  },
                  start.device, even.device, odd.device);
            },
        .by_hand = {{"OpenMP",
                     [&] {
                       play([&](const int* now, int* next) { by_hand::life(now, next, size); },
                            start.host, even.host, odd.host);
                     }}},
        .opencl =
            [&] {
              play(
                  [&](int* now, int* next) {
                    cl.launch("life", {blocks, blocks}, {16, 16}, {now, next, size, size});
                  },
                  start.host, even.host, odd.host);
            },
        .results = {bench::exact(even)},
    });
  }
  {
    const int generations = kernels.size(100000, 1000);
    const auto start = kernels.array<int>(kSide * kSide, random_cell);
    const auto board = kernels.array<int>(kSide * kSide);
    kernels.row({
        .name = "game of life, one block",
        .target = 1.2,
        .riffle = [&] { life_block<<<1, dim3(kSide, kSide)>>>(board.device, generations); },
        .by_hand = {{"omp simd", [&] { by_hand::life_block(board.host, generations); }},
                    {"vectors", [&] { by_hand::life_block_vectors(board.host, generations); }}},
        .opencl = [&] { cl.launch("life_block", {1}, {kSide, kSide}, {board.host, generations}); },
        .results = {bench::exact(board)},
        .before =
            [&] {
              CHECK(cudaMemcpy(board.device, start.host, start.bytes(), cudaMemcpyHostToDevice));
              std::memcpy(board.host, start.host, start.bytes());
            },
    });
  }
  return 0;
}
