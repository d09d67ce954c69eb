// SPDX-License-Identifier: Apache-2.0
// Which element each lane has.
#include "../cases.h"

#include <mma.h>

__device__ unsigned offset_of(const void *p) { return static_cast<unsigned>(__cvta_generic_to_shared(p)); }

__global__ void loads(unsigned *out) {
  __shared__ __align__(16) unsigned short tile[32 * 8];
  const unsigned lane = threadIdx.x;
  for (int i = lane; i < 256; i += 32) tile[i] = static_cast<unsigned short>(i * 257);
  __syncwarp();
  // Rows in another order than that of the lanes.
  const unsigned row = offset_of(tile + 8 * ((lane * 5 + 3) % 32));
  unsigned r[4];
  unsigned *mine = out + 16 * lane;
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(mine[0]) : "r"(row) : "memory");
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%0}, [%1];" : "=r"(mine[1]) : "r"(row) : "memory");
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(mine[2]), "=r"(mine[3]) : "r"(row) : "memory");
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared::cta.b16 {%0, %1}, [%2];" : "=r"(mine[4]), "=r"(mine[5]) : "r"(row) : "memory");
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(row) : "memory");
  for (int i = 0; i < 4; ++i) mine[6 + i] = r[i];
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(row) : "memory");
  for (int i = 0; i < 4; ++i) mine[10 + i] = r[i];
  asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(mine[14]) : "r"(lane * 0x20001u + 0x10000u));
  asm volatile("ldmatrix.sync.aligned.m8n8.x1.b16 {%0}, [%1];" : "=r"(mine[15]) : "l"(tile + 8 * (lane % 8)) : "memory");
}

__global__ void stores(unsigned *out) {
  __shared__ __align__(16) unsigned tile[2][128];
  const unsigned lane = threadIdx.x;
  const unsigned row = offset_of(tile[0] + 4 * ((lane * 5 + 3) % 32)), other = offset_of(tile[1] + 4 * ((lane * 3 + 1) % 32));
  const unsigned v = lane * 0x10001u;
  asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(row), "r"(v), "r"(v + 0x1000), "r"(v + 0x2000), "r"(v + 0x3000) : "memory");
  asm volatile("stmatrix.sync.aligned.m8n8.x4.trans.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(other), "r"(v), "r"(v + 0x10001), "r"(v + 0x20002), "r"(v + 0x30003) : "memory");
  __syncwarp();
  for (int i = 0; i < 8; ++i) out[lane + 32 * i] = tile[i / 4][lane + 32 * (i % 4)];
}

// ldmatrix, stmatrix and movmatrix: which element of which row each lane gets.
CASE(rows) {
  DeviceArray<unsigned> out(512);
  loads<<<1, 32>>>(out);
  SHOW(cudaDeviceSynchronize());
  auto v = out.read();
  for (int t = 0; t < 32; ++t) show_hex_row("lane", std::vector<unsigned>(v.begin() + 16 * t, v.begin() + 16 * t + 16));
  stores<<<1, 32>>>(out);
  SHOW(cudaDeviceSynchronize());
  v = out.read();
  for (int t = 0; t < 32; ++t) show_hex_row("words", std::vector<unsigned>(v.begin() + 8 * t, v.begin() + 8 * t + 8));
}

using namespace nvcuda;

#ifndef SHOWN_LANES
#define SHOWN_LANES 6
#endif

__device__ unsigned number_of(half x) { return unsigned(float(x)); }
__device__ unsigned number_of(__nv_bfloat16 x) { return unsigned(float(x)); }
__device__ unsigned number_of(float x) { return unsigned(x); }
__device__ unsigned number_of(double x) { return unsigned(x); }
__device__ unsigned number_of(int x) { return unsigned(x); }
__device__ unsigned number_of(unsigned x) { return x; }
__device__ unsigned number_of(signed char x) { return unsigned(x); }
__device__ unsigned number_of(unsigned char x) { return x; }

template <class Fragment, class... Layout>
__device__ void load(Fragment &fragment, const void *from, unsigned stride, Layout... layout) {
  using Element = typename Fragment::storage_element_type;
  wmma::load_matrix_sync(fragment, static_cast<const Element *>(from), stride, layout...);
}

// Two loads of matrices whose elements are their row, and their column.
template <class Fragment, class Element, class... Layout>
__global__ void mapping_kernel(Element *rows, Element *columns, int m, int n, bool row_major, unsigned *out, Layout... layout) {
  for (int i = threadIdx.x; i < m * n; i += 32) {
    const int at = row_major ? i : i / n + i % n * m;
    rows[at] = Element(float(i / n));
    columns[at] = Element(float(i % n));
  }
  __syncwarp();
  Fragment fragment;
  load(fragment, rows, row_major ? n : m, layout...);
  for (int i = 0; i < fragment.num_elements; ++i) out[threadIdx.x * 32 + i] = number_of(fragment.x[i]) << 8;
  load(fragment, columns, row_major ? n : m, layout...);
  for (int i = 0; i < fragment.num_elements; ++i) out[threadIdx.x * 32 + i] |= number_of(fragment.x[i]);
}

unsigned long long digest(const std::vector<unsigned> &words) {
  unsigned long long hash = 1469598103934665603ull;
  for (unsigned word : words) hash = (hash ^ word) * 1099511628211ull;
  return hash;
}

template <class Fragment, class... Layout>
void show(const char *name, int m, int n, bool row_major, Layout... layout) {
  using Element = typename Fragment::storage_element_type;
  DeviceArray<Element> rows(m * n), columns(m * n);
  DeviceArray<unsigned> out(32 * 32);
  mapping_kernel<Fragment><<<1, 32>>>(rows.get(), columns.get(), m, n, row_major, out.get(), layout...);
  MUST(cudaDeviceSynchronize());
  const auto words = out.read();
  std::printf("%s: %d elements, %d stored, %d bytes, %016llx\n", name, int(Fragment::num_elements), int(Fragment::num_storage_elements), int(sizeof(Fragment)), digest(words));
  for (int lane = 0; lane < SHOWN_LANES; ++lane) {
    std::printf("  lane %d:", lane);
    for (int i = 0; i < Fragment::num_elements; ++i) std::printf(" %u,%u", words[lane * 32 + i] >> 8, words[lane * 32 + i] & 255);
    std::printf("\n");
  }
}

template <int m, int n, int k, class T>
void show_factors(const char *shape) {
  std::printf("%s\n", shape);
  show<wmma::fragment<wmma::matrix_a, m, n, k, T, wmma::row_major>>("a row major", m, k, true);
  show<wmma::fragment<wmma::matrix_a, m, n, k, T, wmma::col_major>>("a column major", m, k, false);
  show<wmma::fragment<wmma::matrix_b, m, n, k, T, wmma::row_major>>("b row major", k, n, true);
  show<wmma::fragment<wmma::matrix_b, m, n, k, T, wmma::col_major>>("b column major", k, n, false);
}

template <int m, int n, int k, class T>
void show_sums(const char *shape) {
  std::printf("%s\n", shape);
  show<wmma::fragment<wmma::accumulator, m, n, k, T>>("sums row major", m, n, true, wmma::mem_row_major);
  show<wmma::fragment<wmma::accumulator, m, n, k, T>>("sums column major", m, n, false, wmma::mem_col_major);
}

// 4- and 1-bit elements: the words of memory that the fragments hold.
template <class Fragment>
__global__ void packed_kernel(unsigned *memory, int words, unsigned elements_in_row, unsigned *out) {
  for (int i = threadIdx.x; i < words; i += 32) memory[i] = i * 0x01010101u + 0x40302010u;
  __syncwarp();
  Fragment fragment;
  load(fragment, memory, elements_in_row);
  for (int i = 0; i < fragment.num_storage_elements; ++i) out[threadIdx.x] = fragment.x[i];
}

template <class Fragment>
void show_packed(const char *name, int words, unsigned elements_in_row) {
  DeviceArray<unsigned> memory(words), out(32);
  packed_kernel<Fragment><<<1, 32>>>(memory.get(), words, elements_in_row, out.get());
  MUST(cudaDeviceSynchronize());
  std::printf("%s: %d elements, %d stored, %d bytes\n", name, int(Fragment::num_elements), int(Fragment::num_storage_elements), int(sizeof(Fragment)));
  show_hex_row(" ", out.read());
}

// Which elements of a matrix the lanes' fragments hold. C++ leaves it open; programs that scale or bias a fragment
// element by element find it out and rely on it.
CASE(wmma_mapping) {
  namespace sub = wmma::experimental::precision;
  show_factors<16, 16, 16, half>("half 16 16 16");
  show_factors<32, 8, 16, half>("half 32 8 16");
  show_factors<8, 32, 16, half>("half 8 32 16");
  show_factors<16, 16, 16, __nv_bfloat16>("bfloat 16 16 16");
  show_factors<32, 8, 16, __nv_bfloat16>("bfloat 32 8 16");
  show_factors<8, 32, 16, __nv_bfloat16>("bfloat 8 32 16");
  show_factors<16, 16, 16, signed char>("s8 16 16 16");
  show_factors<32, 8, 16, unsigned char>("u8 32 8 16");
  show_factors<8, 32, 16, signed char>("s8 8 32 16");
  show_factors<16, 16, 8, wmma::precision::tf32>("tf32 16 16 8");
  show_factors<8, 8, 4, double>("double 8 8 4");
  show_sums<16, 16, 16, half>("half 16 16 16");
  show_sums<32, 8, 16, half>("half 32 8 16");
  show_sums<8, 32, 16, half>("half 8 32 16");
  show_sums<16, 16, 16, float>("float 16 16 16");
  show_sums<32, 8, 16, float>("float 32 8 16");
  show_sums<8, 32, 16, float>("float 8 32 16");
  show_sums<16, 16, 16, int>("int 16 16 16");
  show_sums<32, 8, 16, int>("int 32 8 16");
  show_sums<8, 32, 16, int>("int 8 32 16");
  show_sums<16, 16, 8, float>("float 16 16 8");
  show_sums<8, 8, 4, double>("double 8 8 4");
  show_sums<8, 8, 32, int>("int 8 8 32");
  show_sums<8, 8, 128, int>("int 8 8 128");
  show_packed<wmma::fragment<wmma::matrix_a, 8, 8, 32, sub::s4, wmma::row_major>>("s4 a", 32, 32);
  show_packed<wmma::fragment<wmma::matrix_b, 8, 8, 32, sub::u4, wmma::col_major>>("u4 b", 32, 32);
  show_packed<wmma::fragment<wmma::matrix_a, 8, 8, 128, sub::b1, wmma::row_major>>("b1 a", 32, 128);
  show_packed<wmma::fragment<wmma::matrix_b, 8, 8, 128, sub::b1, wmma::col_major>>("b1 b", 32, 128);
}
