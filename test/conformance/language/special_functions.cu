// SPDX-License-Identifier: Apache-2.0
// Clocks, printf, and atomics of vectors.
#include "../cases.h"

__global__ void clocks_and_sleep(int *out) {
  long long a = clock64();
  unsigned c = clock();
  unsigned long long g;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(g));
  __nanosleep(20000);
  unsigned long long h;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(h));
  long long b = clock64();
  unsigned d = clock();
  out[0] = b > a;
  out[1] = d - c > 0;
  out[2] = h >= g;
  out[3] = warpSize;
}

// Clocks go forward, sleeping ends, special values.
CASE(clocks_and_sleep) {
  DeviceArray<int> out(4);
  clocks_and_sleep<<<1, 1>>>(out);
  SHOW(cudaDeviceSynchronize());
  show_row("out", out.read());
}

__global__ void formats(const int *nothing) {
  printf("%d %i %u %o %x %X %c %s %%\n", -5, 7, 9u, 8, 255, 255, 'z', "text");
  printf("%5d|%-5d|%05d|%+d|% d|%#x|%#o\n", 42, 42, 42, 42, 42, 42, 42);
  printf("%f %e %g %E %G %a %.3f %10.2f %-10.2f| %+f\n", 1.5, 12345.678, 0.0001, 1e-10, 1e20, 1.0, 3.14159, 2.5, 2.5, 1.0);
  printf("%f %g %f %f\n", 1.0f / 3, float(1e10), INFINITY, -INFINITY);
  printf("%p %s\n", (const void *)nothing, (const char *)nullptr == nullptr ? "null" : "");
}

// printf of kernels: conversions, flags, widths.
CASE(formats) {
  formats<<<1, 1>>>(nullptr);
  SHOW(cudaDeviceSynchronize());
}

struct __align__(16) Pair {
  unsigned long long low, high;
};

__global__ void vector_atomics(float2 *f2, float4 *f4, Pair *pairs, unsigned *out) {
  const unsigned t = threadIdx.x;
  const float2 old2 = atomicAdd(f2 + t, make_float2(1.5f, float(t)));
  const float4 old4 = atomicAdd(f4 + t, make_float4(1, 2, 3, float(t)));
  atomicAdd(f2 + 64, make_float2(0.5f, 2.0f));
  atomicAdd(f4 + 64, make_float4(1, 2, 3, 4));
  const Pair first = atomicExch(pairs + t, Pair{t, 100 + t});
  const Pair second = atomicCAS(pairs + t, Pair{t, 100 + (t & 7)}, Pair{7, 8});
  // A counter of 128 bits.
  Pair seen{0, 0};
  for (;;) {
    const Pair next{seen.low + 1, seen.high + t};
    const Pair found = atomicCAS(pairs + 64, seen, next);
    if (found.low == seen.low && found.high == seen.high) break;
    seen = found;
  }
  unsigned *mine = out + 12 * t;
  *mine++ = unsigned(old2.x * 4), *mine++ = unsigned(old2.y * 4), *mine++ = unsigned(old4.x * 4), *mine++ = unsigned(old4.w * 4);
  *mine++ = unsigned(first.low), *mine++ = unsigned(first.high), *mine++ = unsigned(second.low), *mine++ = unsigned(second.high);
}

// Atomics of vectors and of 128 bits.
CASE(vector_atomics) {
  DeviceArray<float2> f2(65);
  DeviceArray<float4> f4(65);
  DeviceArray<Pair> pairs(65);
  DeviceArray<unsigned> out(12 * 64);
  vector_atomics<<<1, 64>>>(f2.get(), f4.get(), pairs.get(), out.get());
  SHOW(cudaDeviceSynchronize());
  auto v = out.read();
  for (int t = 0; t < 64; t += 7) show_hex_row("thread", std::vector<unsigned>(v.begin() + 12 * t, v.begin() + 12 * t + 8));
  auto a = f2.read();
  auto b = f4.read();
  auto p = pairs.read();
  for (int i : {0, 5, 63, 64})
    std::printf("%d: %g %g, %g %g %g %g, %llu %llu\n", i, a[i].x, a[i].y, b[i].x, b[i].y, b[i].z, b[i].w, p[i].low, p[i].high);
}
