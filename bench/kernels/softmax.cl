// SPDX-License-Identifier: Apache-2.0
#define THREADS 256

// Without shuffles: trees in local memory.
kernel void softmax(global const float* in, global float* out, int columns) {
  local float part[THREADS];
  const int t = get_local_id(0);
  in += get_group_id(0) * columns;
  out += get_group_id(0) * columns;
  float most = -3e38f;
  for (int i = t; i < columns; i += THREADS) most = fmax(most, in[i]);
  part[t] = most;
  for (int width = THREADS / 2; width > 0; width /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < width) part[t] = fmax(part[t], part[t + width]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  most = part[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0;
  for (int i = t; i < columns; i += THREADS) {
    const float value = exp(in[i] - most);
    out[i] = value;
    sum += value;
  }
  part[t] = sum;
  for (int width = THREADS / 2; width > 0; width /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < width) part[t] += part[t + width];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  sum = part[0];
  for (int i = t; i < columns; i += THREADS) out[i] /= sum;
}
