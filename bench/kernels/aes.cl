// SPDX-License-Identifier: Apache-2.0
#define ROUNDS 10
#define TABLE_WORDS 1280

kernel void encrypt(constant uint* round_keys, global const uint* tables, global const uint4* in,
                    global uint4* out) {
  local uint table[TABLE_WORDS];
  for (int i = get_local_id(0); i < TABLE_WORDS; i += get_local_size(0)) table[i] = tables[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  const int i = get_global_id(0);
  const uint4 block = in[i];
  uint state[4] = {block.x ^ round_keys[0], block.y ^ round_keys[1], block.z ^ round_keys[2],
                   block.w ^ round_keys[3]};
  for (int round = 1; round < ROUNDS; ++round) {
    uint next[4];
    for (int c = 0; c < 4; ++c) {
      next[c] = table[state[c] & 255] ^ table[256 + (state[(c + 1) % 4] >> 8 & 255)] ^
                table[512 + (state[(c + 2) % 4] >> 16 & 255)] ^
                table[768 + (state[(c + 3) % 4] >> 24)] ^ round_keys[4 * round + c];
    }
    for (int c = 0; c < 4; ++c) state[c] = next[c];
  }
  uint last[4];
  for (int c = 0; c < 4; ++c) {
    last[c] = (table[1024 + (state[c] & 255)] | table[1024 + (state[(c + 1) % 4] >> 8 & 255)] << 8 |
               table[1024 + (state[(c + 2) % 4] >> 16 & 255)] << 16 |
               table[1024 + (state[(c + 3) % 4] >> 24)] << 24) ^
              round_keys[4 * ROUNDS + c];
  }
  out[i] = (uint4)(last[0], last[1], last[2], last[3]);
}
