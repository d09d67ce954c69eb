// SPDX-License-Identifier: Apache-2.0
// wmma with doubles, and several warps with tiles of their own through shared memory.
#include <mma.h>

#include "../transcript.h"

using namespace nvcuda;

__global__ void tiles(const double *a, const double *b, double *c, int n) {
  // Each warp makes one tile of 8 x 8; blocks are 32 x 4 threads.
  const int row = 8 * (blockIdx.y * blockDim.y + threadIdx.y), column = 8 * blockIdx.x;
  if (row >= n) return;
  wmma::fragment<wmma::accumulator, 8, 8, 4, double> sum;
  wmma::fill_fragment(sum, 0.0);
  for (int k = 0; k < n; k += 4) {
    wmma::fragment<wmma::matrix_a, 8, 8, 4, double, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 8, 8, 4, double, wmma::col_major> fb;
    wmma::load_matrix_sync(fa, a + row * n + k, n);
    wmma::load_matrix_sync(fb, b + column * n + k, n);
    wmma::mma_sync(sum, fa, fb, sum);
  }
  for (int i = 0; i < sum.num_elements; ++i) sum.x[i] = 2.0 * sum.x[i] + 1.0;
  wmma::store_matrix_sync(c + row * n + column, sum, n, wmma::mem_row_major);
}

__global__ void through_shared(const half *a, const half *b, float *c, int n) {
  __shared__ __align__(32) half ta[4][256], tb[256];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int row = 16 * (4 * blockIdx.y + warp), column = 16 * blockIdx.x;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  for (int k = 0; k < n; k += 16) {
    for (int i = lane; i < 256; i += 32) ta[warp][i] = a[(row + i / 16) * n + k + i % 16];
    for (int i = threadIdx.x; i < 256; i += 128) tb[i] = b[(k + i / 16) * n + column + i % 16];
    __syncthreads();
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> fb;
    wmma::load_matrix_sync(fa, ta[warp], 16);
    wmma::load_matrix_sync(fb, tb, 16);
    wmma::mma_sync(sum, fa, fb, sum);
    __syncthreads();
  }
  wmma::store_matrix_sync(c + row * n + column, sum, n, wmma::mem_row_major);
}

int main() {
  const int n = 64;
  std::vector<double> a(n * n), b(n * n);
  std::vector<half> ha(n * n), hb(n * n);
  for (int i = 0; i < n * n; ++i) {
    a[i] = (i * 37 % 101 - 50) / 7.0;
    b[i] = (i * 53 % 97 - 48) / 11.0;
    ha[i] = half(float(a[i]));
    hb[i] = half(float(b[i]));
  }
  DeviceArray<double> da(a), db(b), dc(n * n);
  tiles<<<dim3(n / 8, n / 32), dim3(32, 4)>>>(da.get(), db.get(), dc.get(), n);
  SHOW(cudaDeviceSynchronize());
  unsigned long long hash = 1469598103934665603ull;
  for (double x : dc.read()) {
    unsigned long long bits;
    std::memcpy(&bits, &x, 8);
    hash = (hash ^ bits) * 1099511628211ull;
  }
  std::printf("doubles %016llx\n", hash);
  DeviceArray<half> dha(ha), dhb(hb);
  DeviceArray<float> df(n * n);
  through_shared<<<dim3(n / 16, n / 64), 128>>>(dha.get(), dhb.get(), df.get(), n);
  SHOW(cudaDeviceSynchronize());
  hash = 1469598103934665603ull;
  for (float x : df.read()) {
    unsigned bits;
    std::memcpy(&bits, &x, 4);
    hash = (hash ^ bits) * 1099511628211ull;
  }
  std::printf("halves %016llx\n", hash);
}
