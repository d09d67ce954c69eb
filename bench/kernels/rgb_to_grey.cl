// SPDX-License-Identifier: Apache-2.0
kernel void rgb_to_grey(global const uchar* rgb, global uchar* grey, int width, int height) {
  const int x = get_global_id(0);
  const int y = get_global_id(1);
  if (x >= width || y >= height) return;
  const int i = y * width + x;
  grey[i] = (77 * rgb[3 * i] + 150 * rgb[3 * i + 1] + 29 * rgb[3 * i + 2]) >> 8;
}
