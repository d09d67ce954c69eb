// SPDX-License-Identifier: Apache-2.0
// Asynchronous copies by the C forms, by PTX and by each thread.
#include "../cases.h"

#include <cuda_pipeline.h>
#include <cuda/barrier>
#include <cuda/pipeline>

__global__ void kernel(const int *in, int *out) {
  __shared__ alignas(16) int room[256];
  __shared__ __mbarrier_t bar;
  int t = threadIdx.x;
  if (t == 0) __mbarrier_init(&bar, 64);
  __syncthreads();
  __pipeline_memcpy_async(room + 4 * t, in + 4 * (63 - t), 16);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __mbarrier_token_t token = __mbarrier_arrive(&bar);
  while (!__mbarrier_test_wait(&bar, token)) {
  }
  out[t] = room[t] + room[255 - t];
  __syncthreads();
  __pipeline_memcpy_async(room + 2 * t, in + 2 * t, 8, t % 2 ? 4 : 0);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  out[64 + t] = room[2 * t] * 10 + room[2 * t + 1];
  __syncthreads();
  unsigned address = unsigned(__cvta_generic_to_shared(room + t));
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(address), "l"(in + t * 3) : "memory");
  asm volatile("cp.async.commit_group;" ::: "memory");
  asm volatile("cp.async.wait_group 0;" ::: "memory");
  __syncthreads();
  int value;
  asm volatile("ld.shared.s32 %0, [%1+4];" : "=r"(value) : "r"(t < 63 ? address : address - 4) : "memory");
  out[128 + t] = value;
  __syncthreads();
  asm volatile("st.shared.v2.u32 [%0], {%1, %2};" ::"r"(unsigned(__cvta_generic_to_shared(room + 2 * t))), "r"(t), "r"(t * t) : "memory");
  int old;
  asm volatile("atom.shared.add.u32 %0, [%1], %2;" : "=r"(old) : "r"(unsigned(__cvta_generic_to_shared(room + 2 * t))), "r"(100) : "memory");
  __syncthreads();
  out[192 + t] = room[2 * t] * 10000 + room[127 - 2 * t] + old;
}

// The C forms of asynchronous copies, and cp.async in inline PTX with addresses of 32 bits.
CASE(primitives) {
  std::vector<int> in(256);
  for (int i = 0; i < 256; ++i) in[i] = i * 7 % 251;
  DeviceArray<int> from(in), out(256);
  kernel<<<1, 64>>>(from, out);
  SHOW(cudaDeviceSynchronize());
  show_row("out", out.read());
}

struct Three { int a, b, c; };
struct alignas(16) Eight { int v[8]; };

template <class T>
__device__ bool mine(int set, T t) {
  switch (set) {
    case 0: return true;
    case 1: return t < 37;
    case 2: return t % 3 != 1;
    case 3: return t % 16 < 4;
    default: return (t & 4) == 0;
  }
}

// Threads of the set copy their elements, neighbours; then backwards, every other one.
template <class T>
__global__ void assigned(const T *in, T *out, int set) {
  int t = threadIdx.x, threads = blockDim.x;
  if (mine(set, t)) out[t] = in[t];
  if (mine(set, t)) out[threads + t] = in[threads - 1 - t];
  if (mine(set, t)) out[2 * threads + t] = in[2 * t];
  if (mine(set, t)) out[3 * threads + 2 * t] = in[t + 1];
}

__global__ void asynchronous(const int *in, int *out, int set) {
  __shared__ alignas(16) int room[4][64][4];
#pragma nv_diag_suppress static_var_with_dynamic_init

  __shared__ cuda::barrier<cuda::thread_scope_block> bar;
  int t = threadIdx.x;
  if (t == 0) init(&bar, blockDim.x);

  for (int form = 0; form < 4; ++form)
    for (int i = 0; i < 4; ++i) room[form][t][i] = -1;

  __syncthreads();
  auto pipe = cuda::make_pipeline();
  pipe.producer_acquire();

  if (mine(set, t)) {
    cuda::memcpy_async(room[0][t], in + 4 * t, cuda::aligned_size_t<16>(16), pipe);
    cuda::memcpy_async(reinterpret_cast<int4 *>(room[1][t]), reinterpret_cast<const int4 *>(in) + t, sizeof(int4), bar);
    __pipeline_memcpy_async(room[2][t], in + 4 * t, 16);
    unsigned to = unsigned(__cvta_generic_to_shared(room[3][t]));
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(in + 4 * t) : "memory");
  }

  pipe.producer_commit();
  __pipeline_commit();
  asm volatile("cp.async.commit_group;\n cp.async.wait_group 0;" ::: "memory");
  pipe.consumer_wait();
  __pipeline_wait_prior(0);
  bar.arrive_and_wait();
  __syncthreads();

  for (int form = 0; form < 4; ++form)
    for (int i = 0; i < 4; ++i) out[(form * 4 + i) * 64 + t] = room[form][63 - t][i];

}

// Four threads of each row bring a row of 16.
__global__ void tile(const float *in, float *out, int pitch) {
  __shared__ alignas(16) float room[16][16];

  int x = threadIdx.x, y = threadIdx.y, x4 = x * 4;
  auto pipe = cuda::make_pipeline();

  for (int step = 0; step < 3; ++step) {
    pipe.producer_acquire();
    if (x4 < 16) cuda::memcpy_async(&room[y][x4], &in[step * 16 + pitch * threadIdx.y + x4], cuda::aligned_size_t<16>(16), pipe);
    pipe.producer_commit();
    pipe.consumer_wait();
    __syncthreads();
    out[(step * 16 + x) * 16 + y] = room[y][x] + room[x][y];
    __syncthreads();
    pipe.consumer_release();
  }

}

// A number for each row of `values`.
template <class T>
void show_sums(const char *name, const std::vector<T> &values, size_t row) {
  std::vector<int> sums;

  for (size_t i = 0; i < values.size(); ++i) {
    if (i % row == 0) sums.push_back(0);
    sums.back() = int((sums.back() * 31LL + (long long)values[i]) % 1000003);
  }

  show_row(name, sums);

}

template <class T>
void assign(const char *name, DeviceArray<int> &in) {
  constexpr int kThreads = 64, kWords = sizeof(T) / sizeof(int);

  for (int set = 0; set < 5; ++set) {
    DeviceArray<int> out(5 * kThreads * kWords);
    MUST(cudaMemset(out, 0, 5 * kThreads * sizeof(T)));
    assigned<<<1, kThreads>>>(reinterpret_cast<const T *>((int *)in), reinterpret_cast<T *>((int *)out), set);
    SHOW(cudaDeviceSynchronize());
    show_sums(name, out.read(), kThreads * kWords);
  }

}


// Copies of a few bytes by each thread, in every form: whole warps, some threads of a warp, rows of a tile, neighbours in
// memory and not.
CASE(vector_copies) {
  std::vector<int> numbers(4096);
  for (int i = 0; i < 4096; ++i) numbers[i] = i * 7919 % 9973;
  DeviceArray<int> in(numbers);
  assign<int2>("int2", in);
  assign<Three>("three words", in);
  assign<float4>("float4", in);
  assign<Eight>("eight words", in);
  for (int set = 0; set < 5; ++set) {
    DeviceArray<int> out(16 * 64);
    asynchronous<<<1, 64>>>(in, out, set);
    SHOW(cudaDeviceSynchronize());
    show_sums("asynchronous", out.read(), 256);
  }
  std::vector<float> values(4096);
  for (int i = 0; i < 4096; ++i) values[i] = float(i * 31 % 1009);
  DeviceArray<float> from(values), out(3 * 256);
  tile<<<1, dim3(16, 16)>>>(from, out, 100);
  SHOW(cudaDeviceSynchronize());
  show_sums("tile", out.read(), 64);
}
