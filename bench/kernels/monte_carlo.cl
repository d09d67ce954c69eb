// SPDX-License-Identifier: Apache-2.0
uint4 philox(uint4 counter, uint2 key) {
  for (int round = 0; round < 10; ++round) {
    const uint low0 = counter.x * 0xD2511F53u, high0 = mul_hi(counter.x, 0xD2511F53u);
    const uint low1 = counter.z * 0xCD9E8D57u, high1 = mul_hi(counter.z, 0xCD9E8D57u);
    counter = (uint4)(high1 ^ counter.y ^ key.x, low1, high0 ^ counter.w ^ key.y, low0);
    key += (uint2)(0x9E3779B9u, 0xBB67AE85u);
  }
  return counter;
}

kernel void throw_points(global int* hits, int rounds, ulong seed) {
  const int i = get_global_id(0);
  int inside = 0;
  for (int round = 0; round < rounds; ++round) {
    const uint4 bits =
        philox((uint4)(round, 0, i, 0), (uint2)((uint)seed, (uint)(seed >> 32)));
    const float4 u = convert_float4(bits) * 0x1p-32f + 0x1p-33f;
    inside += u.x * u.x + u.y * u.y <= 1.0f;
    inside += u.z * u.z + u.w * u.w <= 1.0f;
  }
  hits[i] = inside;
}
