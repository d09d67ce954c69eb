// SPDX-License-Identifier: Apache-2.0
#define WARP 32
#define WARPS 8

float sum_of_row(local float* part, int t, float value) {
  part[t] = value;
  for (int width = WARP / 2; width > 0; width /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < width) part[t] += part[t + width];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  const float sum = part[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  return sum;
}

// Without shuffles: trees in local memory.
kernel void layer_norm(global const float* in, global const float* scale,
                       global const float* shift, global float* out, int rows, int columns) {
  local float parts[WARPS][WARP];
  const int t = get_local_id(0), row = get_global_id(1);
  local float* part = parts[get_local_id(1)];
  in += row * columns;
  out += row * columns;
  float sum = 0;
  for (int i = t; i < columns; i += WARP) sum += in[i];
  const float mean = sum_of_row(part, t, sum) / columns;
  float squares = 0;
  for (int i = t; i < columns; i += WARP) squares += (in[i] - mean) * (in[i] - mean);
  const float factor = rsqrt(sum_of_row(part, t, squares) / columns + 1e-5f);
  for (int i = t; i < columns; i += WARP) out[i] = (in[i] - mean) * factor * scale[i] + shift[i];
}
