// SPDX-License-Identifier: Apache-2.0
// Loops over elements whose rounds each thread counts, and chains of dependent arithmetic for each element: blocks of all
// sizes, counts that fill them and counts that do not.
#include <algorithm>
#include <cmath>

#include "../transcript.h"

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

int main() {
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
  return 0;
}
