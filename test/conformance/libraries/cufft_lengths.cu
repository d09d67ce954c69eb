// SPDX-License-Identifier: Apache-2.0
// flags: -lcufft
// Transforms of many lengths, along one to three axes, one and several at a time, in place and not.
#include "fft_values.h"

int main() {
  for (int n = 1; n <= 64; ++n) show_both(std::to_string(n).c_str(), {1, {n, 1, 1}, 1});
  for (const int n : {1, 2, 3, 16, 17, 30, 31, 64}) show_both(("batch of 5 x " + std::to_string(n)).c_str(), {1, {n, 1, 1}, 5});
  for (const int n : {97, 101, 127, 128, 243, 251, 256, 1000, 1009, 1024, 2310}) show_both(std::to_string(n).c_str(), {1, {n, 1, 1}, 3});
  for (const int n : {4093, 65536, 65537, 100000, 262144}) show_both(std::to_string(n).c_str(), {1, {n, 1, 1}, 1});
  const int planes[][2] = {{1, 1}, {1, 8}, {8, 1}, {2, 2}, {3, 5}, {4, 6}, {7, 11}, {16, 16}, {15, 32}, {33, 17}, {64, 48}, {97, 13}, {13, 97}};
  for (const auto &p : planes) show_both((std::to_string(p[0]) + " x " + std::to_string(p[1])).c_str(), {2, {p[0], p[1], 1}, 2});
  const int boxes[][3] = {{1, 1, 1}, {2, 3, 4}, {4, 4, 4}, {5, 3, 7}, {1, 6, 5}, {6, 1, 5}, {6, 5, 1}, {8, 12, 10}, {16, 16, 16}};
  for (const auto &b : boxes)
    show_both((std::to_string(b[0]) + " x " + std::to_string(b[1]) + " x " + std::to_string(b[2])).c_str(), {3, {b[0], b[1], b[2]}, 2});
}
