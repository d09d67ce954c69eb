// SPDX-License-Identifier: Apache-2.0
#define TILE 256

kernel void nbody(global const float4* position, global float4* acceleration, int count) {
  local float4 tile[TILE];
  const int i = get_global_id(0), t = get_local_id(0);
  const float4 me = position[i];
  float ax = 0, ay = 0, az = 0;
  for (int first = 0; first < count; first += TILE) {
    tile[t] = position[first + t];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < TILE; ++k) {
      const float dx = tile[k].x - me.x, dy = tile[k].y - me.y, dz = tile[k].z - me.z;
      const float inverse = rsqrt(dx * dx + dy * dy + dz * dz + 1e-3f);
      const float force = tile[k].w * inverse * inverse * inverse;
      ax += dx * force;
      ay += dy * force;
      az += dz * force;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  acceleration[i] = (float4)(ax, ay, az, 0);
}
