// SPDX-License-Identifier: Apache-2.0
// The rivals: what a programmer would write by hand for this processor, compiled by clang with -O3
// -march=native -fopenmp into a library of its own. Nothing of Riffle is used here.
#pragma once

#include <cstddef>

namespace rivals {

/// Memory in huge pages, touched: the best footing for a rival. Never freed.
float* huge_floats(std::size_t count);
void* huge_bytes(std::size_t bytes);

/// What the machine can do at most, all cores, measured now.
struct MachineLimits {
  double bytes_per_ns, flops_per_ns;
};
MachineLimits machine_limits(bool quick);

/// c = a + b, plain loop, all cores.
void vector_add(const float* a, const float* b, float* c, std::size_t count);
/// The same with stores that bypass the caches: what the memory can do.
void vector_add_streaming(const float* a, const float* b, float* c, std::size_t count);

/// memcpy by all cores, a piece each.
void copy(void* to, const void* from, std::size_t bytes);
/// The same with stores that bypass the caches.
void copy_streaming(void* to, const void* from, std::size_t bytes);

/// Allocate, copy in, 50 times (* 2, / 2), allocate the result, copy out, for each array; all
/// cores. The caller frees the results with delete[].
enum class Pages { kSmall, kHuge };
void double_and_halve(const float* const* inputs, float** results, int arrays, std::size_t elements,
                      Pages pages);

/// y[i] = f(x[i]) or f(x[i], z[i]) for every function of math_functions.inc, all cores.
#define X(name, type, low, high) \
  void every_##name(const type* x, const type*, type* y, std::size_t count);
#define X2(name, type, low, high, low2, high2) \
  void every_##name(const type* x, const type* z, type* y, std::size_t count);
#include "math_functions.inc"

/// An OpenCL CPU device (PoCL), where there is one: all return 0 without.
double opencl_enqueue_ns(int burst);
double opencl_launch_and_wait_ns();
/// `operations` empty kernels on each of `queues` queues; ns an operation.
double opencl_many_queues_ns(int queues, int operations);

}  // namespace rivals
