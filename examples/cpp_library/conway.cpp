// SPDX-License-Identifier: Apache-2.0
// Four games of life on tori, each in a stream of its own: a kernel, and a copy on the device, for each generation. A small
// board in one block, in shared memory, beside them.
#include <riffle/riffle.h>

#include <cstdio>
#include <random>
#include <vector>

constexpr int kSize = 64;
constexpr int kGenerations = 20;

const char* const kSource = R"(
__device__ int neighbours(const int *board, int x, int y, int size) {
  int count = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if (dx != 0 || dy != 0) count += board[(y + dy + size) % size * size + (x + dx + size) % size];
  return count;
}
__device__ int next(int alive, int count) { return count == 3 || (alive && count == 2); }
__global__ void generation(const int *board, int *after, int size) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  after[y * size + x] = next(board[y * size + x], neighbours(board, x, y, size));
}
__global__ void generations(int *board, int count) {
  __shared__ int cells[32 * 32];
  const int x = threadIdx.x, y = threadIdx.y, i = y * 32 + x;
  cells[i] = board[i];
  __syncthreads();
  for (; count > 0; --count) {
    const int mine = next(cells[i], neighbours(cells, x, y, 32));
    __syncthreads();
    cells[i] = mine;
    __syncthreads();
  }
  board[i] = cells[i];
})";

using Board = std::vector<int>;

static Board random_board(int size, unsigned seed) {
  std::mt19937 random(seed);
  Board board(static_cast<std::size_t>(size * size));
  for (int& cell : board) cell = random() % 4 == 0;
  return board;
}

static Board on_the_host(Board board, int size, int generations) {
  for (; generations > 0; --generations) {
    Board after = board;
    for (int y = 0; y < size; ++y) {
      for (int x = 0; x < size; ++x) {
        int count = 0;
        for (int dy = -1; dy <= 1; ++dy) {
          for (int dx = -1; dx <= 1; ++dx) {
            const int at = (y + dy + size) % size * size + (x + dx + size) % size;
            if (dx != 0 || dy != 0) count += board[static_cast<std::size_t>(at)];
          }
        }
        int& cell = after[static_cast<std::size_t>(y * size + x)];
        cell = count == 3 || (cell != 0 && count == 2);
      }
    }
    board = after;
  }
  return board;
}

int main() {
  const riffle::SourceModule kernels(kSource);
  const riffle::Function generation = kernels.get_function("generation");
  constexpr unsigned kGames = 4;
  std::vector<riffle::Stream> streams(kGames);
  std::vector<riffle::GpuArray<int>> boards, after;
  for (unsigned k = 0; k < kGames; ++k) {
    boards.push_back(riffle::to_gpu(random_board(kSize, k), {kSize, kSize}));
    after.push_back(riffle::empty_like(boards[k]));
  }
  const riffle::Dim3 grid{kSize / 32, kSize / 32}, block{32, 32};
  for (int i = 0; i < kGenerations; ++i) {
    for (unsigned k = 0; k < kGames; ++k) {
      generation({.grid = grid, .block = block, .stream = streams[k]}, boards[k], after[k], kSize);
      boards[k].set_async(after[k], streams[k]);
    }
  }
  bool is_right = true;
  for (unsigned k = 0; k < kGames; ++k) {
    streams[k].synchronize();
    is_right =
        is_right && boards[k].get() == on_the_host(random_board(kSize, k), kSize, kGenerations);
  }

  auto small = riffle::to_gpu(random_board(32, 9));
  kernels.get_function("generations")({.block = {32, 32}}, small, kGenerations);
  is_right = is_right && small.get() == on_the_host(random_board(32, 9), 32, kGenerations);
  std::puts(is_right ? "right" : "WRONG");
  return is_right ? 0 : 1;
}
