// SPDX-License-Identifier: Apache-2.0
// Arrays of each thread's own: indices that threads share and that differ, elements of all sizes, structures, filled
// ones, under divergence, carried over barriers, and accessed as what they are not.
#include "../transcript.h"

template <class T>
__global__ void rotate(const int *in, long long *out, int rounds, int by) {
  T own[7];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll 1
  for (int k = 0; k < 7; ++k) own[k] = T(in[i] + k);
#pragma unroll 1
  for (int r = 0; r < rounds; ++r) own[r % 7] = T(own[(r + by) % 7] * T(3) + T(r));
  unsigned long long sum = 0;
#pragma unroll 1
  for (int k = 0; k < 7; ++k) sum = sum * 31 + (unsigned long long)(long long)own[k];
  out[i] += sum;
}

struct Pair {
  float left;
  int right;
};

__global__ void pairs(const int *in, long long *out, int n) {
  Pair own[5] = {};
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll 1
  for (int k = 0; k < n; ++k) {
    Pair &pair = own[k % 5];
    pair.left += float(in[i] & 15) * 0.5f;
    if (in[i] & 1) pair.right += k;
    if ((in[i] >> k) & 1) own[(in[i] + k) & 3].right ^= in[i];
  }
  unsigned long long sum = 0;
#pragma unroll 1
  for (int k = 0; k < 5; ++k) sum = sum * 7 + (long long)(own[k].left * 4) + own[k].right;
  out[i] += sum;
}

__global__ void filled(const int *in, long long *out, int value, int n) {
  unsigned own[40];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (in[i] % 3 == 0) {
    memset(own, value, sizeof own);
  } else {
#pragma unroll 1
    for (int k = 0; k < 40; ++k) own[k] = in[i] ^ k;
  }
  memset(own + 4, 0, 8 * sizeof(int));
#pragma unroll 1
  for (int k = 0; k < n; ++k) own[(in[i] + k) % 40] += own[k % 40];
  unsigned long long sum = 0;
#pragma unroll 1
  for (int k = 0; k < 40; ++k) sum = sum * 5 + own[k];
  out[i] += sum;
}

__global__ void over_barriers(const int *in, long long *out, int n) {
  __shared__ unsigned shared[256];
  unsigned own[9];
  const int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
#pragma unroll 1
  for (int k = 0; k < 9; ++k) own[k] = in[i] * (k + 1);
#pragma unroll 1
  for (int round = 0; round < n; ++round) {
    shared[t] = own[round % 9];
    __syncthreads();
    own[(round + 1) % 9] += shared[blockDim.x - 1 - t];
    own[(t + round) % 9] ^= round;
    __syncthreads();
  }
  unsigned long long sum = 0;
#pragma unroll 1
  for (int k = 0; k < 9; ++k) sum = sum * 3 + own[k];
  out[i] += sum;
}

__global__ void as_bytes(const int *in, long long *out, int n) {
  unsigned own[6] = {};
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  auto *bytes = reinterpret_cast<unsigned char *>(own);
#pragma unroll 1
  for (int k = 0; k < n; ++k) {
    own[k % 6] += in[i] * 2654435761u;
    bytes[k % 24] ^= k;
  }
  unsigned long long sum = 0;
#pragma unroll 1
  for (int k = 0; k < 6; ++k) sum = sum * 3 + own[k];
  out[i] += sum;
}

__device__ __noinline__ void add_to(int *place, int value) { *place += value; }

__global__ void by_pointer(const int *in, long long *out, int n) {
  int own[6] = {}, other[6] = {};
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll 1
  for (int k = 0; k < n; ++k) {
    add_to(own + k % 6, in[i]);
    int *which = (in[i] + k) & 1 ? own : other;
    which[k % 6] -= k;
  }
  unsigned long long sum = 0;
#pragma unroll 1
  for (int k = 0; k < 6; ++k) sum = sum * 3 + own[k] * 11 + other[k];
  out[i] += sum;
}

__global__ void early(const int *in, long long *out, int n) {
  double own[8];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll 1
  for (int k = 0; k < 8; ++k) own[k] = k;
#pragma unroll 1
  for (int k = 0; k < n; ++k) {
    own[k & 7] += in[i] & 7;
    if (own[k & 7] > 20) break;
    own[(k + 3) & 7] += own[k & 7];
  }
  unsigned long long sum = 0;
#pragma unroll 1
  for (int k = 0; k < 8; ++k) sum = sum * 3 + (unsigned long long)(long long)own[k];
  out[i] += sum;
}

template <class Launch>
static void ask(const char *what, Launch launch) {
  for (int block : {32, 64, 48, 33, 256}) {
    const int threads = 4 * block;
    std::vector<int> values(threads);
    for (int i = 0; i < threads; ++i) values[i] = int((i * 2654435761u) >> 8);
    DeviceArray<int> in(values);
    DeviceArray<long long> out(threads);
    launch(block, in.get(), out.get());
    MUST(cudaGetLastError());
    MUST(cudaDeviceSynchronize());
    unsigned long long hash = 14695981039346656037ull;
    for (long long value : out.read()) hash = (hash ^ (unsigned long long)value) * 1099511628211ull;
    std::printf("%s, blocks of %d: %016llx\n", what, block, hash);
  }
}

int main() {
  using In = const int *;
  using Out = long long *;
  ask("char", [](int b, In in, Out out) { rotate<signed char><<<4, b>>>(in, out, 30, 2); });
  ask("short", [](int b, In in, Out out) { rotate<short><<<4, b>>>(in, out, 30, 2); });
  ask("int", [](int b, In in, Out out) { rotate<int><<<4, b>>>(in, out, 15, 2); });
  ask("long", [](int b, In in, Out out) { rotate<long long><<<4, b>>>(in, out, 15, 3); });
  ask("float", [](int b, In in, Out out) { rotate<float><<<4, b>>>(in, out, 15, 3); });
  ask("double", [](int b, In in, Out out) { rotate<double><<<4, b>>>(in, out, 15, 3); });
  ask("pairs", [](int b, In in, Out out) { pairs<<<4, b>>>(in, out, 13); });
  ask("filled", [](int b, In in, Out out) { filled<<<4, b>>>(in, out, 0x41, 11); });
  ask("over barriers", [](int b, In in, Out out) { over_barriers<<<4, b>>>(in, out, 20); });
  ask("as bytes", [](int b, In in, Out out) { as_bytes<<<4, b>>>(in, out, 50); });
  ask("by pointer", [](int b, In in, Out out) { by_pointer<<<4, b>>>(in, out, 20); });
  ask("early", [](int b, In in, Out out) { early<<<4, b>>>(in, out, 40); });
  return 0;
}
