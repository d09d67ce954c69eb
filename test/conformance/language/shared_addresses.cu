// Addresses of shared variables in local arrays and structs, which compilers keep as constants: each block has variables of its own.
#include <cstdio>

constexpr int kThreads = 64, kBlocks = 50;

/// Two buffers, one read and one written in turn.
__global__ void in_turn(unsigned* out, int rounds) {
  __shared__ unsigned a[kThreads], b[kThreads];
  unsigned* buffers[2] = {a, b};
  const int t = threadIdx.x;
  buffers[0][t] = blockIdx.x * 1000 + t;
  __syncthreads();
  for (int i = 0; i < rounds; ++i) {
    buffers[(i + 1) & 1][t] = buffers[i & 1][(t + 1) % kThreads] * 3 + blockIdx.x;
    __syncthreads();
  }
  out[blockIdx.x * kThreads + t] = buffers[rounds & 1][t];
}

/// A thread's choice, out of more than a few.
__global__ void of_many(unsigned* out) {
  __shared__ unsigned rows[10][kThreads];
  unsigned* starts[10] = {rows[9], rows[8], rows[7], rows[6], rows[5], rows[4], rows[3], rows[2], rows[1], rows[0]};
  const int t = threadIdx.x;
  for (int r = 0; r < 10; ++r) rows[r][t] = blockIdx.x * 100 + r * 7 + t;
  __syncthreads();
  out[blockIdx.x * kThreads + t] = starts[t % 10][kThreads - 1 - t];
}

struct View {
  unsigned* data;
  int size;
  unsigned salt;
};
struct Views {
  View views[3];
  const unsigned* first;
};

__device__ __noinline__ unsigned sum(const Views* all, int which, int from) {
  const View& view = all->views[which];
  unsigned total = view.salt + *all->first;
  for (int i = from; i < view.size; i += 8) total += view.data[i];
  return total;
}

/// Structs within structs, by address, in a function that is not inlined.
__global__ void of_structs(unsigned* out) {
  __shared__ unsigned a[kThreads], b[32];
  extern __shared__ unsigned more[];
  const Views all = {{{a, kThreads, 5}, {b, 32, 0}, {more, 16, 9}}, b + 3};
  const int t = threadIdx.x;
  a[t] = blockIdx.x + t;
  if (t < 32) b[t] = blockIdx.x * t;
  if (t < 16) more[t] = t * t + blockIdx.x;
  __syncthreads();
  out[blockIdx.x * kThreads + t] = sum(&all, t % 3, t & 7);
}

/// What was changed afterwards is a variable, no constant.
__global__ void changed(unsigned* out, int n) {
  __shared__ unsigned a[kThreads], b[kThreads], c[kThreads];
  unsigned* order[3] = {a, b, c};
  const int t = threadIdx.x;
  for (int i = 0; i < 3; ++i) order[i][t] = (i + 1) * 1000 + t + blockIdx.x;
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    unsigned* const last = order[2];
    order[2] = order[1];
    order[1] = order[0];
    order[0] = last;
  }
  out[blockIdx.x * kThreads + t] = order[0][t] * 2 + order[1][kThreads - 1 - t];
}

int main() {
  unsigned* out = nullptr;
  cudaMallocManaged(&out, kBlocks * kThreads * sizeof(unsigned));
  const auto print = [&](const char* name) {
    const cudaError_t error = cudaDeviceSynchronize();
    unsigned long long hash = 1469598103934665603ull;
    for (int i = 0; i < kBlocks * kThreads; ++i) hash = (hash ^ out[i]) * 1099511628211ull;
    std::printf("%s: %s, %u %u %u, %016llx\n", name, cudaGetErrorString(error), out[0], out[kThreads + 1],
                out[kBlocks * kThreads - 1], hash);
  };
  for (int rounds = 0; rounds < 4; ++rounds) {
    in_turn<<<kBlocks, kThreads>>>(out, rounds);
    print("in turn");
  }
  of_many<<<kBlocks, kThreads>>>(out);
  print("of many");
  of_structs<<<kBlocks, kThreads, 64>>>(out);
  print("of structs");
  for (int n = 0; n < 4; ++n) {
    changed<<<kBlocks, kThreads>>>(out, n);
    print("changed");
  }
}
