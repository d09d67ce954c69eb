// SPDX-License-Identifier: Apache-2.0
// Arguments of kernels.
#include "../cases.h"
#include "../gate.h"

struct Odd {
  char c[3];
};

struct Mixed {
  char a;
  double b;
  short c;
  float4 d;
  char e;
};

struct Big {
  int words[1000];
};

__global__ void all(char a, Odd odd, short b, int c, Mixed mixed, long long d, float e, double f, bool g, int2 h,
                    float3 i, const char *text, int *out) {
  out[0] = a;
  out[1] = odd.c[0] + 10 * odd.c[1] + 100 * odd.c[2];
  out[2] = b;
  out[3] = c;
  out[4] = mixed.a + int(mixed.b) + mixed.c + int(mixed.d.x + mixed.d.w) + mixed.e;
  out[5] = int(d >> 32);
  out[6] = int(e * 100);
  out[7] = int(f * 1000);
  out[8] = g;
  out[9] = h.x * h.y;
  out[10] = int(i.x + 10 * i.y + 100 * i.z);
  out[11] = text == nullptr;
}

__global__ void sum(Big big, int *out) {
  int total = 0;
  for (int i = threadIdx.x; i < 1000; i += blockDim.x) total += big.words[i];
  atomicAdd(out, total);
}

__global__ void none(void) {}

// Kernel arguments of all sizes and alignments arrive as they were at the launch.
CASE(arguments) {
  prepare_gates();
  DeviceArray<int> out(16);
  Odd odd = {{1, 2, 3}};
  Mixed mixed = {1, 2.5, 3, make_float4(4, 0, 0, 5), 6};
  all<<<1, 1>>>('a', odd, -5, 1 << 30, mixed, 5ll << 32, 1.25f, 2.125, true, make_int2(6, 7), make_float3(1, 2, 3),
                nullptr, out);
  SHOW(cudaDeviceSynchronize());
  show_row("values", out.read());

  Big big;
  for (int i = 0; i < 1000; ++i) big.words[i] = i;
  DeviceArray<int> total(2);
  cudaStream_t s;
  MUST(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  sum<<<1, 64, 0, s>>>(big, total);
  MUST(cudaDeviceSynchronize());
  {
    Gate gate(s);
    int *where = total + 1;
    void *args[] = {&big, &where};
    SHOW(cudaLaunchKernel((const void *)sum, 2, 64, args, 0, s));
    for (int &word : big.words) word = 0;
    where = nullptr;
    args[0] = nullptr;
  }
  SHOW(cudaDeviceSynchronize());
  show_row("sums", total.read());
  none<<<5, 5>>>();
  SHOW(cudaGetLastError());
  SHOW(cudaLaunchKernel((const void *)none, 1, 1, nullptr, 0, 0));
  SHOW(cudaDeviceSynchronize());
}

struct Config {
  int scale, offset, table[6];
};

__device__ int lookup(const Config *c, int i) { return c->table[i % 6] * c->scale + c->offset; }
__global__ void constant(const __grid_constant__ Config config, int *out) { out[threadIdx.x] = lookup(&config, threadIdx.x); }

__global__ void changed(Config config, int n, int *out) {
  config.scale += threadIdx.x;
  config.table[threadIdx.x % 6] = 1000;
  n += config.scale;
  out[threadIdx.x] = lookup(&config, threadIdx.x) + n;
}

// __grid_constant__ arguments, arguments that kernels change for themselves, addresses of arguments.
CASE(grid_constant) {
  Config config = {2, 100, {1, 2, 3, 4, 5, 6}};
  DeviceArray<int> out(32);
  constant<<<1, 32>>>(config, out);
  SHOW(cudaDeviceSynchronize());
  show_row("constant", out.read());
  changed<<<1, 32>>>(config, 5, out);
  SHOW(cudaDeviceSynchronize());
  show_row("changed", out.read());
}
