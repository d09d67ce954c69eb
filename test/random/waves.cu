// SPDX-License-Identifier: Apache-2.0
// Random copies, fills and kernels that follow each other in one stream, all there before the first one runs, against a model
// that does one after the other. With RIFFLE_ENGINE_WAVE_NS=0 and a small RIFFLE_ENGINE_PIECE they are run piece by piece
// wherever the runtime takes that for the same.
//
//   waves [--seed N] [--count N] [--words N]
//
// Copies of some megabytes (--words: of an array) go past the caches.
// Exit code 0: all left what the model leaves; 1: one did not, and its seed was printed; 3: a call failed.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <random>
#include <string>
#include <thread>
#include <vector>

#define CHECK(call)                                                                      \
  do {                                                                                   \
    if (const cudaError_t error = (call); error != cudaSuccess) {                        \
      std::fprintf(stderr, "waves: line %d: %s\n", __LINE__, cudaGetErrorString(error)); \
      std::exit(3);                                                                      \
    }                                                                                    \
  } while (0)

using Word = unsigned;

__global__ void scale(Word* out, const Word* in, int n, Word factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * factor + 1;
}
__global__ void scale_wide(Word* out, const Word* in, std::size_t n, Word factor) {
  const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) out[i] += in[i] * factor;
}
__global__ void rows(Word* out, const Word* in, int width, int height, Word factor) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) out[y * width + x] = in[y * width + x] ^ factor;
}
__global__ void row_of_block(Word* out, const Word* in, int width, Word factor) {
  out[blockIdx.x * width + threadIdx.x] += in[blockIdx.x * width + threadIdx.x] + factor;
}
__global__ void shifted(Word* out, const Word* in, int n, int shift) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[min(max(i + shift, 0), n - 1)] + 3;
}
__global__ void every_second(Word* out, const Word* in, int n) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / 2) out[i] = in[2 * i] - in[2 * i + 1];
}
__global__ void reversed(Word* out, const Word* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[n - 1 - i];
}
struct Arrays {
  Word* out;
  const Word* in;
  int n;
};
__global__ void of_members(Arrays arrays, Word factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < arrays.n) arrays.out[i] = arrays.in[i] * factor;
}
__global__ void bytes(unsigned char* out, const unsigned char* in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = static_cast<unsigned char>(in[i] + 7);
}

constexpr int kArrays = 5;  // the first one on the host: a copy from host to host would wait
int words = 12000;

struct Memory {
  std::vector<std::vector<Word>> arrays = std::vector(kArrays, std::vector<Word>(words));
};

/// One operation: what it does to the real arrays, and to the model's.
struct Step {
  std::string name;
  std::function<void(std::vector<Word*>&, cudaStream_t)> enqueue;
  std::function<void(Memory&)> run;
};

class Generator {
 public:
  explicit Generator(unsigned long long seed) : random_(seed) {}

  Step next() {
    const int kind = below(13);
    const int to = below(kArrays), from = (to + 1 + below(kArrays - 1)) % kArrays;
    const bool whole = below(2) != 0;
    const int n = whole ? words : 512 + below(words / 2);
    const int a = whole ? 0 : below(words - n), b = whole || below(2) != 0 ? a : below(words - n);
    const Word factor = 2 * below(1000) + 1;
    const int threads = 32 << below(4);
    const unsigned blocks = (n + threads - 1) / threads;
    const int width = 40 + below(60), height = std::min(n / width, words / 60);
    switch (kind) {
      case 0:
      case 1:
      case 2:
        return copy(to, a, from, b, n);
      case 3:
        return {
            "fill",
            [=](auto& at, auto s) { CHECK(cudaMemsetAsync(at[to] + a, factor & 255, 4u * n, s)); },
            [=](Memory& m) { std::memset(&m.arrays[to][a], factor & 255, 4u * n); }};
      case 4:
        return {"scale",
                [=](auto& at, auto s) {
                  scale<<<blocks, threads, 0, s>>>(at[to] + a, at[from] + b, n, factor);
                },
                each(n, [=](Memory& m, int i) {
                  m.arrays[to][a + i] = m.arrays[from][b + i] * factor + 1;
                })};
      case 5:
        return {"scale in place",
                [=](auto& at, auto s) {
                  scale<<<blocks, threads, 0, s>>>(at[to] + a, at[to] + a, n, factor);
                },
                each(n, [=](Memory& m, int i) {
                  m.arrays[to][a + i] = m.arrays[to][a + i] * factor + 1;
                })};
      case 6:
        return {"scale_wide",
                [=](auto& at, auto s) {
                  scale_wide<<<blocks, threads, 0, s>>>(at[to] + a, at[from] + b, n, factor);
                },
                each(n, [=](Memory& m, int i) {
                  m.arrays[to][a + i] += m.arrays[from][b + i] * factor;
                })};
      case 7: {
        const dim3 grid((width + 15) / 16, (height + 7) / 8);
        return {
            "rows",
            [=](auto& at, auto s) {
              rows<<<grid, dim3(16, 8), 0, s>>>(at[to] + a, at[from] + b, width, height, factor);
            },
            each(width * height,
                 [=](Memory& m, int i) { m.arrays[to][a + i] = m.arrays[from][b + i] ^ factor; })};
      }
      case 8:
        return {"row_of_block",
                [=](auto& at, auto s) {
                  row_of_block<<<height, width, 0, s>>>(at[to] + a, at[from] + b, width, factor);
                },
                each(width * height, [=](Memory& m, int i) {
                  m.arrays[to][a + i] += m.arrays[from][b + i] + factor;
                })};
      case 9: {
        const int shift = below(9) - 4;
        return {"shifted",
                [=](auto& at, auto s) {
                  shifted<<<blocks, threads, 0, s>>>(at[to] + a, at[from] + b, n, shift);
                },
                each(n, [=](Memory& m, int i) {
                  m.arrays[to][a + i] = m.arrays[from][b + std::clamp(i + shift, 0, n - 1)] + 3;
                })};
      }
      case 10:
        if (below(2) != 0)
          return {"reversed",
                  [=](auto& at, auto s) {
                    reversed<<<blocks, threads, 0, s>>>(at[to] + a, at[from] + b, n);
                  },
                  each(n, [=](Memory& m, int i) {
                    m.arrays[to][a + i] = m.arrays[from][b + n - 1 - i];
                  })};
        return {"every_second",
                [=](auto& at, auto s) {
                  every_second<<<blocks, threads, 0, s>>>(at[to] + a, at[from] + b, n);
                },
                each(n / 2, [=](Memory& m, int i) {
                  m.arrays[to][a + i] = m.arrays[from][b + 2 * i] - m.arrays[from][b + 2 * i + 1];
                })};
      case 11:
        return {"of_members",
                [=](auto& at, auto s) {
                  of_members<<<blocks, threads, 0, s>>>({at[to] + a, at[from] + b, n}, factor);
                },
                each(n, [=](Memory& m, int i) {
                  m.arrays[to][a + i] = m.arrays[from][b + i] * factor;
                })};
      default: {
        const int count = 4 * n - below(4);
        return {"bytes",
                [=](auto& at, auto s) {
                  bytes<<<(count + threads - 1) / threads, threads, 0, s>>>(
                      reinterpret_cast<unsigned char*>(at[to] + a),
                      reinterpret_cast<unsigned char*>(at[from] + b), count);
                },
                [=](Memory& m) {
                  auto* const out = reinterpret_cast<unsigned char*>(&m.arrays[to][a]);
                  const auto* const in = reinterpret_cast<const unsigned char*>(&m.arrays[from][b]);
                  for (int i = 0; i < count; ++i) out[i] = static_cast<unsigned char>(in[i] + 7);
                }};
      }
    }
  }
  int below(int end) { return static_cast<int>(random_() % static_cast<unsigned>(end)); }

 private:
  static std::function<void(Memory&)> each(int count, std::function<void(Memory&, int)> one) {
    return [=](Memory& memory) {
      for (int i = 0; i < count; ++i) one(memory, i);
    };
  }
  static Step copy(int to, int a, int from, int b, int n) {
    return {"copy",
            [=](auto& at, auto s) {
              CHECK(cudaMemcpyAsync(at[to] + a, at[from] + b, 4u * n, cudaMemcpyDefault, s));
            },
            [=](Memory& m) { std::memcpy(&m.arrays[to][a], &m.arrays[from][b], 4u * n); }};
  }

  std::mt19937_64 random_;
};

/// Whoever runs the stream looks for more when this opens, and finds all steps.
struct Gate {
  std::atomic<bool> has_come{false}, is_open{false};

  void hold() {
    has_come = true;
    while (!is_open) std::this_thread::yield();
  }
};

bool run(unsigned long long seed, std::vector<Word*>& arrays, cudaStream_t stream) {
  Generator generator(seed);
  Memory model;
  Word value = static_cast<Word>(seed);
  for (int i = 0; i < kArrays; ++i) {
    for (Word& word : model.arrays[i]) word = value = value * 1664525 + 1013904223;
    CHECK(cudaMemcpy(arrays[i], model.arrays[i].data(), sizeof(Word) * words, cudaMemcpyDefault));
  }
  Gate gate;
  CHECK(cudaLaunchHostFunc(stream, [](void* own) { static_cast<Gate*>(own)->hold(); }, &gate));
  while (!gate.has_come) std::this_thread::yield();
  std::string names;
  for (int left = 2 + generator.below(14); left > 0; --left) {
    const Step step = generator.next();
    step.enqueue(arrays, stream);
    step.run(model);
    names += " " + step.name;
  }
  CHECK(cudaGetLastError());
  gate.is_open = true;
  CHECK(cudaStreamSynchronize(stream));
  std::vector<Word> found(words);
  for (int i = 0; i < kArrays; ++i) {
    CHECK(cudaMemcpy(found.data(), arrays[i], sizeof(Word) * words, cudaMemcpyDefault));
    const auto wrong = std::mismatch(found.begin(), found.end(), model.arrays[i].begin());
    if (wrong.first == found.end()) continue;
    std::printf("seed %llu: array %d differs from word %d on; steps:%s\n", seed, i,
                static_cast<int>(wrong.first - found.begin()), names.c_str());
    return false;
  }
  return true;
}

int main(int argc, char** argv) {
  unsigned long long seed = 1, count = 200;
  for (int i = 1; i + 1 < argc; i += 2) {
    if (std::strcmp(argv[i], "--seed") == 0) seed = std::strtoull(argv[i + 1], nullptr, 10);
    if (std::strcmp(argv[i], "--count") == 0) count = std::strtoull(argv[i + 1], nullptr, 10);
    if (std::strcmp(argv[i], "--words") == 0) words = std::atoi(argv[i + 1]);
  }
  std::vector<Word*> arrays(kArrays);
  for (int i = 0; i < kArrays; ++i) {
    if (i == 0)
      CHECK(cudaMallocHost(&arrays[i], sizeof(Word) * words));
    else
      CHECK(cudaMalloc(&arrays[i], sizeof(Word) * words));
  }
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));
  bool good = true;
  for (unsigned long long end = seed + count; seed != end; ++seed)
    good &= run(seed, arrays, stream);
  std::printf("%s\n", good ? "all as the model" : "differs from the model");
  return good ? 0 : 1;
}
