// SPDX-License-Identifier: Apache-2.0
#define BLOCK 256

kernel void sum_by_tree(global const float* in, global float* out) {
  local float part[BLOCK];
  const int t = get_local_id(0);
  part[t] = in[get_global_id(0)];
  for (int width = BLOCK / 2; width > 0; width /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < width) part[t] += part[t + width];
  }
  if (t == 0) out[get_group_id(0)] = part[0];
}
