// SPDX-License-Identifier: Apache-2.0
// Elements of 8 and 16 bytes, and structures: loaded, stored and copied by neighbouring threads.
#include <cuda_fp16.h>

#include "../transcript.h"

namespace {

constexpr int kMost = 1 << 14;
constexpr int kWords = 8 * kMost;
unsigned *a, *c;

struct Pixel {
  unsigned char red, green, blue;
};
struct Particle {
  float x, y, z;
  int kind;
};
struct alignas(16) Words {
  unsigned word[4];
};
struct Five {
  unsigned word[5];
};

template <class T>
__global__ void copy(const T* x, T* z, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) z[i] = x[i];
}

template <class T>
__global__ void copy_all(const T* x, T* z) {
  const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  z[i] = x[i];
}

template <class T>
__global__ void reverse(const T* x, T* z, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) z[n - 1 - i] = x[i];
}

template <class T>
__global__ void some(const T* x, T* z, int n, int offset) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x + offset;
  if (i < n && (i % 5 == 1 || i % 3 == 0)) z[i] = x[i];
}

__global__ void scale(const uint4* x, uint4* z, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  uint4 v = x[i];
  v.x *= 3, v.y += v.x, v.z ^= v.w, v.w = v.y - v.z;
  z[i] = v;
}

__global__ void swap_parts(uint4* z, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const unsigned w = z[i].w;
  z[i].w = z[i].x;
  z[i].x = w;
}

__global__ void some_parts(const uint4* x, uint4* z, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  z[i].y = x[i].z;
  if (x[i].x & 1) z[i].w = x[i].w;
}

__global__ void move_particles(Particle* p, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Particle q = p[i];
  q.x = __int_as_float(__float_as_int(q.x) & 0x3fffffff);
  q.kind += 1;
  p[i] = q;
}

__global__ void grey(const Pixel* x, unsigned char* z, Pixel* negative, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const Pixel p = x[i];
  z[i] = (p.red * 77 + p.green * 150 + p.blue * 29) >> 8;
  negative[i] = {static_cast<unsigned char>(255 - p.red), static_cast<unsigned char>(255 - p.green),
                 static_cast<unsigned char>(255 - p.blue)};
}

__global__ void through_shared(const uint4* x, uint4* z, int n) {
  __shared__ uint4 tile[128];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  tile[threadIdx.x] = i < n ? x[i] : make_uint4(1, 2, 3, 4);
  __syncthreads();
  if (i < n) z[i] = tile[threadIdx.x ^ 3];
}

__global__ void rows(const uint2* x, uint2* z, int width, int height) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column < width && row < height) z[row * width + column] = x[(height - 1 - row) * width + column];
}

// One store hides part of another.
__global__ void overlapping(unsigned* z, const unsigned* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  z[4 * i] = x[i];
  z[4 * i + 1] = x[i] + 1;
  z[4 * i] = x[i] + 2;
  z[4 * i + 2] = z[4 * i + 1] * 3;
  z[4 * i + 3] = 7;
}

template <class Launch>
void run(const char* name, int n, int threads, Launch launch) {
  std::vector<unsigned> values(kWords);
  for (int i = 0; i < kWords; ++i) values[i] = i * 2654435761u;
  MUST(cudaMemcpy(a, values.data(), 4 * kWords, cudaMemcpyHostToDevice));
  MUST(cudaMemset(c, 0x5a, 4 * kWords));
  launch((n + threads - 1) / threads);
  MUST(cudaDeviceSynchronize());
  std::printf("%s, %d elements by %d:", name, n, threads);
  for (const unsigned* array : {a, c}) {
    MUST(cudaMemcpy(values.data(), array, 4 * kWords, cudaMemcpyDeviceToHost));
    unsigned long long hash = 14695981039346656037ull;
    for (const unsigned value : values) hash = (hash ^ value) * 1099511628211ull;
    std::printf(" %016llx", hash);
  }
  std::printf("\n");
}

template <class T>
void all(const char* name, int n, int threads) {
  std::printf("%s\n", name);
  T* x = reinterpret_cast<T*>(a);
  T* z = reinterpret_cast<T*>(c);
  run("copy", n, threads, [&](int blocks) { copy<<<blocks, threads>>>(x, z, n); });
  run("copy all", n, threads, [&](int blocks) { copy_all<<<blocks, threads>>>(x, z); });
  run("reverse", n, threads, [&](int blocks) { reverse<<<blocks, threads>>>(x, z, n); });
  run("some", n, threads, [&](int blocks) { some<<<blocks, threads>>>(x, z, n, 0); });
  run("some behind", n, threads, [&](int blocks) { some<<<blocks, threads>>>(x, z, n, 7); });
}

}  // namespace

int main() {
  MUST(cudaMalloc(&a, 4 * kWords));
  MUST(cudaMalloc(&c, 4 * kWords));
  for (const int threads : {128, 48, 50}) {
    for (const int n : {1, 31, 1000, kMost}) {
      all<uint2>("uint2", n, threads);
      all<uint3>("uint3", n, threads);
      all<uint4>("uint4", n, threads);
      all<float4>("float4", n, threads);
      all<double2>("double2", n, threads);
      all<ushort4>("ushort4", n, threads);
      all<uchar4>("uchar4", n, threads);
      all<char3>("char3", n, threads);
      all<Words>("Words", n, threads);
      all<Five>("Five", n, threads);
      all<half2>("half2", n, threads);
      all<ulonglong2>("ulonglong2", n, threads);
      auto* x = reinterpret_cast<uint4*>(a);
      auto* z = reinterpret_cast<uint4*>(c);
      run("scale", n, threads, [&](int blocks) { scale<<<blocks, threads>>>(x, z, n); });
      run("scale in place", n, threads, [&](int blocks) { scale<<<blocks, threads>>>(x, x, n); });
      run("scale further on", n, threads, [&](int blocks) { scale<<<blocks, threads>>>(x, x + kMost, n); });
      run("swap parts", n, threads, [&](int blocks) { swap_parts<<<blocks, threads>>>(x, n); });
      run("some parts", n, threads, [&](int blocks) { some_parts<<<blocks, threads>>>(x, z, n); });
      run("particles", n, threads,
          [&](int blocks) { move_particles<<<blocks, threads>>>(reinterpret_cast<Particle*>(a), n); });
      run("grey", n, threads, [&](int blocks) {
        grey<<<blocks, threads>>>(reinterpret_cast<Pixel*>(a), reinterpret_cast<unsigned char*>(c),
                                  reinterpret_cast<Pixel*>(c + kWords / 2), n);
      });
      run("through shared", n, threads, [&](int blocks) {
        if (threads == 128) through_shared<<<blocks, threads>>>(x, z, n);
      });
      run("overlapping", n, threads, [&](int blocks) { overlapping<<<blocks, threads>>>(c, a, n); });
    }
  }
  run("rows", 100 * 61, 64, [&](int) {
    rows<<<dim3(4, 16), dim3(32, 4)>>>(reinterpret_cast<uint2*>(a), reinterpret_cast<uint2*>(c), 100, 61);
  });
  return 0;
}
