// SPDX-License-Identifier: Apache-2.0
// flags: -rdc=true
// Launches by kernels: arguments, block sizes, graphs.
#include "../cases.h"

namespace launches_ {
struct Mixed {
  char c;
  double d;
  short s;
};

struct alignas(16) Wide {
  int v[24];
};

__global__ void scalars(int *out, char a, short b, int c, long long d, float e, double f, bool g) {
  out[0] = a;
  out[1] = b;
  out[2] = c;
  out[3] = int(d);
  out[4] = int(e * 2);
  out[5] = int(f * 4);
  out[6] = g;
}

__global__ void structures(int *out, Mixed m, char c, Wide w, const Mixed *p) {
  out[0] = m.c;
  out[1] = int(m.d);
  out[2] = m.s;
  out[3] = c;
  out[4] = w.v[0];
  out[5] = w.v[23];
  out[6] = p->s;
}

__global__ void extents(int *out) {
  extern __shared__ int dynamic[];
  int linear = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  dynamic[linear] = linear;
  __syncthreads();
  if (linear == 0) {
    int block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    int sum = 0;
    for (int i = 0; i < int(blockDim.x * blockDim.y * blockDim.z); ++i) sum += dynamic[i];
    atomicAdd(&out[0], 1);
    atomicAdd(&out[1], block);
    atomicAdd(&out[2], sum);
    out[3] = gridDim.x * 100 + gridDim.y * 10 + gridDim.z;
    out[4] = blockDim.x * 100 + blockDim.y * 10 + blockDim.z;
  }
}

__global__ void no_arguments();
__device__ int calls;
__global__ void no_arguments() { atomicAdd(&calls, 1); }

template <class T>
__global__ void filled(T *out, T value) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

__device__ Mixed global_mixed;

__global__ void parent(int *out) {
  scalars<<<1, 1>>>(out, 'x', -7, 123456, -5000000000LL / 1000000, 2.5f, 0.75, true);
  Mixed m = {'m', 12.0, -3};
  Wide w;
  for (int i = 0; i < 24; ++i) w.v[i] = 100 + i;
  global_mixed.s = 77;
  structures<<<1, 1>>>(out + 10, m, 'c', w, &global_mixed);
  extents<<<dim3(2, 3, 4), dim3(4, 2, 3), 24 * sizeof(int)>>>(out + 20);
  no_arguments<<<3, 5>>>();
  filled<<<2, 4>>>(out + 30, 9);
  filled<double><<<1, 1>>>((double *)(out + 40), 2.0);
}

__global__ void tree(int *count, int depth) {
  atomicAdd(count + depth, 1);
  if (depth < 5 && threadIdx.x < 2) tree<<<1, 3>>>(count, depth + 1);
}

__global__ void every_thread(int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  filled<<<1, 2>>>(out + 2 * i, i);
}

// Kernels launched by kernels: arguments of all sizes, extents, dynamic shared memory, recursion.
CASE(launches) {
  DeviceArray<int> out(64);
  parent<<<1, 1>>>(out.get());
  show_last_error("after the launch");
  SHOW(cudaDeviceSynchronize());
  show_row("out", out.read());
  int n = 0;
  MUST(cudaMemcpyFromSymbol(&n, calls, sizeof n));
  show_value("calls", n);
  DeviceArray<int> count(6);
  tree<<<1, 3>>>(count.get(), 0);
  SHOW(cudaDeviceSynchronize());
  show_row("threads at each depth", count.read());
  DeviceArray<int> each(2 * 256);
  every_thread<<<4, 64>>>(each.get());
  SHOW(cudaDeviceSynchronize());
  int wrong = 0;
  auto values = each.read();
  for (int i = 0; i < 512; ++i) wrong += values[i] != i / 2;
  show_value("wrong", wrong);
}
}  // namespace launches_

namespace block_size_ {
__global__ void __block_size__((32, 1, 1)) line(int *threads) { atomicAdd(threads, 1); }

__global__ void parent(int *threads, int *errors, unsigned width) {
  line<<<3, width>>>(threads);
  *errors = cudaGetLastError();
}

// Kernels with __block_size__ launched by kernels.
CASE(block_size) {
  for (unsigned width : {1u, 32u, 16u, 33u}) {
    DeviceArray<int> threads(1), errors(1);
    parent<<<1, 1>>>(threads, errors, width);
    show_value("width", width);
    SHOW(cudaDeviceSynchronize());
    show(" in the kernel", static_cast<cudaError_t>(errors.read()[0]));
    show_row(" threads", threads.read());
  }
}
}  // namespace block_size_

namespace in_graphs_ {
__device__ void spend(long long cycles) {
  long long start = clock64();
  while (clock64() - start < cycles) {
  }
}

__global__ void late_add(int *out, int n) {
  spend(300000);
  *out += n;
}

__global__ void parent(int *out, int n) {
  late_add<<<1, 1>>>(out, n);
  late_add<<<1, 1, 0, cudaStreamTailLaunch>>>(out, n);
}

__global__ void twice(int *out) { *out *= 2; }

// Kernels that launch kernels, captured and as nodes of a graph.
CASE(in_graphs) {
  DeviceArray<int> out(1);
  int *p = out, n = 5;
  cudaStream_t stream;
  MUST(cudaStreamCreate(&stream));
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  SHOW(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  parent<<<1, 1, 0, stream>>>(p, n);
  show_last_error("in a capture");
  twice<<<1, 1, 0, stream>>>(p);
  SHOW(cudaStreamEndCapture(stream, &graph));
  SHOW(cudaGraphInstantiate(&exec, graph, 0));
  SHOW(cudaGraphLaunch(exec, stream));
  SHOW(cudaGraphLaunch(exec, stream));
  SHOW(cudaStreamSynchronize(stream));
  show_row("captured", out.read());
  cudaGraph_t built;
  MUST(cudaGraphCreate(&built, 0));
  cudaGraphNode_t a, b;
  void *args[] = {&p, &n};
  void *args2[] = {&p};
  cudaKernelNodeParams params = {};
  params.gridDim = params.blockDim = dim3(1);
  params.func = (void *)parent;
  params.kernelParams = args;
  SHOW(cudaGraphAddKernelNode(&a, built, nullptr, 0, &params));
  params.func = (void *)twice;
  params.kernelParams = args2;
  SHOW(cudaGraphAddKernelNode(&b, built, &a, 1, &params));
  SHOW(cudaGraphInstantiate(&exec, built, 0));
  MUST(cudaMemset(p, 0, 4));
  for (int i = 0; i < 3; ++i) MUST(cudaGraphLaunch(exec, 0));
  SHOW(cudaDeviceSynchronize());
  show_row("nodes", out.read());
}
}  // namespace in_graphs_
