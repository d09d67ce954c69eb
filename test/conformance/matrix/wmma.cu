// SPDX-License-Identifier: Apache-2.0
// Products of matrices by nvcuda::wmma.
#include "../cases.h"

#include <mma.h>

using namespace nvcuda;

inline unsigned next_random(unsigned long long &state) {
  state = state * 6364136223846793005ull + 1442695040888963407ull;
  unsigned long long x = state ^ state >> 33;
  return unsigned((x * 0xff51afd7ed558ccdull) >> 32);
}

template <class T> T element(unsigned long long &state) { return T(float(int(next_random(state) % 4001) - 2000) / 512.0f); }
template <> signed char element(unsigned long long &state) { return static_cast<signed char>(next_random(state)); }
template <> unsigned char element(unsigned long long &state) { return static_cast<unsigned char>(next_random(state)); }
template <> unsigned element(unsigned long long &state) { return next_random(state); }
template <> int element(unsigned long long &state) { return int(next_random(state)); }
template <> double element(unsigned long long &state) { return double(int(next_random(state))) / 1048576.0; }

template <class T>
std::vector<T> elements(unsigned long long seed, int count) {
  std::vector<T> all;
  for (int i = 0; i < count; ++i) all.push_back(element<T>(seed));
  return all;
}

constexpr int kSteps = 3;

template <class A, class B, class C, class D, class Element, class Sum, class Result>
__global__ void product(const Element *a, const Element *b, const Sum *c, Result *d, int lda, int ldb, int ldc, int step_a, int step_b,
                        wmma::layout_t layout, bool saturate) {
  A fa;
  B fb;
  C fc;
  D fd;
  wmma::load_matrix_sync(fc, c, ldc, layout);
  wmma::fill_fragment(fd, Result(0.0f));
  for (int i = 0; i < fd.num_elements; ++i) fd.x[i] = Result(fc.x[i]);
  for (int s = 0; s < kSteps; ++s) {
    wmma::load_matrix_sync(fa, a + s * step_a, lda);
    wmma::load_matrix_sync(fb, b + s * step_b, ldb);
    if constexpr (std::is_same<Result, int>::value)
      wmma::mma_sync(fd, fa, fb, fd, saturate);
    else
      wmma::mma_sync(fd, fa, fb, fd);
  }
  wmma::store_matrix_sync(d, fd, ldc, layout);
}

template <class Bits, class T>
unsigned long long digest(const std::vector<T> &values) {
  unsigned long long hash = 1469598103934665603ull;
  for (const T &value : values) {
    Bits bits;
    std::memcpy(&bits, &value, sizeof bits);
    hash = (hash ^ bits) * 1099511628211ull;
  }
  return hash;
}

template <int m, int n, int k, class T, class LA, class LB, class Element, class R, class Bits>
void one(const char *name, bool saturate, wmma::layout_t layout) {
  using A = wmma::fragment<wmma::matrix_a, m, n, k, T, LA>;
  using B = wmma::fragment<wmma::matrix_b, m, n, k, T, LB>;
  using C = wmma::fragment<wmma::accumulator, m, n, k, R>;
  constexpr bool a_rows = std::is_same<LA, wmma::row_major>::value, b_rows = std::is_same<LB, wmma::row_major>::value;
  const int depth = k * kSteps, lda = (a_rows ? depth : m) + 16, ldb = (b_rows ? n : depth) + 16,
            ldc = (layout == wmma::mem_row_major ? n : m) + 8;
  DeviceArray<Element> a(elements<Element>(1, lda * (a_rows ? m : depth))), b(elements<Element>(2, ldb * (b_rows ? depth : n)));
  const int sums = ldc * (layout == wmma::mem_row_major ? m : n);
  DeviceArray<R> c(elements<R>(3, sums)), d(sums);
  product<A, B, C, C><<<1, 32>>>(a.get(), b.get(), c.get(), d.get(), lda, ldb, ldc, a_rows ? k : k * lda, b_rows ? k * ldb : k, layout, saturate);
  MUST(cudaDeviceSynchronize());
  const auto out = d.read();
  std::printf("%s %d %d %d %s %s %s%s: %016llx", name, m, n, k, a_rows ? "row" : "col", b_rows ? "row" : "col",
              layout == wmma::mem_row_major ? "row" : "col", saturate ? " saturated" : "", digest<Bits>(out));
  for (int i = 0; i < 4; ++i) {
    Bits bits;
    std::memcpy(&bits, &out[i], sizeof bits);
    std::printf(" %llx", static_cast<unsigned long long>(bits));
  }
  std::printf("\n");
}

template <int m, int n, int k, class T, class Element, class R, class Bits>
void layouts(const char *name, bool saturate = false) {
  using wmma::col_major;
  using wmma::row_major;
  one<m, n, k, T, row_major, row_major, Element, R, Bits>(name, saturate, wmma::mem_row_major);
  one<m, n, k, T, row_major, col_major, Element, R, Bits>(name, saturate, wmma::mem_col_major);
  one<m, n, k, T, col_major, row_major, Element, R, Bits>(name, saturate, wmma::mem_row_major);
  one<m, n, k, T, col_major, col_major, Element, R, Bits>(name, saturate, wmma::mem_col_major);
}

template <class T, class Element, class R, class Bits>
void shapes(const char *name, bool saturate = false) {
  layouts<16, 16, 16, T, Element, R, Bits>(name, saturate);
  layouts<32, 8, 16, T, Element, R, Bits>(name, saturate);
  layouts<8, 32, 16, T, Element, R, Bits>(name, saturate);
}

// Sums of one type from an addend of another.
__global__ void mixed(const half *a, const half *b, float *out, half *half_out) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, half> h, h2;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> f, f2;
  wmma::load_matrix_sync(fa, a, 16);
  wmma::load_matrix_sync(fb, b, 16);
  wmma::fill_fragment(h, half(1.25f));
  wmma::fill_fragment(f, 0.3f);
  wmma::mma_sync(f2, fa, fb, h);
  wmma::mma_sync(h2, fa, fb, f);
  wmma::store_matrix_sync(out, f2, 16, wmma::mem_row_major);
  wmma::store_matrix_sync(half_out, h2, 16, wmma::mem_row_major);
}

namespace sub = wmma::experimental;

__global__ void packed(const unsigned *a, const unsigned *b, int *out) {
  wmma::fragment<wmma::accumulator, 8, 8, 32, int> sums;
  wmma::fragment<wmma::accumulator, 8, 8, 128, int> bits;
  {
    wmma::fragment<wmma::matrix_a, 8, 8, 32, sub::precision::s4, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 8, 8, 32, sub::precision::s4, wmma::col_major> fb;
    wmma::fill_fragment(sums, 7);
    wmma::load_matrix_sync(fa, a, 32);
    wmma::load_matrix_sync(fb, b, 32);
    wmma::mma_sync(sums, fa, fb, sums);
    wmma::store_matrix_sync(out, sums, 8, wmma::mem_row_major);
  }
  {
    wmma::fragment<wmma::matrix_a, 8, 8, 32, sub::precision::u4, wmma::row_major> fa;
    wmma::fragment<wmma::matrix_b, 8, 8, 32, sub::precision::u4, wmma::col_major> fb;
    wmma::fill_fragment(sums, 0x7fffff00);
    wmma::load_matrix_sync(fa, a, 32);
    wmma::load_matrix_sync(fb, b, 32);
    wmma::mma_sync(sums, fa, fb, sums, true);
    wmma::store_matrix_sync(out + 64, sums, 8, wmma::mem_col_major);
  }
  wmma::fragment<wmma::matrix_a, 8, 8, 128, sub::precision::b1, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 8, 8, 128, sub::precision::b1, wmma::col_major> fb;
  wmma::fill_fragment(bits, 100);
  wmma::load_matrix_sync(fa, a, 128);
  wmma::load_matrix_sync(fb, b, 128);
  wmma::bmma_sync(bits, fa, fb, bits);
  wmma::store_matrix_sync(out + 128, bits, 8, wmma::mem_row_major);
  wmma::bmma_sync(bits, fa, fb, bits, sub::bmmaBitOpAND, sub::bmmaAccumulateOpPOPC);
  wmma::store_matrix_sync(out + 192, bits, 8, wmma::mem_row_major);
}

// Products by nvcuda::wmma in all shapes, types and layouts, in a loop along k as programs have it.
CASE(wmma_products) {
  shapes<half, half, float, unsigned>("half float");
  shapes<half, half, half, unsigned short>("half half");
  shapes<__nv_bfloat16, __nv_bfloat16, float, unsigned>("bfloat float");
  shapes<signed char, signed char, int, unsigned>("s8");
  shapes<unsigned char, unsigned char, int, unsigned>("u8");
  shapes<signed char, signed char, int, unsigned>("s8", true);
  layouts<16, 16, 8, wmma::precision::tf32, float, float, unsigned>("tf32");
  DeviceArray<half> a(elements<half>(5, 256)), b(elements<half>(6, 256)), h(256);
  DeviceArray<float> f(256);
  mixed<<<1, 32>>>(a.get(), b.get(), f.get(), h.get());
  SHOW(cudaDeviceSynchronize());
  std::printf("mixed %016llx %016llx\n", digest<unsigned>(f.read()), digest<unsigned short>(h.read()));
  DeviceArray<unsigned> pa(elements<unsigned>(7, 32)), pb(elements<unsigned>(8, 32));
  DeviceArray<int> out(256);
  packed<<<1, 32>>>(pa.get(), pb.get(), out.get());
  SHOW(cudaDeviceSynchronize());
  const auto words = out.read();
  show_row("packed", std::vector<int>(words.begin(), words.end()));
}

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

// wmma with doubles, and several warps with tiles of their own through shared memory.
CASE(wmma_doubles) {
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
