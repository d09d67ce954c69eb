// SPDX-License-Identifier: Apache-2.0
// The inclusive prefix sum of 16 Mi integers: each block scans its own part in shared memory, then the
// sums of the blocks are scanned and added.
#include "frame.h"

constexpr int kBlock = 512;

__global__ void scan_blocks(const int* in, int* out, int* sums, int count) {
  __shared__ int values[2][kBlock];
  const int t = threadIdx.x, i = blockIdx.x * kBlock + t;
  int now = 0;
  values[0][t] = i < count ? in[i] : 0;
  __syncthreads();
  for (int reach = 1; reach < kBlock; reach *= 2) {
    values[1 - now][t] = t < reach ? values[now][t] : values[now][t] + values[now][t - reach];
    now = 1 - now;
    __syncthreads();
  }
  if (i < count) out[i] = values[now][t];
  if (t == kBlock - 1) sums[blockIdx.x] = values[now][t];
}

__global__ void add_sums(int* out, const int* sums, int count) {
  const int i = blockIdx.x * kBlock + threadIdx.x;
  if (blockIdx.x > 0 && i < count) out[i] += sums[blockIdx.x - 1];
}

static int blocks_of(int count) { return (count + kBlock - 1) / kBlock; }

// sums: room for the sums of all levels.
static void scan(const int* in, int* out, int* sums, int count) {
  const int blocks = blocks_of(count);
  scan_blocks<<<blocks, kBlock>>>(in, out, sums, count);
  if (blocks == 1) return;
  scan(sums, sums, sums + blocks, blocks);
  add_sums<<<blocks, kBlock>>>(out, sums, count);
}

constexpr const char* kOpenCl = R"cl(
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
)cl";

int main(int argc, char** argv) {
  bench::Kernels kernels(argc, argv, kOpenCl);
  const int count = kernels.size(16 << 20, 1 << 20);
  const auto in = kernels.array<int>(count, [](std::size_t i) { return 100 * bench::noise(i); });
  const auto out = kernels.array<int>(count), sums = kernels.array<int>(count / 256);
  auto& cl = kernels.opencl();
  // OpenCL's arrays have no addresses on the host: a level's sums begin at an offset.
  const auto scan_opencl = [&](auto&& self, int* from, int* to, int from_offset, int to_offset,
                               int sums_offset, int n) -> void {
    const std::size_t blocks = blocks_of(n);
    cl.launch("scan_blocks", {blocks}, {kBlock},
              {from, from_offset, to, to_offset, sums.host, sums_offset, n});
    if (blocks == 1) return;
    self(self, sums.host, sums.host, sums_offset, sums_offset, sums_offset + int(blocks),
         int(blocks));
    cl.launch("add_sums", {blocks}, {kBlock}, {to, to_offset, sums.host, sums_offset, n});
  };
  kernels.row({
      .name = "prefix scan, 16 Mi",
      .target = 1.3,
      .riffle = [&] { scan(in.device, out.device, sums.device, count); },
      .by_hand = {{"OpenMP", [&] { by_hand::prefix_scan(in.host, out.host, count); }},
                  {"vectors", [&] { by_hand::prefix_scan_vectors(in.host, out.host, count); }}},
      .opencl = [&] { scan_opencl(scan_opencl, in.host, out.host, 0, 0, 0, count); },
      .results = {bench::exact(out)},
      .bytes = 2.0 * static_cast<double>(in.bytes()),
  });
  return 0;
}
