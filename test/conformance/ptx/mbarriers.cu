// SPDX-License-Identifier: Apache-2.0
// flags: -arch=sm_90
// mbarrier: phases that wait for bytes as well as for arrivals, bulk copies that report them.
#include "../transcript.h"

__device__ unsigned address(const void *p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }
__device__ bool test(unsigned b, unsigned long long state) {
  unsigned done;
  asm volatile("{ .reg .pred p; mbarrier.test_wait.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }" : "=r"(done) : "r"(b), "l"(state) : "memory");
  return done;
}
__device__ bool parity(unsigned b, unsigned phase) {
  unsigned done;
  asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.acquire.cta.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }" : "=r"(done) : "r"(b), "r"(phase) : "memory");
  return done;
}
__device__ unsigned pending(unsigned long long state) {
  unsigned n;
  asm volatile("mbarrier.pending_count.b64 %0, %1;" : "=r"(n) : "l"(state));
  return n;
}

__global__ void counting(int *out) {
  __shared__ alignas(8) unsigned long long word;
  const unsigned b = address(&word);
  unsigned long long s;
  asm volatile("mbarrier.init.shared::cta.b64 [%0], 3;" :: "r"(b) : "memory");
  *out++ = parity(b, 0), *out++ = parity(b, 1);
  asm volatile("mbarrier.arrive.shared::cta.b64 %0, [%1];" : "=l"(s) : "r"(b) : "memory");
  *out++ = pending(s), *out++ = test(b, s);
  // Bytes that are expected keep the phase open after the last arrival.
  asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], 48;" :: "r"(b) : "memory");
  asm volatile("mbarrier.arrive.release.cta.shared::cta.b64 %0, [%1], 2;" : "=l"(s) : "r"(b) : "memory");
  *out++ = pending(s), *out++ = test(b, s), *out++ = parity(b, 0);
  asm volatile("mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%0], 40;" :: "r"(b) : "memory");
  *out++ = test(b, s);
  asm volatile("mbarrier.complete_tx.shared::cta.b64 [%0], 8;" :: "r"(b) : "memory");
  *out++ = test(b, s), *out++ = parity(b, 0), *out++ = parity(b, 1);
  // Bytes may come before they are expected.
  asm volatile("mbarrier.complete_tx.shared::cta.b64 [%0], 16;" :: "r"(b) : "memory");
  asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0], 2;" :: "r"(b) : "memory");
  asm volatile("mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 %0, [%1], 16;" : "=l"(s) : "r"(b) : "memory");
  *out++ = pending(s), *out++ = test(b, s), *out++ = parity(b, 0), *out++ = parity(b, 1);
  // One arrival less from here on.
  asm volatile("mbarrier.arrive_drop.shared::cta.b64 %0, [%1];" : "=l"(s) : "r"(b) : "memory");
  *out++ = pending(s), *out++ = test(b, s);
  asm volatile("mbarrier.arrive.noComplete.shared::cta.b64 %0, [%1], 1;" : "=l"(s) : "r"(b) : "memory");
  *out++ = pending(s), *out++ = test(b, s);
  asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 %0, [%1], 4;" : "=l"(s) : "r"(b) : "memory");
  *out++ = pending(s), *out++ = test(b, s);
  asm volatile("mbarrier.complete_tx.shared::cta.b64 [%0], 4;" :: "r"(b) : "memory");
  *out++ = test(b, s), *out++ = parity(b, 0);
  for (int i = 0; i < 2; ++i) {
    asm volatile("mbarrier.arrive.shared::cta.b64 %0, [%1];" : "=l"(s) : "r"(b) : "memory");
    *out++ = pending(s), *out++ = test(b, s);
  }
  asm volatile("mbarrier.arrive_drop.expect_tx.shared::cta.b64 %0, [%1], 0;" : "=l"(s) : "r"(b) : "memory");
  *out++ = pending(s), *out++ = test(b, s), *out++ = parity(b, 0), *out++ = parity(b, 1);
  asm volatile("mbarrier.arrive.shared::cta.b64 %0, [%1];" : "=l"(s) : "r"(b) : "memory");
  *out++ = pending(s), *out++ = test(b, s);
  asm volatile("mbarrier.inval.shared::cta.b64 [%0];" :: "r"(b) : "memory");
}

// Every thread waits for bytes that thread 0 asks for.
__global__ void bulk(const int *in, int *out) {
  __shared__ alignas(16) int buffer[2][256];
  __shared__ alignas(8) unsigned long long words[2];
  const int t = threadIdx.x;
  if (t == 0) {
    for (auto &word : words) asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" :: "r"(address(&word)) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  }
  __syncthreads();
  for (int turn = 0; turn < 6; ++turn) {
    const unsigned b = address(&words[turn % 2]), to = address(buffer[turn % 2]);
    if (t == 0) {
      asm volatile("mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 _, [%0], 1024;" :: "r"(b) : "memory");
      asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 512, [%2];" :: "r"(to), "l"(in + turn * 256), "r"(b) : "memory");
      asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %3, [%2];" :: "r"(to + 512), "l"(in + turn * 256 + 128), "r"(b), "r"(512) : "memory");
    }
    unsigned done = 0;
    while (!done) {
      if (turn % 3 == 2)
        asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2, %3; selp.u32 %0, 1, 0, p; }" : "=r"(done) : "r"(b), "r"(turn / 2 & 1), "r"(1000) : "memory");
      else
        asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }" : "=r"(done) : "r"(b), "r"(turn / 2 & 1) : "memory");
    }
    buffer[turn % 2][t] = buffer[turn % 2][t] * 2 + buffer[turn % 2][t];
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
    __syncthreads();
    if (t == 0) {
      asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 1024;" :: "l"(out + turn * 256), "r"(to) : "memory");
      asm volatile("cp.async.bulk.commit_group;" ::: "memory");
      asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
    }
    __syncthreads();
  }
  if (t == 0) asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}

// Sums into global memory, as one operation.
__global__ void bulk_reduce(int *sums, unsigned *masks) {
  __shared__ alignas(16) int terms[64];
  __shared__ alignas(16) unsigned bits[64];
  const int t = threadIdx.x;
  terms[t] = t - 20;
  bits[t] = 1u << (t & 31) << (blockIdx.x & 3);
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  __syncthreads();
  if (t == 0) {
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.s32 [%0], [%1], 256;" :: "l"(sums), "r"(address(terms)) : "memory");
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.max.s32 [%0], [%1], 256;" :: "l"(sums + 64), "r"(address(terms)) : "memory");
    asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.or.b32 [%0], [%1], 256;" :: "l"(masks), "r"(address(bits)) : "memory");
    asm volatile("cp.async.bulk.commit_group;" ::: "memory");
    asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
  }
}

int main() {
  DeviceArray<int> counts(std::vector<int>(40, 7));
  counting<<<1, 1>>>(counts);
  SHOW(cudaDeviceSynchronize());
  show_row("counting", counts.read());

  std::vector<int> numbers(6 * 256);
  for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = int(i * 31 % 1009);
  DeviceArray<int> in(numbers), out(numbers.size());
  bulk<<<1, 256>>>(in, out);
  SHOW(cudaDeviceSynchronize());
  const std::vector<int> copied = out.read();
  int wrong = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) wrong += copied[i] != 3 * numbers[i];
  show_row("copied wrongly, first and last", {wrong, copied.front(), copied.back()});

  DeviceArray<int> sums(std::vector<int>(128, 5));
  DeviceArray<unsigned> masks(std::vector<unsigned>(64, 0));
  bulk_reduce<<<10, 64>>>(sums, masks);
  SHOW(cudaDeviceSynchronize());
  show_row("sums", sums.read());
  show_hex_row("masks", masks.read());
}
