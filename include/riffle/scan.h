// SPDX-License-Identifier: Apache-2.0
// Prefix sums, and other operations in the place of the sum.
#pragma once

#include <riffle/array.h>
#include <riffle/detail/kernel_cache.h>
#include <riffle/elementwise.h>

#include <array>
#include <cstddef>
#include <memory>
#include <source_location>
#include <string>

namespace riffle {

enum class Scan {
  kInclusive,  ///< element k of the result is of elements 0 to k
  kExclusive,  ///< of elements 0 to k - 1, the neutral one for k = 0
};

/// PyCUDA's InclusiveScanKernel and ExclusiveScanKernel: `ScanKernel<int> prefix("a + b", "0")`, and then `prefix(in, out)` or
/// `prefix(in_place)`. The operation must be associative, `neutral` change nothing. What it does runs in the stream of the result.
template <typename T>
class ScanKernel {
 public:
  using Where = std::source_location;

  ScanKernel(const std::string& operation, const std::string& neutral, Scan kind = Scan::kInclusive,
             const FormulaOptions& options = {})
      : kernels_(std::make_shared<detail::IndexedKernels>(
            source(operation, neutral, kind, options.preamble), options.compile)) {}

  void operator()(const GpuView<T>& values, Where where = Where::current()) const {
    run(values.data(), values, where);
  }
  /// `in` and `out` may be the same, but must not overlap otherwise.
  void operator()(const GpuView<const T>& in, const GpuView<T>& out,
                  Where where = Where::current()) const {
    if (in.size() != out.size())
      throw Error(
          CUDA_ERROR_INVALID_VALUE,
          "a scan of " + std::to_string(in.size()) + " elements into " + std::to_string(out.size()),
          where);
    run(in.data(), out, where);
  }

 private:
  static constexpr std::size_t kTile = std::size_t{detail::kBlock} * 8;

  /// Each tile's total; these, scanned; each tile, scanned from the total of those before it.
  void run(const T* in, const GpuView<T>& out, const Where& where) const {
    const std::size_t elems = out.size();
    if (elems == 0) return;
    const StreamRef stream = out.stream();
    const std::size_t tiles = (elems + kTile - 1) / kTile;
    const detail::Scratch totals(tiles * sizeof(T), stream, where);
    CUdeviceptr totals_address = totals.address();
    T* result = out.data();
    detail::Count count(elems);
    const SourceModule loaded = kernels_->module(elems, where);
    const auto launch = [&](const char* name, std::size_t grid, std::array<void*, 4> arguments) {
      loaded.get_function(name, where)
          .launch_unchecked(
              {.grid = grid, .block = detail::kBlock, .stream = stream, .where = where},
              arguments.data());
    };
    int few = static_cast<int>(tiles);
    launch("riffle_totals", tiles, {&in, count.address(), &totals_address, nullptr});
    launch("riffle_scan_totals", 1, {&totals_address, &few, nullptr, nullptr});
    launch("riffle_scan_tiles", tiles, {&in, count.address(), &totals_address, &result});
  }

  static std::string source(const std::string& operation, const std::string& neutral, Scan kind,
                            const std::string& preamble) {
    return preamble + "\ntypedef " + detail::device_type<T>() +
           " value;\n__device__ inline value combine(value a, value b) { return " + operation +
           "; }\n__device__ inline value neutral() { return " + neutral +
           "; }\n#define IS_INCLUSIVE " + (kind == Scan::kInclusive ? "1" : "0") + kKernels;
  }

  static constexpr const char* kKernels = R"(
#define THREADS 256
#define EACH 8
#define TILE (THREADS * EACH)
// The result of all values before this thread's, and of all values.
__device__ inline value before(value own, value *total) {
  __shared__ value shared[THREADS];
  const int t = threadIdx.x;
  shared[t] = own;
  __syncthreads();
  for (int step = 1; step < THREADS; step *= 2) {
    value sum = shared[t];
    if (t >= step) sum = combine(shared[t - step], sum);
    __syncthreads();
    shared[t] = sum;
    __syncthreads();
  }
  *total = shared[THREADS - 1];
  const value result = t == 0 ? neutral() : shared[t - 1];
  __syncthreads();
  return result;
}
__device__ inline void load(const value *in, INDEX n, value *tile) {
  const INDEX begin = (INDEX)blockIdx.x * TILE;
  for (int k = threadIdx.x; k < TILE; k += THREADS) tile[k] = begin + k < n ? in[begin + k] : neutral();
  __syncthreads();
}
extern "C" __global__ void riffle_totals(const value *in, INDEX n, value *totals) {
  __shared__ value tile[TILE];
  load(in, n, tile);
  value own = neutral();
  for (int k = 0; k < EACH; ++k) own = combine(own, tile[threadIdx.x * EACH + k]);
  value total;
  before(own, &total);
  if (threadIdx.x == 0) totals[blockIdx.x] = total;
}
extern "C" __global__ void riffle_scan_totals(value *totals, int count) {
  value carry = neutral();
  for (int begin = 0; begin < count; begin += THREADS) {
    const int i = begin + threadIdx.x;
    value all;
    const value mine = before(i < count ? totals[i] : neutral(), &all);
    if (i < count) totals[i] = combine(carry, mine);
    carry = combine(carry, all);
  }
}
extern "C" __global__ void riffle_scan_tiles(const value *in, INDEX n, const value *totals, value *out) {
  __shared__ value tile[TILE];
  load(in, n, tile);
  value own = neutral();
  for (int k = 0; k < EACH; ++k) own = combine(own, tile[threadIdx.x * EACH + k]);
  value all;
  value sum = combine(totals[blockIdx.x], before(own, &all));
  for (int k = threadIdx.x * EACH; k < (threadIdx.x + 1) * EACH; ++k) {
    const value next = combine(sum, tile[k]);
    tile[k] = IS_INCLUSIVE ? next : sum;
    sum = next;
  }
  __syncthreads();
  const INDEX begin = (INDEX)blockIdx.x * TILE;
  for (int k = threadIdx.x; k < TILE; k += THREADS) {
    if (begin + k < n) out[begin + k] = tile[k];
  }
}
)";

  std::shared_ptr<detail::IndexedKernels> kernels_;
};

}  // namespace riffle
