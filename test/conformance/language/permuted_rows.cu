// SPDX-License-Identifier: Apache-2.0
// Indices that permute the threads of a row, in blocks whose rows are shorter than a vector register: partners, pairs,
// rings and sorting networks on elements of all sizes, along the row and along the whole block. Each kernel's body also
// runs on the host, thread by thread, and memory must be the same afterwards.
#include <vector>

#include "../transcript.h"

constexpr int kThreads = 512, kElements = 2 * kThreads + 64;

/// Where a thread is: along x, in its block and in its grid.
struct Place {
  int x, y, t;
  int width;
};

struct LoadPartner {
  template <class T>
  __host__ __device__ void operator()(Place p, const T *in, T *out, int u) const {
    out[p.t] = in[p.t ^ u];
  }
};
struct LoadPartnerInRow {
  template <class T>
  __host__ __device__ void operator()(Place p, const T *in, T *out, int u) const {
    out[p.t] = in[p.t - p.x + (p.x ^ (u & (p.width - 1)))];
  }
};
struct StorePartner {
  template <class T>
  __host__ __device__ void operator()(Place p, const T *in, T *out, int u) const {
    out[p.t ^ u] = in[p.t] + T(1);
  }
};
struct StorePartnerOfSome {
  template <class T>
  __host__ __device__ void operator()(Place p, const T *in, T *out, int u) const {
    if (p.t % 3 != 1) out[p.t ^ u] = in[p.t];
  }
};
struct Exchange {
  template <class T>
  __host__ __device__ void operator()(Place p, const T *in, T *out, int u) const {
    const int q = p.t ^ u;
    if (q <= p.t) return;
    const T a = in[p.t], b = in[q];
    out[p.t] = a < b ? a : b;
    out[q] = a < b ? b : a;
  }
};
struct Pairs {
  template <class T>
  __host__ __device__ void operator()(Place p, const T *in, T *out, int u) const {
    const int i = 2 * p.t - (p.t & u);
    out[p.t] = in[i] - in[i + 1];
  }
};
struct StorePairs {
  template <class T>
  __host__ __device__ void operator()(Place p, const T *in, T *out, int u) const {
    if ((u & (u + 1)) != 0 || u > 255) return;
    const int i = 2 * p.t - (p.t & u);
    const T a = in[i], b = in[i + u + 1];
    if (a > b) {
      out[i] = b;
      out[i + u + 1] = a;
    }
  }
};
struct Repeated {
  template <class T>
  __host__ __device__ void operator()(Place p, const T *in, T *out, int u) const {
    if (p.t % (1 + u % 4) != 1) out[p.t] = in[p.t & u];
  }
};
struct Ring {
  template <class T>
  __host__ __device__ void operator()(Place p, const T *in, T *out, int u) const {
    out[p.t] = in[p.t - p.x + ((p.x + u) & (p.width - 1))];
  }
};
struct StoreRing {
  template <class T>
  __host__ __device__ void operator()(Place p, const T *in, T *out, int u) const {
    out[p.t - p.x + ((p.x + u) & (p.width - 1))] = in[p.t];
  }
};
struct Reversed {
  template <class T>
  __host__ __device__ void operator()(Place p, const T *in, T *out, int u) const {
    out[p.t] = in[p.t - p.x + p.width - 1 - p.x + u % 8];
  }
};

template <class Body, class T>
__global__ void run(const T *in, T *out, int u) {
  const int x = threadIdx.x, y = threadIdx.y, width = blockDim.x;
  Body()(Place{x, y, x + width * (y + int(blockDim.y) * int(blockIdx.x)), width}, in, out, u);
}

static bool all_right = true;

static void report(int wrong, const char *what, const char *type, dim3 block) {
  if (wrong == 0) return;
  all_right = false;
  std::printf("%s of %s in blocks of %u x %u: %d wrong\n", what, type, block.x, block.y, wrong);
}

/// Sorts each row in shared memory by a bitonic network.
template <class T>
__global__ void sort_rows(T *memory) {
  __shared__ T part[kThreads];
  const unsigned x = threadIdx.x, width = blockDim.x, row = width * threadIdx.y;
  const unsigned begin = width * blockDim.y * blockIdx.x;
  part[row + x] = memory[begin + row + x];
  __syncthreads();
  for (unsigned length = 2; length <= width; length *= 2) {
    for (unsigned reach = length / 2; reach > 0; reach /= 2) {
      const unsigned q = x ^ reach;
      if (q > x && (part[row + x] > part[row + q]) == ((x & length) == 0)) {
        const T old = part[row + x];
        part[row + x] = part[row + q];
        part[row + q] = old;
      }
      __syncthreads();
    }
  }
  memory[begin + row + x] = part[row + x];
}

template <class T>
struct Arrays {
  T *in, *out;
  Arrays() {
    MUST(cudaMallocManaged(&in, kElements * sizeof(T)));
    MUST(cudaMallocManaged(&out, kElements * sizeof(T)));
  }
  ~Arrays() {
    MUST(cudaFree(in));
    MUST(cudaFree(out));
  }
  void fill() {
    for (int i = 0; i < kElements; ++i) {
      in[i] = static_cast<T>(i * 37 % 101);
      out[i] = static_cast<T>(i % 100);
    }
  }
};

template <class Body, class T>
void ask(const char *name, const char *type, dim3 block, Arrays<T> &arrays) {
  const int width = block.x, threads = block.x * block.y;
  int wrong = 0;
  for (int u : {0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 15, 16, 21, 31, 32, 63, 64, 127, 255}) {
    arrays.fill();
    std::vector<T> wanted(arrays.out, arrays.out + kElements);
    for (int t = 0; t < kThreads; ++t)
      Body()(Place{t % width, t / width % int(block.y), t, width}, arrays.in, wanted.data(), u);
    run<Body><<<kThreads / threads, block>>>(arrays.in, arrays.out, u);
    MUST(cudaDeviceSynchronize());
    for (int i = 0; i < kElements; ++i) wrong += arrays.out[i] != wanted[i];
  }
  report(wrong, name, type, block);
}

template <class T>
void ask_all(const char *type, dim3 block) {
  Arrays<T> arrays;
  ask<LoadPartner>("loads of partners", type, block, arrays);
  ask<LoadPartnerInRow>("loads of partners in a row", type, block, arrays);
  ask<StorePartner>("stores to partners", type, block, arrays);
  ask<StorePartnerOfSome>("stores of some to partners", type, block, arrays);
  ask<Exchange>("exchanges", type, block, arrays);
  ask<Pairs>("pairs", type, block, arrays);
  ask<StorePairs>("sorted pairs", type, block, arrays);
  ask<Repeated>("repeated elements", type, block, arrays);
  ask<Ring>("loads in a ring", type, block, arrays);
  ask<StoreRing>("stores in a ring", type, block, arrays);
  ask<Reversed>("rows reversed", type, block, arrays);
  arrays.fill();
  sort_rows<<<kThreads / (block.x * block.y), block>>>(arrays.in);
  MUST(cudaDeviceSynchronize());
  int wrong = 0;
  for (unsigned i = 1; i < kThreads; ++i) wrong += i % block.x != 0 && arrays.in[i] < arrays.in[i - 1];
  report(wrong, "sorted rows", type, block);
}

int main() {
  for (dim3 block : {dim3(4, 4), dim3(8, 8), dim3(16, 2)}) {
    ask_all<short>("short", block);
    ask_all<int>("int", block);
    ask_all<double>("double", block);
    std::printf("blocks of %u x %u done\n", block.x, block.y);
  }
  return all_right ? 0 : 1;
}
