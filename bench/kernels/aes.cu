// SPDX-License-Identifier: Apache-2.0
// AES-128 of independent blocks by tables in shared memory, a thread for each 16 bytes.
#include "aes_tables.h"
#include "frame.h"

__constant__ unsigned round_keys[4 * (aes::kRounds + 1)];

__global__ void encrypt(const unsigned* tables, const uint4* in, uint4* out) {
  __shared__ unsigned table[aes::kTableWords];
  for (int i = threadIdx.x; i < aes::kTableWords; i += blockDim.x) table[i] = tables[i];
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const uint4 block = in[i];
  unsigned state[4] = {block.x ^ round_keys[0], block.y ^ round_keys[1], block.z ^ round_keys[2],
                       block.w ^ round_keys[3]};
  for (int round = 1; round < aes::kRounds; ++round) {
    unsigned next[4];
    for (int c = 0; c < 4; ++c) {
      next[c] = table[state[c] & 255] ^ table[256 + (state[(c + 1) % 4] >> 8 & 255)] ^
                table[512 + (state[(c + 2) % 4] >> 16 & 255)] ^
                table[768 + (state[(c + 3) % 4] >> 24)] ^ round_keys[4 * round + c];
    }
    for (int c = 0; c < 4; ++c) state[c] = next[c];
  }
  unsigned last[4];
  for (int c = 0; c < 4; ++c) {
    last[c] = (table[1024 + (state[c] & 255)] | table[1024 + (state[(c + 1) % 4] >> 8 & 255)] << 8 |
               table[1024 + (state[(c + 2) % 4] >> 16 & 255)] << 16 |
               table[1024 + (state[(c + 3) % 4] >> 24)] << 24) ^
              round_keys[4 * aes::kRounds + c];
  }
  out[i] = make_uint4(last[0], last[1], last[2], last[3]);
}

constexpr const char* kOpenCl = R"cl(
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
)cl";

int main(int argc, char** argv) {
  bench::Kernels kernels(argc, argv, kOpenCl);
  const std::size_t count = kernels.size(4 << 20, 1 << 17), block = 256, blocks = count / block;
  const auto in = kernels.array<unsigned>(4 * count, [](std::size_t i) {
    return static_cast<unsigned>(4294967040.0 * static_cast<double>(bench::noise(i)));
  });
  const auto out = kernels.array<unsigned>(4 * count);
  const auto words = aes::tables();
  const auto keys = aes::round_keys({0x16157e2bu, 0xa6d2ae28u, 0x8815f7abu, 0x3c4fcf09u});
  const auto tables =
      kernels.array<unsigned>(words.size(), [&](std::size_t i) { return words[i]; });
  const auto key = kernels.array<unsigned>(keys.size(), [&](std::size_t i) { return keys[i]; });
  CHECK(cudaMemcpyToSymbol(round_keys, keys.data(), sizeof round_keys));

  auto& cl = kernels.opencl();
  const auto riffle = [&] {
    encrypt<<<blocks, block>>>(tables.device, reinterpret_cast<const uint4*>(in.device),
                               reinterpret_cast<uint4*>(out.device));
  };
  kernels.row({
      .name = "AES-128 by tables, 64 MiB",
      .target = 1.3,
      .riffle = riffle,
      .by_hand = {{"OpenMP",
                   [&] { by_hand::aes(key.host, tables.host, in.host, out.host, count); }},
                  {"vectors",
                   [&] { by_hand::aes_vectors(key.host, tables.host, in.host, out.host, count); }}},
      .opencl =
          [&] {
            cl.launch("encrypt", {blocks}, {block}, {key.host, tables.host, in.host, out.host});
          },
      .results = {bench::exact(out)},
      .bytes = 2.0 * static_cast<double>(in.bytes()),
  });
  kernels.row({
      .name = "the same, beside AES instructions",
      .riffle = riffle,
      .by_hand = {{"AES instructions",
                   [&] { by_hand::aes_instructions(key.host, in.host, out.host, count); }}},
      .results = {bench::exact(out)},
      .bytes = 2.0 * static_cast<double>(in.bytes()),
  });
  return 0;
}
