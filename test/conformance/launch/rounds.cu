// SPDX-License-Identifier: Apache-2.0
// Loops in which threads go through elements.
#include "../cases.h"

#include <algorithm>
#include <cmath>

namespace grid_stride_ {
namespace {

constexpr int kMost = 1 << 17;
int *a, *b, *c;

void start() {
  std::vector<int> values(2 * kMost);
  for (int i = 0; i < 2 * kMost; ++i) values[i] = static_cast<int>((i * 2654435761u) >> 8);
  MUST(cudaMemcpy(a, values.data(), values.size() * 4, cudaMemcpyHostToDevice));
  for (int i = 0; i < 2 * kMost; ++i) values[i] = i % 1013;
  MUST(cudaMemcpy(b, values.data(), values.size() * 4, cudaMemcpyHostToDevice));
  MUST(cudaMemset(c, 0, values.size() * 4));
}

void show_sums(const char* name, int count, int blocks, int threads) {
  MUST(cudaDeviceSynchronize());
  std::vector<int> values(2 * kMost);
  std::printf("%s, %d elements, %d x %d:", name, count, blocks, threads);
  for (const int* array : {a, b, c}) {
    MUST(cudaMemcpy(values.data(), array, values.size() * 4, cudaMemcpyDeviceToHost));
    unsigned long long hash = 14695981039346656037ull;
    for (const int value : values) hash = (hash ^ static_cast<unsigned>(value)) * 1099511628211ull;
    std::printf(" %016llx", hash);
  }
  std::printf("\n");
}

__global__ void add(const int* x, const int* y, int* z, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) z[i] = x[i] + y[i];
}

__global__ void add_unsigned(const int* x, int* z, unsigned n) {
  const unsigned stride = gridDim.x * blockDim.x;
  for (unsigned i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += stride) z[i] = 3 * x[i] + static_cast<int>(i);
}

__global__ void add_wide(const int* __restrict__ x, const int* __restrict__ y, int* __restrict__ z, size_t n) {
  for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
    z[i] = x[i] ^ y[x[i] & (kMost - 1)];
}

__global__ void up_to(const int* x, int* z, int last) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  while (i <= last) {
    if (x[i] & 1) z[i] = x[i] / 3;
    i += gridDim.x * blockDim.x;
  }
}

// Each iteration reads what the thread's last one wrote.
__global__ void running(int* z, int n) {
  const int stride = blockDim.x * gridDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
    if (i >= stride) z[i] += z[i - stride];
  }
}

// The same where only the host knows: z is x, further on.
__global__ void shifted(const int* x, int* z, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) z[i] = 5 * x[i] + 1;
}

__global__ void sum_of_thread(const int* x, int* z, int n) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = t; i < n; i += blockDim.x * gridDim.x) z[t] = z[t] * 31 + x[i];
}

__global__ void last_block(int* z, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    z[i] = blockIdx.x * 10000 + threadIdx.x;
}

__global__ void pairs(const int* x, int* z, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    z[2 * i] = x[i];
    z[2 * i + 1] = -x[i];
  }
}

// Neighbours: iterations of different threads would meet if the kernel were written carelessly.
__global__ void stencil(const int* x, int* z, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) {
    int sum = x[i];
    for (int k = 1; k <= 3; ++k) sum += (i >= k ? x[i - k] : 0) + (i + k < n ? x[i + k] : 0);
    z[i] = sum;
  }
}

__global__ void count(const int* x, int* z, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) atomicAdd(&z[x[i] & 255], 1);
}

__global__ void other_step(const int* x, int* z, int n, int step) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) atomicAdd(&z[i], x[i]);
}

__global__ void sum_in_block(const int* x, int* z, int n) {
  __shared__ int sums[256];
  int sum = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) sum = sum * 7 + x[i];
  sums[threadIdx.x] = sum;
  __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k /= 2) {
    if (threadIdx.x < k) sums[threadIdx.x] ^= sums[threadIdx.x + k];
    __syncthreads();
  }
  if (threadIdx.x == 0) z[blockIdx.x] = sums[0];
}

__global__ void histogram(const unsigned char* x, int* z, int n) {
  __shared__ int bins[256];
  for (int i = threadIdx.x; i < 256; i += blockDim.x) bins[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) atomicAdd(&bins[x[i]], 1);
  __syncthreads();
  for (int i = threadIdx.x; i < 256; i += blockDim.x) atomicAdd(&z[i], bins[i]);
}

}  // namespace

// Loops in which the grid's threads go through elements together. Each thread's iterations keep their order: some
// kernels here read what an earlier iteration of the same thread has written.
CASE(grid_stride) {
  MUST(cudaMalloc(&a, 8 * kMost));
  MUST(cudaMalloc(&b, 8 * kMost));
  MUST(cudaMalloc(&c, 8 * kMost));
  const struct {
    int count, blocks, threads;
  } shapes[] = {{0, 3, 64},      {1, 2, 32},      {1000, 1, 32},   {4096, 2, 256},       {100000, 7, 96},
                {100001, 5, 64}, {99999, 9, 100}, {kMost, 64, 256}, {kMost - 17, 1000, 128}};
  for (const auto& shape : shapes) {
    const int n = shape.count, blocks = shape.blocks, threads = shape.threads;
    const auto run = [&](const char* name, auto launch) {
      start();
      launch();
      show_last_error(name);
      show_sums(name, n, blocks, threads);
    };
    run("add", [&] { add<<<blocks, threads>>>(a, b, c, n); });
    run("add in place", [&] { add<<<blocks, threads>>>(a, b, a, n); });
    run("add unsigned", [&] { add_unsigned<<<blocks, threads>>>(a, c, n); });
    run("add wide", [&] { add_wide<<<blocks, threads>>>(a, b, c, n); });
    run("up to", [&] { up_to<<<blocks, threads>>>(a, c, n - 1); });
    run("running", [&] { running<<<blocks, threads>>>(a, n); });
    run("shifted", [&] { shifted<<<blocks, threads>>>(a, a + blocks * threads, n); });
    run("apart", [&] { shifted<<<blocks, threads>>>(a, a + kMost, n); });
    run("sum of thread", [&] { sum_of_thread<<<blocks, threads>>>(a, c, n); });
    run("last block", [&] { last_block<<<blocks, threads>>>(c, n); });
    run("pairs", [&] { pairs<<<blocks, threads>>>(a, c, n); });
    run("stencil", [&] { stencil<<<blocks, threads>>>(a, c, n); });
    run("count", [&] { count<<<blocks, threads>>>(a, c, n); });
    run("other step", [&] { other_step<<<blocks, threads>>>(a, c, n, 333); });
    if ((threads & (threads - 1)) == 0)
      run("sum in block", [&] { sum_in_block<<<blocks, threads>>>(a, c, n); });
    run("histogram", [&] { histogram<<<blocks, threads>>>(reinterpret_cast<unsigned char*>(a), c, n); });
  }
  const dim3 plane(3, 2);
  start();
  count<<<plane, 64>>>(a, c, 10000);  // each row of blocks goes through all
  show_sums("count in two dimensions", 10000, 6, 64);
  start();
  add<<<4, dim3(32, 2)>>>(a, b, c, 10000);
  show_sums("add by two rows", 10000, 4, 64);
}
}  // namespace grid_stride_

namespace counted_rounds_ {
namespace {

constexpr int kMost = 1 << 16;
float *a, *b;

__global__ void chain_by_rounds(float* array, int count) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  const int threads = blockDim.x * gridDim.x;
  const int rounds = (count + threads - 1) / threads;
  for (int round = 0; round < rounds; ++round) {
    const int i = round * threads + thread;
    if (i < count) {
      for (int k = 0; k < 40; ++k) {
        array[i] *= 3.0f;
        array[i] /= 7.0f;
        array[i] += 1.0f;
      }
    }
  }
}

__global__ void chain_in_strides(float* array, int count) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += blockDim.x * gridDim.x) {
    for (int k = 0; k < 50; ++k) {
      array[i] *= 2.5f;
      array[i] /= 2.0f;
    }
  }
}

__global__ void chain_of_thread(float* array, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  for (int k = 0; k < 50; ++k) {
    array[i] *= 1.5f;
    array[i] -= 0.25f;
  }
}

// What a thread wrote in its last round.
__global__ void running_by_rounds(float* array, int rounds) {
  const int threads = blockDim.x * gridDim.x;
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  for (int round = 0; round < rounds; ++round) {
    const int i = round * threads + thread;
    if (i >= threads) array[i] += array[i - threads];
  }
}

// The round and the block are results.
__global__ void places_by_rounds(const float* from, float* to, unsigned rounds) {
  const unsigned threads = blockDim.x * gridDim.x;
  for (unsigned round = 0; round < rounds; ++round) {
    const unsigned i = round * threads + (blockIdx.x * blockDim.x + threadIdx.x);
    to[i] = from[i] + round + 100 * blockIdx.x;
  }
}

__global__ void blocks_in_strides(float* array, int count) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += blockDim.x * gridDim.x)
    array[i] = array[i] * 2 + blockIdx.x;
}

// The steps are not the grid's.
__global__ void rounds_of_other_steps(float* array, int rounds, int step) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  for (int round = 0; round < rounds; ++round) {
    const int i = round * step + thread;
    atomicAdd(&array[i], 1.0f);
  }
}

float value(int i) { return static_cast<float>((i * 2654435761u) >> 16) / 512.0f; }

template <class Launch, class Expect>
void run(const char* name, int blocks, int threads, int count, Launch launch, Expect expect) {
  std::vector<float> values(kMost), seen(kMost), others(kMost);
  for (int i = 0; i < kMost; ++i) values[i] = value(i);
  MUST(cudaMemcpy(a, values.data(), values.size() * 4, cudaMemcpyHostToDevice));
  MUST(cudaMemset(b, 0, values.size() * 4));
  launch();
  show_last_error(name);
  MUST(cudaMemcpy(seen.data(), a, values.size() * 4, cudaMemcpyDeviceToHost));
  MUST(cudaMemcpy(others.data(), b, values.size() * 4, cudaMemcpyDeviceToHost));
  int wrong = 0;
  std::vector<float> expected_a = values, expected_b(kMost);
  expect(expected_a, expected_b);
  for (int i = 0; i < kMost; ++i) wrong += seen[i] != expected_a[i] || others[i] != expected_b[i];
  std::printf("%s, %d x %d, %d: %d wrong\n", name, blocks, threads, count, wrong);
}

}  // namespace

// Loops over elements whose rounds each thread counts, and chains of dependent arithmetic for each element: blocks of all
// sizes, counts that fill them and counts that do not.
CASE(counted_rounds) {
  MUST(cudaMalloc(&a, 4 * kMost));
  MUST(cudaMalloc(&b, 4 * kMost));
  const struct {
    int blocks, threads, count;
  } shapes[] = {{1, 64, 65536}, {1, 64, 5000}, {1, 1, 100},  {3, 1, 1000},   {2, 48, 9999}, {5, 100, 20000},
                {7, 96, 30000}, {4, 32, 129},  {1, 32, 0},   {16, 128, 127}, {8, 256, 60001}, {100, 64, 1000},
                {33, 17, 4000}};
  for (const auto& shape : shapes) {
    const int blocks = shape.blocks, threads = shape.threads, count = shape.count;
    const int all = blocks * threads;
    const auto nothing = [](std::vector<float>&, std::vector<float>&) {};
    run("chain by rounds", blocks, threads, count, [&] { chain_by_rounds<<<blocks, threads>>>(a, count); },
        [&](auto& in, auto&) {
          for (int i = 0; i < count; ++i)
            for (int k = 0; k < 40; ++k) {
              volatile float x = in[i] * 3.0f;
              x = x / 7.0f;
              in[i] = x + 1.0f;
            }
        });
    run("chain in strides", blocks, threads, count, [&] { chain_in_strides<<<blocks, threads>>>(a, count); },
        [&](auto& in, auto&) {
          for (int i = 0; i < count; ++i)
            for (int k = 0; k < 50; ++k) {
              volatile float x = in[i] * 2.5f;
              in[i] = x / 2.0f;
            }
        });
    run("chain of thread", blocks, threads, count, [&] { chain_of_thread<<<blocks, threads>>>(a, count); },
        [&](auto& in, auto&) {
          for (int i = 0; i < std::min(count, all); ++i)
            for (int k = 0; k < 50; ++k) in[i] = std::fma(in[i], 1.5f, -0.25f);
        });
    const int rounds = count / all;
    run("running by rounds", blocks, threads, count, [&] { running_by_rounds<<<blocks, threads>>>(a, rounds); },
        [&](auto& in, auto&) {
          for (int i = all; i < rounds * all; ++i) in[i] += in[i - all];
        });
    run("places by rounds", blocks, threads, count, [&] { places_by_rounds<<<blocks, threads>>>(a, b, rounds); },
        [&](auto& in, auto& out) {
          for (int i = 0; i < rounds * all; ++i) out[i] = in[i] + i / all + 100 * (i % all / threads);
        });
    run("blocks in strides", blocks, threads, count, [&] { blocks_in_strides<<<blocks, threads>>>(a, count); },
        [&](auto& in, auto&) {
          for (int i = 0; i < count; ++i) in[i] = in[i] * 2 + i % all / threads;
        });
    run("no rounds", blocks, threads, count, [&] { running_by_rounds<<<blocks, threads>>>(a, -rounds); }, nothing);
    run("other steps", blocks, threads, count,
        [&] { rounds_of_other_steps<<<blocks, threads>>>(b, 3, 2); },
        [&](auto&, auto& out) {
          for (int i = 0; i < all; ++i)
            for (int round = 0; round < 3; ++round) out[2 * round + i] += 1;
        });
  }
}
}  // namespace counted_rounds_
