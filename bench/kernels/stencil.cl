// SPDX-License-Identifier: Apache-2.0
kernel void stencil(global const float* in, global float* out, int size) {
  const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  if (x < 1 || y < 1 || z < 1 || x >= size - 1 || y >= size - 1 || z >= size - 1) return;
  const int i = (z * size + y) * size + x;
  out[i] = 0.4f * in[i] + 0.1f * (in[i - 1] + in[i + 1] + in[i - size] + in[i + size] +
                                  in[i - size * size] + in[i + size * size]);
}
