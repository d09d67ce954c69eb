// SPDX-License-Identifier: Apache-2.0
// Arrays of a thread's own, and accesses of memory.
#include "../cases.h"

__global__ void local_arrays(int *out, int n) {
  int t = threadIdx.x;
  int a[64], histogram[16] = {};
  for (int i = 0; i < 64; ++i) a[i] = (i * 37 + t * 11) % 101;
  for (int i = 1; i < n; ++i) {
    int v = a[i], j = i - 1;
    while (j >= 0 && a[j] > v) {
      a[j + 1] = a[j];
      --j;
    }
    a[j + 1] = v;
  }
  for (int i = 0; i < n; ++i) histogram[a[i] % 16]++;
  int wrong = 0, weighted = 0;
  for (int i = 1; i < n; ++i) wrong += a[i - 1] > a[i];
  for (int i = 0; i < 16; ++i) weighted += histogram[i] * i;
  int *p = a, *q = histogram;
  if (t % 2) {
    int *r = p;
    p = q;
    q = r;
  }
  out[t] = weighted * 1000 + wrong * 100 + (p[t % 16] + q[(t + 3) % 16]) % 100;
}

__global__ void big(int *out) {
  int t = threadIdx.x;
  volatile unsigned char bytes[4000];
  for (int i = 0; i < 4000; ++i) bytes[i] = static_cast<unsigned char>(i * t);
  int s = 0;
  for (int i = 0; i < 4000; i += 7) s += bytes[(i * 13 + t) % 4000];
  out[t] = s;
}

// As much as a thread can have, nearly: 400,000 of 512 KiB.
__global__ void huge(int *out, int n) {
  int t = threadIdx.x;
  int a[100000];
  for (int i = 0; i < n; ++i) a[(i * 7) % n] = i * t;
  int s = 0;
  for (int i = 0; i < n; i += 11) s += a[(i * 13 + t) % n];
  out[t] = s;
}

// Arrays of a thread's own: indexed by run-time values, large, in loops, swapped, with alloca.
CASE(local_arrays) {
  DeviceArray<int> out(64);
  local_arrays<<<1, 64>>>(out, 64);
  SHOW(cudaDeviceSynchronize());
  show_row("sorted", out.read());
  big<<<1, 64>>>(out);
  SHOW(cudaDeviceSynchronize());
  show_row("big", out.read());
  huge<<<1, 64>>>(out, 100000);
  SHOW(cudaDeviceSynchronize());
  show_row("huge", out.read());
}

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


// Arrays of each thread's own: indices that threads share and that differ, elements of all sizes, structures, filled
// ones, under divergence, carried over barriers, and accessed as what they are not.
CASE(private_arrays) {
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
}

struct alignas(16) Quad {
  int a, b, c, d;
};

__constant__ Quad constant_quads[4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}, {13, 14, 15, 16}};

__global__ void memory_access(const int *__restrict__ in, const Quad *__restrict__ quads, int *out, const float2 *pairs) {
  __shared__ Quad shared[32];
  int t = threadIdx.x;
  int r = __ldg(in + t) + __ldcg(in + t) + __ldca(in + t) + __ldcs(in + t) + __ldcv(in + t);
  Quad q = quads[t % 4], k = constant_quads[(t + 1) % 4];
  int4 wide = __ldg(reinterpret_cast<const int4 *>(quads) + t % 4);
  float2 p = __ldg(pairs + t);
  shared[t] = {q.a + k.a, q.b + k.b, q.c, int(p.x + p.y)};
  __syncwarp();
  Quad s = shared[31 - t];
  __stcg(out + t, r + wide.w);
  __stcs(out + 32 + t, s.a + s.b * 10 + s.c * 100 + s.d * 1000);
  *reinterpret_cast<volatile short *>(out + 64 + t) = short(t);
  reinterpret_cast<char *>(out + 64 + t)[3] = char(t * 3);
}

__global__ void spaces(int *out, int which) {
  __shared__ int s;
  __shared__ const int *pointer;
  int local = 7;
  if (threadIdx.x == 0) s = 5;
  __syncthreads();
  const int *p = which == 0 ? &s : which == 1 ? &local : which == 2 ? &constant_quads[1].b : out + 1;
  out[0] = *p;
  out[2] = __isShared(p) + 2 * __isLocal(p) + 4 * __isGlobal(p) + 8 * __isConstant(p);
  pointer = p;
  __syncthreads();
  out[3] = *pointer;
}

// Loads and stores with hints, volatile, restrict, alignment of structures, copies within and between spaces.
CASE(memory_access) {
  std::vector<int> in(32);
  std::vector<Quad> quads(4);
  std::vector<float2> pairs(32);
  for (int i = 0; i < 32; ++i) {
    in[i] = i * i;
    pairs[i] = make_float2(i, 0.5f * i);
  }
  for (int i = 0; i < 4; ++i) quads[i] = {i, 2 * i, 3 * i, 4 * i};
  DeviceArray<int> din(in), out(96);
  DeviceArray<Quad> dq(quads);
  DeviceArray<float2> dp(pairs);
  memory_access<<<1, 32>>>(din, dq, out, dp);
  SHOW(cudaDeviceSynchronize());
  show_row("out", out.read());
  for (int which = 0; which < 4; ++which) {
    MUST(cudaMemset(out, 0, 16));
    spaces<<<1, 1>>>(out, which);
    SHOW(cudaDeviceSynchronize());
    auto v = out.read();
    show_row("space", {v[0], v[2], v[3]});
  }
}
