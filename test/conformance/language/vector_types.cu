// SPDX-License-Identifier: Apache-2.0
// Sizes and alignments of the vector types, equal on host and device; loads and stores of them.
#include "../transcript.h"

#define ALL(X)                                                                                                      \
  X(char1) X(char2) X(char3) X(char4) X(uchar2) X(uchar4) X(short1) X(short2) X(short3) X(short4) X(ushort4) X(int1) \
  X(int2) X(int3) X(int4) X(uint3) X(uint4) X(long1) X(long2) X(long3) X(longlong1) X(longlong2) X(longlong3)        \
  X(ulonglong2) X(float1) X(float2) X(float3) X(float4) X(double1) X(double2) X(double3) X(long4_16a) X(long4_32a)   \
  X(double4_16a) X(double4_32a) X(dim3)

__global__ void sizes(int *out) {
  int k = 0;
#define X(type)              \
  out[k++] = sizeof(type);   \
  out[k++] = alignof(type);
  ALL(X)
#undef X
}

struct Mixed {
  char c;
  float3 a;
  char d;
  double2 b;
  char e;
  short4 s;
};

__global__ void use(float4 *f, int3 *i, uchar4 *u, double2 *d, Mixed *m) {
  int t = threadIdx.x;
  f[t] = make_float4(f[t].w, f[t].z, f[t].y, f[t].x);
  i[t] = make_int3(i[t].z, i[t].x, i[t].y);
  u[t] = make_uchar4(u[t].x + 1, u[t].y + 200, u[t].z, u[t].w);
  d[t].x += d[t].y;
  m[t].a.y = t;
  m[t].b = make_double2(t, -t);
  m[t].s = make_short4(1, 2, 3, t);
}

int main() {
  DeviceArray<int> out(128);
  sizes<<<1, 1>>>(out);
  SHOW(cudaDeviceSynchronize());
  auto v = out.read();
  int k = 0;
#define X(type)                                                                                            \
  std::printf("%s %d %d%s\n", #type, v[k], v[k + 1],                                                       \
              v[k] == int(sizeof(type)) && v[k + 1] == int(alignof(type)) ? "" : ", another on the host"); \
  k += 2;
  ALL(X)
#undef X
  constexpr int n = 16;
  std::vector<float4> f(n);
  std::vector<int3> i(n);
  std::vector<uchar4> u(n);
  std::vector<double2> d(n);
  for (int t = 0; t < n; ++t) {
    f[t] = make_float4(t, t + 1, t + 2, t + 3);
    i[t] = make_int3(t, 10 * t, 100 * t);
    u[t] = make_uchar4(t, 100 + t, 2, 3);
    d[t] = make_double2(t, 0.5 * t);
  }
  DeviceArray<float4> df(f);
  DeviceArray<int3> di(i);
  DeviceArray<uchar4> du(u);
  DeviceArray<double2> dd(d);
  DeviceArray<Mixed> dm(n);
  use<<<1, n>>>(df, di, du, dd, dm);
  SHOW(cudaDeviceSynchronize());
  auto rf = df.read();
  auto ri = di.read();
  auto ru = du.read();
  auto rd = dd.read();
  auto rm = dm.read();
  for (int t : {0, 5, 15})
    std::printf("%g %g %d %d %d %d %g %g %g %g %d\n", rf[t].x, rf[t].w, ri[t].x, ri[t].z, ru[t].x, ru[t].y, rd[t].x,
                rm[t].a.y, rm[t].b.x, rm[t].b.y, rm[t].s.w);
  show_row("size and offsets", {int(sizeof(Mixed)), int(offsetof(Mixed, a)), int(offsetof(Mixed, b)),
                                int(offsetof(Mixed, s))});
}
