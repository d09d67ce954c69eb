// SPDX-License-Identifier: Apache-2.0
// Calls through pointers, of virtual functions, and as deep as the stack allows.
#include "../cases.h"

#include <new>
#include <cassert>

using Function = int (*)(int);
__device__ int twice(int x) { return 2 * x; }
__device__ int square(int x) { return x * x; }
__device__ int negate(int x) { return -x; }
__device__ Function table[3] = {twice, square, negate};
__device__ Function chosen = square;
__constant__ Function constant_table[2] = {negate, twice};

struct Member {
  int base;
  __device__ int add(int x) const { return base + x; }
  __device__ int sub(int x) const { return base - x; }
};

__global__ void function_pointers(int *out, Function from_host) {
  int t = threadIdx.x;
  int r = table[t % 3](t + 1);
  r += from_host(t) * 1000;
  r += constant_table[t & 1](t) * 1000000;
  Function local = t < 16 ? twice : negate;
  out[t] = r + local(t);
  Member m = {50};
  int (Member::*method)(int) const = t % 2 ? &Member::add : &Member::sub;
  out[32 + t] = (m.*method)(t);
}

// Calls through pointers: tables of device functions, pointers handed over from the host, different per thread.
CASE(function_pointers) {
  Function f;
  MUST(cudaMemcpyFromSymbol(&f, chosen, sizeof f));
  DeviceArray<int> out(64);
  function_pointers<<<1, 32>>>(out, f);
  SHOW(cudaDeviceSynchronize());
  show_row("out", out.read());
}

namespace virtual_functions_ {
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

// Virtual functions of objects made in device code, with new and in place, destroyed there.
CASE(virtual_functions) {
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
}  // namespace virtual_functions_

__device__ __noinline__ int depth_sum(volatile int *p, int n) {
  volatile int local[8];
  local[n & 7] = n;
  if (n == 0) return *p;
  return depth_sum(p, n - 1) + local[n & 7];
}

__global__ void deep_recursion(int *p, int n, int *out) { out[threadIdx.x] = depth_sum(p, n + threadIdx.x); }

// Recursion as deep as the stack limit allows, after asking for more.
CASE(deep_recursion) {
  DeviceArray<int> word(1), out(64);
  deep_recursion<<<1, 2>>>(word, 2, out);  // the limit is 1 KiB at first
  SHOW(cudaDeviceSynchronize());
  show_row("shallow", {out.read()[0], out.read()[1]});
  SHOW(cudaDeviceSetLimit(cudaLimitStackSize, 65536));
  deep_recursion<<<1, 64>>>(word, 300, out);
  SHOW(cudaDeviceSynchronize());
  show_row("deep", {out.read()[0], out.read()[1], out.read()[63]});
}

namespace calls_out_of_line_ {
struct Pair {
  int low;
  float high;
};

struct Wide {
  long long sums[6];
  bool is_odd;
};

using Step = int (*)(int);
using Fill = void (*)(int *, int);
using Make = Pair (*)(Pair, bool);
using Widen = Wide (*)(const Wide &, short, signed char);
using Ask = bool (*)(double, unsigned char);
__device__ int counters[4];
__device__ int add_one(int x) { return x + 1; }
__device__ int triple(int x) { return 3 * x; }
__device__ int own_place(int x) { return x + threadIdx.x + 100 * threadIdx.y + 1000 * blockIdx.x + 10000 * blockDim.x; }
__device__ int count(int x) { return atomicAdd(&counters[x & 3], 1) >= 0 ? -x : 0; }
__device__ Step steps[4] = {add_one, triple, own_place, count};

__device__ void rising(int *p, int n) {
  for (int i = 0; i < 4; ++i) p[i] += n + i;
}

__device__ void swapping(int *p, int n) {
  int first = p[0];
  p[0] = p[n & 3];
  p[n & 3] = first;
}

__device__ Fill fills[2] = {rising, swapping};
__device__ Pair turned(Pair p, bool up) { return up ? Pair{p.low + 1, p.high * 2} : Pair{int(p.high), float(p.low)}; }
__device__ Pair halved(Pair p, bool up) { return {p.low / 2, up ? p.high : p.high / 2}; }
__device__ Make makes[2] = {turned, halved};

__device__ Wide summed(const Wide &w, short by, signed char times) {
  Wide result = w;
  for (int i = 0; i < 6; ++i) result.sums[i] += by * times + i;
  result.is_odd = (result.sums[0] & 1) != 0;
  return result;
}

__device__ Wide cleared(const Wide &, short by, signed char) { return {{by, by}, false}; }
__device__ Widen widens[2] = {summed, cleared};
__device__ bool above(double x, unsigned char limit) { return x > limit; }
__device__ bool below(double x, unsigned char limit) { return x < limit; }
__device__ Ask asks[2] = {above, below};

struct Shape {
  int size;
  __device__ explicit Shape(int s) : size(s) {}
  __device__ virtual int area(int scale) const = 0;
};

struct Square : Shape {
  using Shape::Shape;
  __device__ int area(int scale) const override { return scale * size * size; }
};

struct Tower : Shape {
  const Shape *below;
  __device__ Tower(int s, const Shape *b) : Shape(s), below(b) {}
  __device__ int area(int scale) const override { return size + below->area(scale); }
};

__device__ __noinline__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

__device__ __noinline__ int ackermann(int m, int n) {
  return m == 0 ? n + 1 : ackermann(m - 1, n == 0 ? 1 : ackermann(m, n - 1));
}

__device__ int linear() { return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * blockIdx.x); }

__global__ void pointers(int *out, int which) {
  const int i = linear();
  int v = steps[(i + which) % 4](i);
  v = 2 * steps[which](v) + i;
  for (int k = 0; k < i % 5; ++k) {
    if ((v ^ k) & 1)
      v = steps[v & 3](v + k);
    else if (k == 2)
      continue;
    v -= 3;
  }
  out[i] = v;
}

__global__ void arrays(int *out, int which) {
  const int i = linear();
  int a[4] = {i, 2 * i, which, 7}, b[4] = {1, 2, 3, i};
  fills[i & 1](a, i);
  if (i % 3 != 0) fills[which](i % 7 < 3 ? a : b, i + 1);
  __syncthreads();
  fills[which](b, a[i & 3]);
  out[i] = a[0] + 3 * a[1] + 5 * a[2] + 7 * a[3] + 11 * b[i & 3] + 13 * b[0];
}

__global__ void values(int *out, int which) {
  const int i = linear();
  Pair p = makes[i % 2](Pair{i, i * 0.5f}, asks[i / 2 % 2](i * 0.25, 9));
  if (asks[which](p.high, 20)) p = makes[which](p, i & 4);
  Wide w{{i, i + 1, i + 2, i + 3, i + 4, i + 5}, true};
  if (i % 5 < 3) w = widens[i % 2](w, short(-i), (signed char)(i % 11 - 5));
  long long sum = w.is_odd;
  for (long long s : w.sums) sum = 3 * sum + s;
  out[i] = p.low + int(8 * p.high) + int(sum);
}

__global__ void shapes(int *out, int which) {
  const int i = linear();
  const Square small(i), large(which);
  const Tower tower(2, i % 3 == 0 ? &small : &large), higher(3, &tower);
  const Shape *all[3] = {&small, &tower, &higher};
  out[i] = all[i % 3]->area(2) + (i % 4 == 1 ? all[which % 3]->area(i) : 0);
}

__global__ void recursive(int *out, int which) {
  const int i = linear();
  int v = fib(i % 9);
  if (i % 2 == 0) v += ackermann(2, i % 4 + which);
  assert(v >= 0 || i < 0);
  out[i] = v;
}

__global__ void beside_warps(int *out, int which) {
  const int i = linear();
  int v = steps[(i ^ which) & 1](i);
  v += __shfl_xor_sync(~0u, v, 5);
  if (__ballot_sync(~0u, v & 2) >> (i & 31) & 1) v += steps[2](v);
  out[i] = v + __reduce_add_sync(~0u, unsigned(fib(v & 7)));
}

__device__ int told(int x) {
  printf("thread %d: %d\n", int(threadIdx.x), x);
  return x + atomicAdd(&counters[0], 1) * 0;
}

__device__ int silent(int x) { return x; }
__device__ Step tells[2] = {silent, told};
__global__ void telling(int *out) { out[threadIdx.x] = tells[threadIdx.x % 16 == 5](threadIdx.x * 3); }

template <class Kernel>
void run(const char *name, Kernel kernel, dim3 block) {
  const int threads = int(block.x * block.y), all = 3 * threads;
  DeviceArray<int> out(all);
  for (int which = 0; which < 2; ++which) {
    kernel<<<3, block>>>(out, which);
    MUST(cudaDeviceSynchronize());
    unsigned hash = 0;
    for (int value : out.read()) hash = hash * 31 + unsigned(value);
    printf("%s in blocks of %u x %u, %d: %d %d %d ... %u\n", name, block.x, block.y, which, out.read()[1], out.read()[2],
           out.read()[all - 1], hash);
  }
}

// Calls of functions that cannot be inlined (through pointers that differ between threads, virtual, recursive): where
// threads part, with addresses of local arrays, of functions that ask who calls, that return structures, call others,
// print and count.
CASE(calls_out_of_line) {
  for (dim3 block : {dim3(128), dim3(32, 2), dim3(16, 4), dim3(33), dim3(7, 3)}) {
    run("pointers", pointers, block);
    run("arrays", arrays, block);
    run("values", values, block);
    run("shapes", shapes, block);
    run("recursive", recursive, block);
  }
  for (dim3 block : {dim3(128), dim3(16, 4)}) run("beside_warps", beside_warps, block);
  int counted[4];
  MUST(cudaMemcpyFromSymbol(counted, counters, sizeof counted));
  show_row("counted", {counted[0], counted[1], counted[2], counted[3]});
  DeviceArray<int> out(32);  // one warp: the order in which several print is nobody's promise
  telling<<<1, 32>>>(out);
  SHOW(cudaDeviceSynchronize());
  show_row("told", {out.read()[4], out.read()[5], out.read()[31]});
}
}  // namespace calls_out_of_line_
