// SPDX-License-Identifier: Apache-2.0
// Blocks whose rows are short, of all shapes: images by pixel, loops that end at different times, tiles in shared memory,
// returns before the end, positions printed into memory, atomics, and rows of blocks that are cut in the middle.
#include "../transcript.h"

struct Pixel {
  unsigned char r, g, b;
};

__device__ unsigned long long position() {
  return threadIdx.x | threadIdx.y << 10 | threadIdx.z << 20 | static_cast<unsigned long long>(blockIdx.x) << 32 |
         static_cast<unsigned long long>(blockIdx.y) << 44 | static_cast<unsigned long long>(blockIdx.z) << 56;
}

__global__ void positions(unsigned long long *out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  out[(blockIdx.z * blockDim.z + threadIdx.z) * width * height + y * width + x] = position();
}

__global__ void grey(const Pixel *in, unsigned char *out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const Pixel p = in[y * width + x];
  out[y * width + x] = static_cast<unsigned char>(0.299f * p.r + 0.587f * p.g + 0.114f * p.b);
}

__global__ void mandelbrot(int *out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  const float cr = x * 0.03f - 2, ci = y * 0.04f - 1.2f;
  float zr = 0, zi = 0;
  int n = 0;
  while (n < 50 && zr * zr + zi * zi < 4) {
    const float next = zr * zr - zi * zi + cr;
    zi = 2 * zr * zi + ci;
    zr = next;
    ++n;
  }
  out[y * width + x] = n;
}

__global__ void sum_of_row(const int *in, int *out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (y >= height) return;
  int sum = 0;
  for (int i = 0; i < x; ++i) {
    if (in[y * width + i % width] > 500) continue;
    sum += in[y * width + i % width];
    if (sum > 5000) break;
  }
  if (x < width) out[y * width + x] = sum;
}

template <int kSide>
__global__ void transpose(const float *in, float *out, int width, int height) {
  __shared__ float tile[kSide][kSide + 1];
  int x = blockIdx.x * kSide + threadIdx.x, y = blockIdx.y * kSide + threadIdx.y;
  if (x < width && y < height) tile[threadIdx.y][threadIdx.x] = in[y * width + x];
  __syncthreads();
  x = blockIdx.y * kSide + threadIdx.x;
  y = blockIdx.x * kSide + threadIdx.y;
  if (x < height && y < width) out[y * height + x] = tile[threadIdx.x][threadIdx.y];
}

template <int kSide>
__global__ void product(const float *a, const float *b, float *c, int n) {
  __shared__ float tile_a[kSide][kSide], tile_b[kSide][kSide];
  const int x = blockIdx.x * kSide + threadIdx.x, y = blockIdx.y * kSide + threadIdx.y;
  float sum = 0;
  for (int first = 0; first < n; first += kSide) {
    tile_a[threadIdx.y][threadIdx.x] = y < n && first + threadIdx.x < n ? a[y * n + first + threadIdx.x] : 0;
    tile_b[threadIdx.y][threadIdx.x] = x < n && first + threadIdx.y < n ? b[(first + threadIdx.y) * n + x] : 0;
    __syncthreads();
    for (int k = 0; k < kSide; ++k) sum += tile_a[threadIdx.y][k] * tile_b[k][threadIdx.x];
    __syncthreads();
  }
  if (x < n && y < n) c[y * n + x] = sum;
}

__global__ void count(int *counts, int limit) {
  const int t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const int b = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  if ((t * 7 + b) % 3 == 0) return;
  atomicAdd(&counts[t % 16], b + 1);
  if (threadIdx.y * 2 + threadIdx.x < limit) atomicMax(&counts[16 + t % 16], t * b);
}

// A function of the block's own position only, and one row that reads another's results of an earlier launch.
__global__ void by_block(int *out, int width, int height) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int v = blockIdx.x * 3 + blockIdx.y;
  for (unsigned i = 0; i < blockIdx.x % 5; ++i) v = v * 5 + threadIdx.y;
  if (blockIdx.x % 2 == 0) v += 1000 * threadIdx.x;
  if (x < width && y < height) out[y * width + x] = v;
}

static unsigned long long hash(const void *bytes, std::size_t count) {
  unsigned long long sum = 0xcbf29ce484222325ull;
  for (std::size_t i = 0; i < count; ++i)
    sum = (sum ^ static_cast<const unsigned char *>(bytes)[i]) * 0x100000001b3ull;
  return sum;
}

int main() {
  constexpr int kWidth = 101, kHeight = 53, kPixels = kWidth * kHeight;
  unsigned long long *places;
  Pixel *image;
  unsigned char *out;
  int *numbers, *results;
  float *a, *b, *c;
  MUST(cudaMallocManaged(&places, kPixels * 4 * sizeof *places));
  MUST(cudaMallocManaged(&image, kPixels * sizeof *image));
  MUST(cudaMallocManaged(&out, kPixels));
  MUST(cudaMallocManaged(&numbers, kPixels * sizeof *numbers));
  MUST(cudaMallocManaged(&results, kPixels * sizeof *results));
  MUST(cudaMallocManaged(&a, kPixels * sizeof *a));
  MUST(cudaMallocManaged(&b, kPixels * sizeof *b));
  MUST(cudaMallocManaged(&c, kPixels * sizeof *c));
  for (int i = 0; i < kPixels; ++i) {
    image[i] = {static_cast<unsigned char>(i * 7), static_cast<unsigned char>(i * 13), static_cast<unsigned char>(i / 5)};
    numbers[i] = i * 37 % 1009;
    a[i] = i % 17 - 8;
    b[i] = i % 23 * 0.5f;
  }
  const dim3 shapes[] = {dim3(8, 8),  dim3(16, 16), dim3(16, 1), dim3(16, 2),   dim3(16, 3),  dim3(8, 4),
                         dim3(4, 16), dim3(4, 4, 4), dim3(8, 3), dim3(32, 8),   dim3(5, 7),   dim3(1, 32),
                         dim3(2, 2),  dim3(16, 4, 2), dim3(8, 8, 2), dim3(64, 2), dim3(48, 2), dim3(16, 64)};
  for (dim3 block : shapes) {
    const dim3 grid((kWidth + block.x - 1) / block.x, (kHeight + block.y - 1) / block.y);
    std::printf("blocks of %u x %u x %u\n", block.x, block.y, block.z);
    std::memset(places, 0, kPixels * 4 * sizeof *places);
    positions<<<dim3(grid.x, grid.y, block.z == 1 ? 3 : 4 / block.z), block>>>(places, kWidth, kHeight);
    MUST(cudaDeviceSynchronize());
    std::printf("  positions %016llx\n", hash(places, kPixels * 4 * sizeof *places));
    std::memset(out, 0, kPixels);
    grey<<<grid, block>>>(image, out, kWidth, kHeight);
    MUST(cudaDeviceSynchronize());
    std::printf("  grey %016llx\n", hash(out, kPixels));
    mandelbrot<<<grid, block>>>(results, kWidth, kHeight);
    MUST(cudaDeviceSynchronize());
    std::printf("  mandelbrot %016llx\n", hash(results, kPixels * sizeof *results));
    std::memset(results, 0, kPixels * sizeof *results);
    sum_of_row<<<grid, block>>>(numbers, results, kWidth, kHeight);
    MUST(cudaDeviceSynchronize());
    std::printf("  sums %016llx\n", hash(results, kPixels * sizeof *results));
    std::memset(results, 0, 32 * sizeof *results);
    count<<<dim3(7, 3, 2), block>>>(results, 9);
    MUST(cudaDeviceSynchronize());
    std::printf("  counts %016llx\n", hash(results, 32 * sizeof *results));
    std::memset(results, 0, kPixels * sizeof *results);
    by_block<<<grid, block>>>(results, kWidth, kHeight);
    MUST(cudaDeviceSynchronize());
    std::printf("  by block %016llx\n", hash(results, kPixels * sizeof *results));
  }
  const auto tiles = [](int n, int side) { return (n + side - 1) / side; };
#define TILES(side)                                                                                             \
  std::memset(c, 0, kPixels * sizeof *c);                                                                       \
  transpose<side><<<dim3(tiles(kWidth, side), tiles(kHeight, side)), dim3(side, side)>>>(a, c, kWidth, kHeight); \
  MUST(cudaDeviceSynchronize());                                                                                \
  std::printf("transpose by %d: %016llx\n", side, hash(c, kPixels * sizeof *c));                                \
  product<side><<<dim3(tiles(67, side), tiles(67, side)), dim3(side, side)>>>(a, b, c, 67);                     \
  MUST(cudaDeviceSynchronize());                                                                                \
  std::printf("product by %d: %016llx\n", side, hash(c, 67 * 67 * sizeof *c));
  TILES(4)
  TILES(8)
  TILES(16)
  TILES(32)
  return 0;
}
