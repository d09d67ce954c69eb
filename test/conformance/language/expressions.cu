// SPDX-License-Identifier: Apache-2.0
// Order and number of side effects: short circuits, conditional expressions, comma, increments, wide indices.
#include "../transcript.h"

__device__ bool note(int *log, int &n, int what, bool result) {
  log[n++] = what;
  return result;
}

__global__ void kernel(int *log, int *count, long long offset, const int *table) {
  int t = threadIdx.x, n = 0;
  int *mine = log + 16 * t;
  if (note(mine, n, 1, t & 1) && note(mine, n, 2, t & 2) || note(mine, n, 3, t & 4)) note(mine, n, 4, true);
  int x = t & 1 ? note(mine, n, 5, true) : note(mine, n, 6, false) + 10;
  int i = 0;
  mine[n++] = x + (i++, i++, i);
  mine[n++] = table[(offset + t) % 4] + i-- - --i;
  unsigned u = 0;
  u -= 1;
  mine[n++] = u / 2 == 0x7fffffffu;
  int c = (signed char)(t + 120);
  mine[n++] = c;
  long long wide = (long long)t << 40;
  mine[n++] = int((wide + offset) >> 38);
  mine[n++] = t ? 100 / t : -1;
  do {
    if (n >= 14) break;
    if (t % 3 == 0) continue;
    mine[n++] = 99;
  } while (t % 3 == 1 && n < 13);
  count[t] = n;
}

int main() {
  DeviceArray<int> log(128), count(8), table(std::vector<int>{5, 6, 7, 8});
  kernel<<<1, 8>>>(log, count, 1ll << 41, table);
  SHOW(cudaDeviceSynchronize());
  auto l = log.read();
  auto c = count.read();
  for (int t = 0; t < 8; ++t) show_row("log", std::vector<int>(l.begin() + 16 * t, l.begin() + 16 * t + c[t]));
}
