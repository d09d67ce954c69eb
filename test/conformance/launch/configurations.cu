// SPDX-License-Identifier: Apache-2.0
// How launches and kernels may be spelled, and dynamic shared memory.
#include "../cases.h"

#include <ostream>

namespace a {
namespace {
__global__ void hidden(int *p) { *p = 1; }
}  // namespace
__global__ void named(int *p) { *p = 2; }
}  // namespace a

static __global__ void local(int *p) { *p = 3; }

template <class T, int N>
__global__ void templated(T *p) {
  *p = T(N) + T(0.5);
}

template <class F>
__global__ void apply(int *p, F f) {
  *p = f(threadIdx.x + 10);
}

extern "C" __global__ void c_linkage(int *p) { *p = 6; }

struct Add {
  int n;
  __host__ __device__ int operator()(int x) const { return x + n; }
};

__global__ void one(int *p) { *p = 111; }
__global__ void two(int *p) { *p = 222; }

// Kernels in namespaces, static, templates, with lambdas, chosen at run time.
CASE(kinds_of_kernels) {
  DeviceArray<int> word(1);
  auto show_word = [&](const char *what) {
    MUST(cudaDeviceSynchronize());
    show_value(what, word.read()[0]);
  };
  a::hidden<<<1, 1>>>(word);
  show_word("anonymous");
  a::named<<<1, 1>>>(word);
  show_word("named");
  local<<<1, 1>>>(word);
  show_word("static");
  templated<int, 4><<<1, 1>>>(word);
  show_word("template of int");
  templated<float, 4><<<1, 1>>>(reinterpret_cast<float *>(word.get()));
  show_word("template of float, bits");
  apply<<<1, 1>>>(word, Add{5});
  show_word("functor");
  c_linkage<<<1, 1>>>(word);
  show_word("C linkage");
  void (*kernels[])(int *) = {one, two};
  for (auto kernel : kernels) {
    kernel<<<1, 1>>>(word);
    show_word("chosen at run time");
  }
}

template <class T>
struct Box {
  T value;
};

template <class T>
std::ostream &operator<<(std::ostream &out, const Box<T> &box) {
  return out << box.value;
}

template <class T>
__global__ void add(T *sum, T value) {
  atomicAdd(sum, value);
}

__global__ void add_one(int *sum) { atomicAdd(sum, 1); }

// Brackets of launches with spaces in them, as editors leave them that take them for shifts.
CASE(spaced_brackets) {
  DeviceArray<int> sum(std::vector<int>(1, 0));
  const int n = 256;
  add_one << <1, 1 >> > (sum.get());
  add_one<< <n >> 7, 2>>>(sum.get());
  add_one<<<1, (n >> 6)>> >(sum.get());
  add<int> << < dim3(2, 1), 8, 0
      >> > (sum.get(), 3);  // not in a comment: k << <1, 1 >> > ();
  MUST(cudaDeviceSynchronize());
  std::printf("%d %s\n", sum.read()[0], "nor in text: k << <1, 1 >> > ()");
  (void)static_cast<std::ostream &(*)(std::ostream &, const Box<Box<int>> &)>(&operator<< <Box<int>>);
}

__global__ void put(int *where, long long value, float scale) { *where = int(value * scale); }

// cudaLaunchKernelEx and its attributes.
CASE(extended) {
  DeviceArray<int> word(1);
  cudaStream_t s;
  MUST(cudaStreamCreate(&s));
  cudaLaunchConfig_t config = {};
  config.gridDim = 1;
  config.blockDim = 1;
  config.stream = s;
  SHOW(cudaLaunchKernelEx(&config, put, word.get(), 21, 2));
  SHOW(cudaStreamSynchronize(s));
  show_value("word", word.read()[0]);
  cudaLaunchAttribute attributes[2] = {};
  config.attrs = attributes;
  config.numAttrs = 1;
  attributes[0].id = cudaLaunchAttributeIgnore;
  SHOW(cudaLaunchKernelEx(&config, put, word.get(), 1, 3));
  attributes[0].id = cudaLaunchAttributePriority;
  attributes[0].val.priority = 0;
  SHOW(cudaLaunchKernelEx(&config, put, word.get(), 1, 4));
  attributes[0].id = static_cast<cudaLaunchAttributeID>(999);
  SHOW(cudaLaunchKernelEx(&config, put, word.get(), 1, 6));
  config.attrs = nullptr;
  SHOW(cudaLaunchKernelEx(&config, put, word.get(), 1, 7));
  config.numAttrs = 0;
  SHOW(cudaLaunchKernelEx(&config, put, word.get(), 1, 8));
  SHOW(cudaDeviceSynchronize());
  show_value("word", word.read()[0]);
}

extern __shared__ int dynamic[];

__global__ void touch(int words, int *out) {
  for (int i = threadIdx.x; i < words; i += blockDim.x) dynamic[i] = i;
  __syncthreads();
  if (threadIdx.x == 0) {
    int wrong = 0;
    for (int i = 0; i < words; ++i) wrong += dynamic[i] != i;
    *out = wrong;
  }
}

__global__ void with_static(int words, int *out) {
  __shared__ int fixed[256];
  fixed[threadIdx.x] = -1;
  for (int i = threadIdx.x; i < words; i += blockDim.x) dynamic[i] = 5;
  __syncthreads();
  if (threadIdx.x == 0) {
    int wrong = 0;
    for (int i = 0; i < 256; ++i) wrong += fixed[i] != -1;
    for (int i = 0; i < words; ++i) wrong += dynamic[i] != 5;
    *out = wrong;
  }
}

// Dynamic shared memory up to 48 KiB is free to take, more must be asked for first.
CASE(dynamic_shared_memory) {
  DeviceArray<int> out(1);
  for (int bytes : {0, 4, 1024, 49152, 49156, 65536}) {
    MUST(cudaMemset(out, 0xff, 4));
    touch<<<1, 64, bytes>>>(bytes / 4, out);
    cudaError_t e = cudaGetLastError();
    MUST(cudaDeviceSynchronize());
    std::printf("%d bytes: %s, wrong %d\n", bytes, name_of(e), out.read()[0]);
  }
  SHOW(cudaFuncSetAttribute(touch, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536));
  cudaFuncAttributes attributes;
  SHOW(cudaFuncGetAttributes(&attributes, touch));
  show_value("most dynamic shared memory", attributes.maxDynamicSharedSizeBytes);
  touch<<<1, 64, 65536>>>(16384, out);
  show_last_error("of 65536 bytes");
  SHOW(cudaDeviceSynchronize());
  show_value("wrong", out.read()[0]);
  touch<<<1, 64, 65540>>>(16385, out);
  show_last_error("of 65540 bytes");
  SHOW(cudaFuncGetAttributes(&attributes, with_static));
  show_value("static shared memory", static_cast<long long>(attributes.sharedSizeBytes));
  with_static<<<1, 256, 49152 - 1024>>>(12032, out);
  show_last_error("with 1 KiB static, 47 KiB dynamic");
  SHOW(cudaDeviceSynchronize());
  show_value("wrong", out.read()[0]);
  with_static<<<1, 256, 49152>>>(12288, out);
  show_last_error("with 1 KiB static, 48 KiB dynamic");
  SHOW(cudaDeviceSynchronize());
}
