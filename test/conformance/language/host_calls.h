// SPDX-License-Identifier: Apache-2.0
// A program whose functions for both sides call host functions: compiled whole, and in relocatable device code.
#pragma once

#include "../transcript.h"

#include <string>
#include <vector>

static int calls = 0;
void on_the_host(int by) { calls += by; }

struct Named {
  std::string name;
  ~Named();
};
Named::~Named() { on_the_host(100); }

struct Values {
  std::vector<int> held;
  __host__ __device__ Values();
  __host__ __device__ ~Values() {}
  __host__ __device__ int size() const;
};
__host__ __device__ Values::Values() { held.push_back(1); }
__host__ __device__ int Values::size() const { return (int)held.size(); }

struct Shape {
  __host__ __device__ virtual int sides() const;
  __host__ __device__ virtual int area() const = 0;
};
__host__ __device__ int Shape::sides() const {
#ifdef VIRTUAL_FUNCTION_CALLS_HOST  // in relocatable code a kernel may always come there
  if (area() < 0) on_the_host(1);
#endif
  return 4;
}
struct Square : Shape {
  int edge;
  __host__ __device__ explicit Square(int e) : edge(e) {}
  __host__ __device__ int area() const override;
};
__host__ __device__ int Square::area() const { return edge * edge; }

__host__ __device__ int checked(int x) {
  if (x > 100) on_the_host(x);
  return x + 1;
}

template <class T>
__host__ __device__ T generic(T x) {
  if (x > 100) on_the_host(1);
  return x * 2;
}

__device__ __host__ int with_object(int x) {
  if (x < 0) {
    Named named;
    named.name = "object";
    return (int)named.name.size();
  }
  return x * 3;
}

__host__ __device__ int never_in_a_kernel(int x) {
  std::string text(x, 'x');
  on_the_host(1);
  return (int)text.size();
}

__host__ __device__ int sum(int x) { return checked(x) + generic(x) + with_object(x); }

__global__ void kernel(int *out, const int *in) {
  auto both = [=] __host__ __device__(int x) {
    if (x > 100) on_the_host(x);
    return x + 7;
  };
  Square square(in[threadIdx.x]);
  const Shape *shape = &square;
  out[threadIdx.x] = sum(in[threadIdx.x]) + both(in[threadIdx.x]) + shape->sides() + shape->area();
}

inline void run_host_calls() {
  DeviceArray<int> in(8), out(8);
  std::vector<int> numbers = {1, 2, 3, 4, 5, 6, 7, 99};
  MUST(cudaMemcpy(in, numbers.data(), 32, cudaMemcpyHostToDevice));
  kernel<<<1, 8>>>(out, in);
  SHOW(cudaDeviceSynchronize());
  show_row("kernel", out.read());
  show_value("host", sum(200) + sum(-1) + never_in_a_kernel(3) + Values().size());
  show_value("calls", calls);
}
