// SPDX-License-Identifier: Apache-2.0
// Reductions in two kernels: blocks reduce a part each, one block reduces what they found.
#pragma once

#include <riffle/detail/expression.h>
#include <riffle/function.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <limits>
#include <source_location>
#include <string>
#include <vector>

namespace riffle::detail {

/// How the elements are divided. It depends on their number alone, so that every device adds in the same order and finds
/// the same bits.
struct Division {
  static constexpr std::size_t kMaxBlocks = 1024;
  static constexpr std::size_t kLeastPerBlock = 4096;
  unsigned blocks;
  std::size_t per_block;

  explicit Division(std::size_t elems) {
    const std::size_t wanted = std::clamp<std::size_t>(elems / kLeastPerBlock, 1, kMaxBlocks);
    per_block = ((elems + wanted - 1) / wanted + kBlock - 1) / kBlock * kBlock;
    per_block = std::max<std::size_t>(per_block, kBlock);
    blocks = static_cast<unsigned>(std::max<std::size_t>(1, (elems + per_block - 1) / per_block));
  }
};

struct ReductionText {
  std::string type;        ///< of the result
  std::string neutral;     ///< a formula
  std::string reduce;      ///< of a and b
  std::string map;         ///< of i and the parameters
  std::string parameters;  ///< "const float *x, float y"
  std::string preamble;
};

/// Kernels `name`(parameters..., partial results, elements, elements per block) and riffle_finish(partial results, their number,
/// result).
inline std::string reduction_source(const ReductionText& text, const std::string& name) {
  return text.preamble + "\ntypedef " + text.type + " riffle_value;\n" + R"(
__device__ inline riffle_value riffle_reduce(riffle_value a, riffle_value b) { return )" +
         text.reduce + R"(; }
__device__ inline void riffle_reduce_block(riffle_value found, riffle_value *result) {
  __shared__ riffle_value shared[256];
  const int t = threadIdx.x;
  shared[t] = found;
  __syncthreads();
  for (int step = 128; step > 0; step /= 2) {
    if (t < step) shared[t] = riffle_reduce(shared[t], shared[t + step]);
    __syncthreads();
  }
  if (t == 0) *result = shared[0];
}
__global__ void )" +
         name + "(" + text.parameters +
         R"(, riffle_value *riffle_found, INDEX n, INDEX riffle_per_block) {
  const INDEX riffle_begin = riffle_per_block * blockIdx.x;
  const INDEX riffle_end = n - riffle_begin < riffle_per_block ? n : riffle_begin + riffle_per_block;
  riffle_value riffle_all = )" +
         text.neutral + R"(;
  for (INDEX i = riffle_begin + threadIdx.x; i < riffle_end; i += 256)
    riffle_all = riffle_reduce(riffle_all, )" +
         text.map + R"();
  riffle_reduce_block(riffle_all, riffle_found + blockIdx.x);
}
extern "C" __global__ void riffle_finish(const riffle_value *found, int count, riffle_value *result) {
  riffle_value all = )" +
         text.neutral + R"(;
  for (int i = threadIdx.x; i < count; i += 256) all = riffle_reduce(all, found[i]);
  riffle_reduce_block(all, result);
}
)";
}

/// Launches both; `arguments` are the addresses of the parameters'. The result is in `result` when `stream` has come so far.
inline void launch_reduction(const SourceModule& loaded, const std::string& name,
                             std::vector<void*> arguments, std::size_t elems,
                             std::size_t value_bytes, CUdeviceptr result, StreamRef stream,
                             const std::source_location& where) {
  const Division division(elems);
  const Scratch found(division.blocks * value_bytes, stream, where);
  CUdeviceptr found_address = found.address();
  Count count(elems);
  // No more than `elems` but for a block's rounding: an int holds it where it holds the elements.
  int narrow_per_block = static_cast<int>(division.per_block);
  std::size_t per_block = division.per_block;
  arguments.push_back(&found_address);
  arguments.push_back(count.address());
  arguments.push_back(elems <= kMaxIntElems ? static_cast<void*>(&narrow_per_block) : &per_block);
  loaded.get_function(name, where)
      .launch_unchecked(
          {.grid = division.blocks, .block = kBlock, .stream = stream, .where = where},
          arguments.data());
  int blocks = static_cast<int>(division.blocks);
  std::array<void*, 3> last{&found_address, &blocks, &result};
  loaded.get_function("riffle_finish", where)
      .launch_unchecked({.grid = 1, .block = kBlock, .stream = stream, .where = where},
                        last.data());
}

/// Calls `launch` with the address of a place for one T on the device; waits and returns what is there then.
template <typename T, typename F>
T read_result(StreamRef stream, const std::source_location& where, F&& launch) {
  const Scratch place(sizeof(T), stream, where);
  launch(place.address());
  T value;
  check(cuMemcpyDtoHAsync(&value, place.address(), sizeof value, stream.handle()),
        "cuMemcpyDtoHAsync", where);
  stream.synchronize(where);
  return value;
}

}  // namespace riffle::detail
