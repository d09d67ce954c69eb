// SPDX-License-Identifier: Apache-2.0
// Virtual functions of objects made in device code, with new and in place, destroyed there.
#include "../transcript.h"

#include <new>

__device__ int destroyed = 0;

struct Shape {
  __device__ virtual int area() const = 0;
  __device__ virtual ~Shape() { atomicAdd(&destroyed, 1); }
};
struct Square : Shape {
  int side;
  __device__ Square(int s) : side(s) {}
  __device__ int area() const override { return side * side; }
};
struct Rectangle : Square {
  int other;
  __device__ Rectangle(int a, int b) : Square(a), other(b) {}
  __device__ int area() const override { return side * other; }
  __device__ ~Rectangle() override { atomicAdd(&destroyed, 100); }
};

__global__ void make(Shape **shapes) {
  int t = threadIdx.x;
  if (t % 2)
    shapes[t] = new Rectangle(t, 3);
  else
    shapes[t] = new Square(t);
}
__global__ void use(Shape **shapes, int *out) { out[threadIdx.x] = shapes[threadIdx.x]->area(); }
__global__ void destroy(Shape **shapes) { delete shapes[threadIdx.x]; }
__global__ void in_place(int *out) {
  __shared__ alignas(16) char storage[32 * 32];
  auto *r = new (storage + 32 * threadIdx.x) Rectangle(threadIdx.x, 7);
  Shape *s = r;
  __syncthreads();
  out[threadIdx.x] = s->area();
}

int main() {
  DeviceArray<Shape *> shapes(32);
  DeviceArray<int> out(32);
  make<<<1, 32>>>(shapes);
  use<<<1, 32>>>(shapes, out);
  destroy<<<1, 32>>>(shapes);
  SHOW(cudaDeviceSynchronize());
  show_row("areas", out.read());
  int count = 0;
  MUST(cudaMemcpyFromSymbol(&count, destroyed, sizeof count));
  show_value("destroyed", count);
  in_place<<<1, 32>>>(out);
  SHOW(cudaDeviceSynchronize());
  show_row("areas", out.read());
}
