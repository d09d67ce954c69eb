// SPDX-License-Identifier: Apache-2.0
#define BLOCK 512
#define PART (2 * BLOCK)
#define EXCHANGE(A, B, ASCENDING)    \
  if ((A > B) == (ASCENDING)) {      \
    const int old = A;               \
    A = B;                           \
    B = old;                         \
  }

kernel void sort_parts(global int* values) {
  local int part[PART];
  const int t = get_local_id(0), first = get_group_id(0) * PART;
  part[t] = values[first + t];
  part[t + BLOCK] = values[first + t + BLOCK];
  for (int length = 2; length <= PART; length *= 2) {
    for (int reach = length / 2; reach > 0; reach /= 2) {
      barrier(CLK_LOCAL_MEM_FENCE);
      const int i = 2 * t - (t & (reach - 1));
      EXCHANGE(part[i], part[i + reach], ((first + i) & length) == 0)
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  values[first + t] = part[t];
  values[first + t + BLOCK] = part[t + BLOCK];
}

kernel void merge_far(global int* values, int length, int reach) {
  const int t = get_global_id(0);
  const int i = 2 * t - (t & (reach - 1));
  EXCHANGE(values[i], values[i + reach], (i & length) == 0)
}

kernel void merge_near(global int* values, int length) {
  local int part[PART];
  const int t = get_local_id(0), first = get_group_id(0) * PART;
  part[t] = values[first + t];
  part[t + BLOCK] = values[first + t + BLOCK];
  for (int reach = BLOCK; reach > 0; reach /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    const int i = 2 * t - (t & (reach - 1));
    EXCHANGE(part[i], part[i + reach], ((first + i) & length) == 0)
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  values[first + t] = part[t];
  values[first + t + BLOCK] = part[t + BLOCK];
}
