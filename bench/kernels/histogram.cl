// SPDX-License-Identifier: Apache-2.0
#define BINS 256

kernel void histogram(global const uchar* bytes, global uint* counts, int count) {
  local uint part[BINS];
  const int t = get_local_id(0);
  part[t] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_global_id(0); i < count; i += get_global_size(0)) atomic_inc(&part[bytes[i]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&counts[t], part[t]);
}
