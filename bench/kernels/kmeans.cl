// SPDX-License-Identifier: Apache-2.0
#define DIMENSIONS 8
#define CENTRES 16

kernel void assign(global const float* points, global const float* centres, global int* nearest,
                   int count) {
  local float centre[CENTRES * DIMENSIONS];
  const int t = get_local_id(0);
  if (t < CENTRES * DIMENSIONS) centre[t] = centres[t];
  barrier(CLK_LOCAL_MEM_FENCE);
  const int i = get_global_id(0);
  float least = 3e38f;
  int best = 0;
  for (int c = 0; c < CENTRES; ++c) {
    float distance = 0;
    for (int d = 0; d < DIMENSIONS; ++d) {
      const float difference = points[d * count + i] - centre[c * DIMENSIONS + d];
      distance += difference * difference;
    }
    if (distance < least) {
      least = distance;
      best = c;
    }
  }
  nearest[i] = best;
}

// OpenCL 1.2 has no atomic sums of floats.
#define DEFINE_ADD(SPACE)                                                       \
  void add_##SPACE(volatile SPACE float* to, float value) {                     \
    volatile SPACE int* bits = (volatile SPACE int*)to;                         \
    int seen = *bits, old;                                                      \
    do {                                                                        \
      old = seen;                                                               \
      seen = atomic_cmpxchg(bits, old, as_int(as_float(old) + value));          \
    } while (seen != old);                                                      \
  }
DEFINE_ADD(local)
DEFINE_ADD(global)

kernel void accumulate(global const float* points, global const int* nearest, global float* sums,
                       global int* counts, int count) {
  local float sum[CENTRES * DIMENSIONS];
  local int members[CENTRES];
  const int t = get_local_id(0);
  if (t < CENTRES * DIMENSIONS) sum[t] = 0;
  if (t < CENTRES) members[t] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = get_global_id(0); i < count; i += get_global_size(0)) {
    const int c = nearest[i];
    atomic_inc(&members[c]);
    for (int d = 0; d < DIMENSIONS; ++d) add_local(&sum[c * DIMENSIONS + d], points[d * count + i]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (t < CENTRES * DIMENSIONS) add_global(&sums[t], sum[t]);
  if (t < CENTRES) atomic_add(&counts[t], members[t]);
}
