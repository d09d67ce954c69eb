// SPDX-License-Identifier: Apache-2.0
// The kernels of this folder by hand: what a programmer who knows this processor writes, with OpenMP
// and `omp simd`, or with vectors. A file of by_hand/ for each program. All cores.
#pragma once

#include <cstddef>
#include <cstdint>

namespace by_hand {

// elementwise.cpp. The sum is rivals::vector_add, the copy rivals::copy; *_streaming pass the caches.
void saxpy(float a, const float* x, float* y, std::size_t count);
void saxpy_streaming(float a, const float* x, float* y, std::size_t count);

// transpose.cpp; `size` is a multiple of 16
void transpose(const float* in, float* out, int size);
void transpose_vectors(const float* in, float* out, int size);

// rgb_to_grey.cpp: copies each picture in, converts it, copies it out
void rgb_to_grey(const std::uint8_t* rgb, std::uint8_t* grey, int pictures, std::size_t pixels);
void rgb_to_grey_vectors(const std::uint8_t* rgb, std::uint8_t* grey, int pictures,
                         std::size_t pixels);
// The same through buffers of `streams` pictures, in pieces
void rgb_to_grey_buffers(const std::uint8_t* rgb, std::uint8_t* grey, int pictures,
                         std::size_t pixels, std::uint8_t* rgb_buffers, std::uint8_t* grey_buffers,
                         int streams);

// multiply_divide.cpp: copies each array in, 50 times * 2 and / 2, copies it out
void multiply_divide(const float* in, float* out, int arrays, std::size_t elements);
void multiply_divide_vectors(const float* in, float* out, int arrays, std::size_t elements);

// mandelbrot.cpp; `size` is a multiple of 64
void mandelbrot(int* steps, int size, int limit);
void mandelbrot_vectors(int* steps, int size, int limit);

// life.cpp
void life(const int* now, int* next, int size);
void life_block(int* cells, int generations);
void life_block_vectors(int* cells, int generations);

// matrix_product.cpp; `size` is a multiple of 64
void matrix_product(const float* a, const float* b, float* c, int size);
void matrix_product_vectors(const float* a, const float* b, float* c, int size);

// block_sum.cpp: sums[b] = the sum of block b's `block` values
void block_sums(const float* values, float* sums, std::size_t blocks, std::size_t block);
void block_sums_vectors(const float* values, float* sums, std::size_t blocks, std::size_t block);

// histogram.cpp: how often each of 256 bytes occurs
void histogram(const std::uint8_t* bytes, unsigned* counts, std::size_t count);

// nbody.cpp: a step of `count` bodies, whose `position` is x, y, z, mass; accelerations x, y, z, 0
void nbody(const float* position, float* acceleration, int count);
void nbody_vectors(const float* position, float* acceleration, int count);

// black_scholes.cpp
struct Options {
  const float *price, *strike, *years;
  float *call, *put;
  float rate, volatility;
};
void black_scholes(const Options& options, std::size_t count);
void black_scholes_vectors(const Options& options, std::size_t count);

// stencil.cpp: 7 points in a cube of size^3, whose surface is left alone
void stencil(const float* in, float* out, int size);
void stencil_vectors(const float* in, float* out, int size);

// prefix_scan.cpp: out[i] = in[0] + ... + in[i]
void prefix_scan(const int* in, int* out, std::size_t count);
void prefix_scan_vectors(const int* in, int* out, std::size_t count);

// bitonic_sort.cpp: the same network; `count` is a power of two
void bitonic_sort(int* values, std::size_t count);

// spmv.cpp: y = A x, A in compressed sparse rows
struct SparseMatrix {
  const int *row_begin, *column;
  const float* value;
  int rows;
};
void spmv(const SparseMatrix& a, const float* x, float* y);
void spmv_vectors(const SparseMatrix& a, const float* x, float* y);

// kmeans.cpp: the nearest centre of each point, and sums and counts of the points of each; coordinate by
// coordinate
struct Clusters {
  int points, dimensions, centres;
};
void kmeans(const Clusters& shape, const float* points, const float* centres, int* nearest,
            float* sums, int* counts);

// softmax.cpp, layer_norm.cpp: each row by itself
void softmax(const float* in, float* out, int rows, int columns);
void softmax_vectors(const float* in, float* out, int rows, int columns);
void layer_norm(const float* in, const float* scale, const float* shift, float* out, int rows,
                int columns);

// attention.cpp: `heads` times softmax(q k^T / sqrt(64)) v, with `length` rows of 64
void attention(const float* q, const float* k, const float* v, float* out, int heads, int length);

// aes.cpp: AES-128 of each 16 bytes, with the tables of aes_tables.h; with the processor's instructions
void aes(const std::uint32_t* round_keys, const std::uint32_t* tables, const std::uint32_t* in,
         std::uint32_t* out, std::size_t blocks);
void aes_vectors(const std::uint32_t* round_keys, const std::uint32_t* tables,
                 const std::uint32_t* in, std::uint32_t* out, std::size_t blocks);
void aes_instructions(const std::uint32_t* round_keys, const std::uint32_t* in, std::uint32_t* out,
                      std::size_t blocks);

// monte_carlo.cpp: hits[i] = how many of thread i's 4 * rounds / 2 points lie in the circle; Philox
void monte_carlo(int* hits, int threads, int rounds, std::uint64_t seed);
void monte_carlo_vectors(int* hits, int threads, int rounds, std::uint64_t seed);

// columns.cpp: first versions whose rows are along x
void columns_add(const float* a, const float* b, float* c, int size);
void columns_smooth(const float* in, float* out, int size);
void columns_transposed(const float* in, float* out, int size);

// naive.cpp: first versions, with loops in the order of memory
void naive_matrix_vector(const float* a, const float* x, float* y, int size);
void naive_product(const float* a, const float* b, float* c, int size);
void naive_by_transpose(const float* a, float* c, int size);
int naive_count_small(const float* values, std::size_t count);
void naive_histogram(const int* values, int* counts, std::size_t count, int bins);
void naive_gather_points(const int* places, const float* points, float* lengths, std::size_t count);
float naive_dot(const float* a, const float* b, int count);
void naive_put(const unsigned char* chosen, unsigned char* bytes, unsigned char value, int count);

}  // namespace by_hand
