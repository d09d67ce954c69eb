// SPDX-License-Identifier: Apache-2.0
// Conway's game of life, four times:
//   global   a launch for each generation; any board size; the board lives in global memory
//   block    all generations in one launch of one block: the threads wait for each other with
//            __syncthreads(), which works inside a block only, so the board has 32 x 32 cells
//   shared   the same, with the board in the block's shared memory
//   streams  four boards of version `global`, each in a stream of its own
//
//   build:  riffle cc -O2 -o game_of_life game_of_life.cu       (or nvcc)
//   run:    ./game_of_life                                      all four, checked
//           ./game_of_life --mode streams --show                watch it in the terminal
//           ./game_of_life --mode streams --gif life.gif
#include <cuda_runtime.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "../common/arguments.h"
#include "../common/check.h"
#include "../common/stopwatch.h"
#include "board.h"
#include "film.h"

static const char* const kUsage =
    "usage: game_of_life [--mode all|global|block|shared|streams] [--size N] [--generations N]\n"
    "                    [--seed N] [--every N] [--show] [--gif FILE] [--png PREFIX]\n"
    "  --mode M         which version (default all)\n"
    "  --size N         cells along each side for global and streams (default 128)\n"
    "  --generations N  how long to play (default 200)\n"
    "  --seed N         which random board to start from (default 1)\n"
    "  --show           draw the boards in the terminal\n"
    "  --gif FILE       write an animated GIF\n"
    "  --png PREFIX     write a picture per frame: PREFIX00000.png, ...\n"
    "  --every N        a frame each N generations (default 1)\n"
    "With --mode all, the frames are those of the streams version.\n";

constexpr int kSide = 32;   // a block has at most 1024 = 32 x 32 threads
constexpr int kBoards = 4;  // in version `streams`

// The edges are joined: whoever leaves on the right comes back on the left.
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

// One generation. Blocks cannot wait for each other, so nobody may write what others still read:
// the new board goes into a second buffer.
__global__ void step_global(const int* now, int* next, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) next[x + y * width] = next_state(now, x, y, width, height);
}

// Many generations. One buffer is enough: all threads of the block read, wait, write, wait.
__global__ void play_in_one_block(int* cells, int generations) {
  const int x = threadIdx.x, y = threadIdx.y;
  for (int i = 0; i < generations; ++i) {
    const int state = next_state(cells, x, y, kSide, kSide);
    __syncthreads();  // everybody has read ...
    cells[x + y * kSide] = state;
    __syncthreads();  // ... and everybody has written
  }
}

// The same on a copy of the board in shared memory, which is closer to the threads and lives only
// as long as the block.
__global__ void play_in_shared_memory(int* board, int generations) {
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

struct Options {
  int size;
  int generations;
  int every;
  unsigned seed;
};

// Compares with the plain C++ version of the rules.
static bool check_board(const char* mode, const Board& start, const Board& result,
                        int generations) {
  const Board expected = after_generations(start, generations);
  for (std::size_t i = 0; i < expected.cells.size(); ++i) {
    if (result.cells[i] == expected.cells[i]) continue;
    std::printf("%s: after %d generations cell %zu is %d, not %d\n", mode, generations, i,
                result.cells[i], expected.cells[i]);
    return false;
  }
  return true;
}

static void report(const char* mode, int boards, const Board& board, int generations, double ms) {
  std::printf("%-8s %d board%s of %d x %d, %d generations: %8.2f ms\n", mode, boards,
              boards == 1 ? " " : "s", board.width, board.height, generations, ms);
}

// A board on the device, its stream, and pinned memory through which it comes back.
struct Player {
  cudaStream_t stream = nullptr;
  int* now = nullptr;
  int* next = nullptr;
  int* pinned = nullptr;
};

// Versions `global` (one board, the default stream) and `streams` (several boards and streams).
static bool play_global(const char* mode, int boards, const Options& options, Film& film) {
  std::vector<Board> starts, frame;
  std::vector<Player> players(boards);
  for (int k = 0; k < boards; ++k) {
    starts.push_back(random_board(options.size, options.size, options.seed + k));
    Player& player = players[k];
    if (boards > 1) CHECK(cudaStreamCreate(&player.stream));
    CHECK(cudaMalloc(&player.now, starts[k].bytes()));
    CHECK(cudaMalloc(&player.next, starts[k].bytes()));
    CHECK(cudaMallocHost(&player.pinned, starts[k].bytes()));
    CHECK(cudaMemcpyAsync(player.now, starts[k].cells.data(), starts[k].bytes(),
                          cudaMemcpyHostToDevice, player.stream));
  }
  frame = starts;
  if (film.wanted()) film.add_frame(frame, 0);

  const dim3 block(32, 8);
  const dim3 grid((options.size + block.x - 1) / block.x, (options.size + block.y - 1) / block.y);
  CHECK(cudaDeviceSynchronize());
  const Stopwatch watch;
  for (int done = 0; done < options.generations;) {
    const int steps =
        film.wanted() ? std::min(options.every, options.generations - done) : options.generations;
    for (int i = 0; i < steps; ++i) {
      for (Player& player : players) {
        step_global<<<grid, block, 0, player.stream>>>(player.now, player.next, options.size,
                                                       options.size);
        CHECK_LAUNCH();
        std::swap(player.now, player.next);
      }
    }
    for (int k = 0; k < boards; ++k) {
      CHECK(cudaMemcpyAsync(players[k].pinned, players[k].now, starts[k].bytes(),
                            cudaMemcpyDeviceToHost, players[k].stream));
    }
    // Each stream is waited for alone: the others keep playing meanwhile.
    for (int k = 0; k < boards; ++k) {
      CHECK(cudaStreamSynchronize(players[k].stream));
      std::copy_n(players[k].pinned, frame[k].cells.size(), frame[k].cells.begin());
    }
    done += steps;
    if (film.wanted()) film.add_frame(frame, done);
  }
  report(mode, boards, starts[0], options.generations, watch.milliseconds());

  bool right = true;
  for (int k = 0; k < boards; ++k) {
    right = check_board(mode, starts[k], frame[k], options.generations) && right;
    CHECK(cudaFree(players[k].now));
    CHECK(cudaFree(players[k].next));
    CHECK(cudaFreeHost(players[k].pinned));
    if (players[k].stream) CHECK(cudaStreamDestroy(players[k].stream));
  }
  return right;
}

// Versions `block` and `shared`: one launch plays all generations up to the next frame.
static bool play_one_block(const char* mode, void (*kernel)(int*, int), const Options& options,
                           Film& film) {
  const Board start = random_board(kSide, kSide, options.seed);
  Board board = start;
  int* cells;
  CHECK(cudaMalloc(&cells, board.bytes()));
  CHECK(cudaMemcpy(cells, board.cells.data(), board.bytes(), cudaMemcpyHostToDevice));
  if (film.wanted()) film.add_frame({board}, 0);

  const Stopwatch watch;
  for (int done = 0; done < options.generations;) {
    const int steps =
        film.wanted() ? std::min(options.every, options.generations - done) : options.generations;
    kernel<<<1, dim3(kSide, kSide)>>>(cells, steps);
    CHECK_LAUNCH();
    CHECK(cudaMemcpy(board.cells.data(), cells, board.bytes(), cudaMemcpyDeviceToHost));
    done += steps;
    if (film.wanted()) film.add_frame({board}, done);
  }
  report(mode, 1, board, options.generations, watch.milliseconds());
  CHECK(cudaFree(cells));
  return check_board(mode, start, board, options.generations);
}

int main(int argc, char** argv) {
  Arguments arguments(argc, argv, kUsage);
  const std::string mode =
      arguments.choice("--mode", {"all", "global", "block", "shared", "streams"});
  Options options{};
  options.size = static_cast<int>(arguments.number("--size", 128, 1, 16384));
  options.generations = static_cast<int>(arguments.number("--generations", 200, 1, 100000000));
  options.every = static_cast<int>(arguments.number("--every", 1, 1, 100000000));
  options.seed = static_cast<unsigned>(arguments.number("--seed", 1, 0, 1000000));
  const bool show = arguments.flag("--show");
  const std::string gif_path = arguments.text("--gif", "");
  const std::string png_prefix = arguments.text("--png", "");
  arguments.finish();

  Film film(show, gif_path, png_prefix), no_film(false, "", "");
  const bool all = mode == "all";
  bool right = true;
  if (all || mode == "global")
    right = play_global("global", 1, options, all ? no_film : film) && right;
  if (all || mode == "block") {
    right = play_one_block("block", play_in_one_block, options, all ? no_film : film) && right;
  }
  if (all || mode == "shared") {
    right = play_one_block("shared", play_in_shared_memory, options, all ? no_film : film) && right;
  }
  if (all || mode == "streams") right = play_global("streams", kBoards, options, film) && right;
  film.save();
  return verdict(right);
}
