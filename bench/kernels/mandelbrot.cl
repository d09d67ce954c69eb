// SPDX-License-Identifier: Apache-2.0
kernel void mandelbrot(global int* steps, int size, int limit) {
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  if (x >= size || y >= size) return;
  const float cr = -2.0f + x * (2.5f / size);
  const float ci = -1.25f + y * (2.5f / size);
  float zr = 0, zi = 0;
  int step = 0;
  while (step < limit && zr * zr + zi * zi <= 4.0f) {
    const float next = zr * zr - zi * zi + cr;
    zi = 2 * zr * zi + ci;
    zr = next;
    ++step;
  }
  steps[y * size + x] = step;
}
