// SPDX-License-Identifier: Apache-2.0
// A board of Conway's game of life on the host, and the rules in plain C++: the reference against
// which every version on the device is checked.
#pragma once

#include <cstddef>
#include <vector>

struct Board {
  int width = 0;
  int height = 0;
  std::vector<int> cells;  // 1 alive, 0 dead; row by row

  std::size_t bytes() const { return cells.size() * sizeof(int); }
};

/// A quarter of the cells are alive. The same seed gives the same board on every machine.
inline Board random_board(int width, int height, unsigned seed) {
  Board board{width, height, std::vector<int>(static_cast<std::size_t>(width) * height)};
  unsigned state = seed * 747796405u + 2891336453u;
  for (int& cell : board.cells) {
    state = state * 1664525u + 1013904223u;
    cell = (state >> 24) < 64;
  }
  return board;
}

/// One generation. The edges are joined: left to right, top to bottom.
inline Board next_generation(const Board& now) {
  Board next{now.width, now.height, std::vector<int>(now.cells.size())};
  for (int y = 0; y < now.height; ++y) {
    const int* above =
        &now.cells[static_cast<std::size_t>(y == 0 ? now.height - 1 : y - 1) * now.width];
    const int* here = &now.cells[static_cast<std::size_t>(y) * now.width];
    const int* below =
        &now.cells[static_cast<std::size_t>(y + 1 == now.height ? 0 : y + 1) * now.width];
    for (int x = 0; x < now.width; ++x) {
      const int west = x == 0 ? now.width - 1 : x - 1;
      const int east = x + 1 == now.width ? 0 : x + 1;
      const int alive = above[west] + above[x] + above[east] + here[west] + here[east] +
                        below[west] + below[x] + below[east];
      next.cells[static_cast<std::size_t>(y) * now.width + x] =
          alive == 3 || (alive == 2 && here[x]);
    }
  }
  return next;
}

inline Board after_generations(Board board, int generations) {
  for (int i = 0; i < generations; ++i) board = next_generation(board);
  return board;
}
