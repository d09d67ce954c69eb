// SPDX-License-Identifier: Apache-2.0
// Types of C++ in kernels.
#include "../cases.h"

#include <type_traits>

struct Vec {
  float x, y, z;
  __host__ __device__ Vec operator+(const Vec &o) const { return {x + o.x, y + o.y, z + o.z}; }
  __host__ __device__ Vec &operator*=(float s) {
    x *= s;
    y *= s;
    z *= s;
    return *this;
  }
};

struct Outer {
  Vec a[3];
  struct Inner {
    char tag;
    union {
      int i;
      float f;
    };
  } inner[2];
  short tail;
};

struct Base {
  int b;
  __device__ Base(int v) : b(v) {}
};

struct Derived : Base {
  int d;
  __device__ Derived(int v) : Base(v * 2), d(v) {}
};

__device__ Outer change(Outer o, int i) {
  o.a[i % 3] = o.a[0] + o.a[1];
  o.a[i % 3] *= 2;
  o.inner[i % 2].i = 0x3f800000;
  o.tail += i;
  return o;
}

__device__ void by_reference(int &a, int *b, const int (&c)[4]) {
  a += c[1];
  *b += c[2];
}

__global__ void structures(Outer in, Outer *out, int *ints, int n) {
  int t = threadIdx.x;
  Outer local[2] = {in, change(in, t)};
  out[t] = local[t % 2 ? 1 : n];
  int a = t, b = t, c[4] = {1, 20, 300, t};
  by_reference(a, &b, c);
  Derived d(t);
  Base *base = &d;
  int matrix[3][4];
  for (int i = 0; i < 12; ++i) matrix[i / 4][i % 4] = i * t;
  ints[t] = a + b + c[t % 4] + d.d + base->b + matrix[t % 3][t % 4] + int(sizeof(Outer));
}

// Structures, unions, arrays and references, by value and through pointers.
CASE(structures) {
  Outer in = {};
  in.a[0] = {1, 2, 3};
  in.a[1] = {10, 20, 30};
  in.inner[0].tag = 'q';
  in.inner[1].f = 5;
  in.tail = 100;
  DeviceArray<Outer> out(8);
  DeviceArray<int> ints(8);
  structures<<<1, 8>>>(in, out, ints, 0);
  SHOW(cudaDeviceSynchronize());
  for (auto &o : out.read())
    std::printf("%g %g %g %g %g %g %c %g %g %d\n", o.a[0].x, o.a[0].z, o.a[1].y, o.a[2].x, o.a[2].y, o.a[2].z,
                o.inner[0].tag, o.inner[0].f, o.inner[1].f, o.tail);
  show_row("ints", ints.read());
}

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


// Sizes and alignments of the vector types, equal on host and device; loads and stores of them.
CASE(vector_types) {
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

template <int N>
struct Power {
  static constexpr int value = 2 * Power<N - 1>::value;
};

template <>
struct Power<0> {
  static constexpr int value = 1;
};

constexpr __host__ __device__ int gcd(int a, int b) { return b == 0 ? a : gcd(b, a % b); }

template <class T>
__device__ int kind_of(T) {
  if constexpr (std::is_floating_point_v<T>)
    return 1;
  else if constexpr (std::is_signed_v<T>)
    return 2;
  else
    return 3;
}

template <class... Args>
__device__ int total(Args... args) {
  return (int(args) + ... + 0);
}

enum class Color : unsigned char { red = 1, green = 2, blue = 4 };
__device__ constexpr int table[5] = {2, 3, 5, 7, 11};
__device__ int shared_by_all = 30;

template <class T, int N>
struct Array {
  T data[N];
  __device__ T &operator[](int i) { return data[i]; }
  __device__ T *begin() { return data; }
  __device__ T *end() { return data + N; }
};

__device__ int count_calls() {
  static int calls = 100;
  return atomicAdd(&calls, 1);
}

__global__ void templates_and_constexpr(int *out) {
  int k = 0;
  out[k++] = Power<10>::value;
  out[k++] = gcd(84, 36);
  out[k++] = kind_of(1.0f) * 100 + kind_of(1) * 10 + kind_of(1u);
  out[k++] = total(1, 2.5f, 'a', 3ull);
  out[k++] = int(Color::green) | int(Color::blue);
  int s = 0;
  for (int t : table) s += t;
  out[k++] = s;
  out[k++] = shared_by_all++;
  Array<short, 6> a;
  for (int i = 0; i < 6; ++i) a[i] = i * i;
  s = 0;
  for (short x : a) s += x;
  out[k++] = s;
  out[k++] = count_calls();
  out[k++] = count_calls();
  auto [x, y] = make_int2(3, 4);
  out[k++] = x * 10 + y;
  if (int n = k; n > 5) out[k++] = n;
  out[k++] = [] { return 42; }();
}

// Templates, constant expressions, compile-time branches, variadic packs, local statics.
CASE(templates_and_constexpr) {
  DeviceArray<int> out(16);
  for (int i = 0; i < 2; ++i) {
    templates_and_constexpr<<<1, 1>>>(out);
    SHOW(cudaDeviceSynchronize());
    show_row("out", out.read());
  }
}

__device__ bool note(int *log, int &n, int what, bool result) {
  log[n++] = what;
  return result;
}

__global__ void expressions(int *log, int *count, long long offset, const int *table) {
  int t = threadIdx.x, n = 0;
  int *mine = log + 16 * t;
  if (note(mine, n, 1, t & 1) && note(mine, n, 2, t & 2) || note(mine, n, 3, t & 4)) note(mine, n, 4, true);
  int x = t & 1 ? note(mine, n, 5, true) : note(mine, n, 6, false) + 10;
  int i = 0;
  mine[n++] = x + (i++, i++, i);
  mine[n++] = table[(offset + t) % 4] + i-- - --i;
  unsigned u = 0;
  u -= 1;
  mine[n++] = u / 2 == 0x7fffffffu;
  int c = (signed char)(t + 120);
  mine[n++] = c;
  long long wide = (long long)t << 40;
  mine[n++] = int((wide + offset) >> 38);
  mine[n++] = t ? 100 / t : -1;
  do {
    if (n >= 14) break;
    if (t % 3 == 0) continue;
    mine[n++] = 99;
  } while (t % 3 == 1 && n < 13);
  count[t] = n;
}

// Order and number of side effects: short circuits, conditional expressions, comma, increments, wide indices.
CASE(expressions) {
  DeviceArray<int> log(128), count(8), table(std::vector<int>{5, 6, 7, 8});
  expressions<<<1, 8>>>(log, count, 1ll << 41, table);
  SHOW(cudaDeviceSynchronize());
  auto l = log.read();
  auto c = count.read();
  for (int t = 0; t < 8; ++t) show_row("log", std::vector<int>(l.begin() + 16 * t, l.begin() + 16 * t + c[t]));
}
