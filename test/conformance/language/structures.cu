// SPDX-License-Identifier: Apache-2.0
// Structures, unions, arrays and references, by value and through pointers.
#include "../transcript.h"

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

__global__ void kernel(Outer in, Outer *out, int *ints, int n) {
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

int main() {
  Outer in = {};
  in.a[0] = {1, 2, 3};
  in.a[1] = {10, 20, 30};
  in.inner[0].tag = 'q';
  in.inner[1].f = 5;
  in.tail = 100;
  DeviceArray<Outer> out(8);
  DeviceArray<int> ints(8);
  kernel<<<1, 8>>>(in, out, ints, 0);
  SHOW(cudaDeviceSynchronize());
  for (auto &o : out.read())
    std::printf("%g %g %g %g %g %g %c %g %g %d\n", o.a[0].x, o.a[0].z, o.a[1].y, o.a[2].x, o.a[2].y, o.a[2].z,
                o.inner[0].tag, o.inner[0].f, o.inner[1].f, o.tail);
  show_row("ints", ints.read());
}
