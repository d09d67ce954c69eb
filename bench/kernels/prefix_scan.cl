// SPDX-License-Identifier: Apache-2.0
#define BLOCK 512

kernel void scan_blocks(global const int* in, int in_offset, global int* out, int out_offset,
                        global int* sums, int sums_offset, int count) {
  local int values[2][BLOCK];
  const int t = get_local_id(0), i = get_global_id(0);
  int now = 0;
  values[0][t] = i < count ? in[in_offset + i] : 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int reach = 1; reach < BLOCK; reach *= 2) {
    values[1 - now][t] = t < reach ? values[now][t] : values[now][t] + values[now][t - reach];
    now = 1 - now;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (i < count) out[out_offset + i] = values[now][t];
  if (t == BLOCK - 1) sums[sums_offset + get_group_id(0)] = values[now][t];
}

kernel void add_sums(global int* out, int out_offset, global const int* sums, int sums_offset,
                     int count) {
  const int i = get_global_id(0), block = get_group_id(0);
  if (block > 0 && i < count) out[out_offset + i] += sums[sums_offset + block - 1];
}
