// SPDX-License-Identifier: Apache-2.0
// Compiled by riffle cc. The kernels have names that timelines and findings show.
#include "libraries/nccl/kernels.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>

// Reduction operators, by the names that kernels have in timelines.
namespace nccl {

// Integers wrap around; a signed overflow would be undefined.
template <class W>
using Counting = typename std::conditional_t<std::is_integral_v<W>, std::make_unsigned<W>,
                                             std::type_identity<W>>::type;

struct Sum {
  template <class W>
  static __device__ W join(W a, W b) {
    using C = Counting<W>;
    return static_cast<W>(static_cast<C>(a) + static_cast<C>(b));
  }
};
struct Product {
  template <class W>
  static __device__ W join(W a, W b) {
    using C = Counting<W>;
    // Two bytes would become int.
    using Enough = std::conditional_t<std::is_integral_v<W> && sizeof(W) < 4, unsigned, C>;
    return static_cast<W>(static_cast<Enough>(static_cast<C>(a)) *
                          static_cast<Enough>(static_cast<C>(b)));
  }
};
struct Maximum {
  template <class W>
  static __device__ W join(W a, W b) {
    return a < b ? b : a;
  }
};
struct Minimum {
  template <class W>
  static __device__ W join(W a, W b) {
    return b < a ? b : a;
  }
};
struct ScaledSum : Sum {};

}  // namespace nccl

namespace riffle::nccl {
namespace {

using ::nccl::Maximum;
using ::nccl::Minimum;
using ::nccl::Product;
using ::nccl::ScaledSum;
using ::nccl::Sum;

constexpr unsigned kThreads = 256;
constexpr unsigned kMostBlocks = 1024;

__device__ std::size_t first() {
  return static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
}
__device__ std::size_t stride() { return static_cast<std::size_t>(gridDim.x) * blockDim.x; }

/// Short types are added up as float, and rounded once.
template <class T>
using Wide = std::conditional_t<std::is_arithmetic_v<T>, T, float>;

template <class T>
__device__ Wide<T> widened(T value) {
  return static_cast<Wide<T>>(value);
}
template <class T>
__device__ T narrowed(Wide<T> value) {
  return static_cast<T>(value);
}

template <class T>
__device__ Wide<T> factor_of(const ReduceArguments& all, int source) {
  T factor;
  if (all.factor_on_device[source] != nullptr)
    factor = *static_cast<const T*>(all.factor_on_device[source]);
  else
    std::memcpy(&factor, &all.factor[source], sizeof factor);
  return widened(factor);
}

template <class T, class Operator>
__device__ Wide<T> element(const ReduceArguments& all, int source, std::size_t i) {
  const Wide<T> value = widened(static_cast<const T*>(all.from[source])[i]);
  if constexpr (std::is_same_v<Operator, ScaledSum>)
    return Product::join(value, factor_of<T>(all, source));
  else
    return value;
}

template <class T, class Operator>
__device__ T finished(Wide<T> sum, int divisor) {
  if constexpr (std::is_same_v<Operator, Sum> && std::is_integral_v<T>)
    if (divisor != 1) sum = static_cast<T>(sum / static_cast<T>(divisor));
  return narrowed<T>(sum);
}

template <class T, class Operator>
__device__ void reduce_any(const ReduceArguments& all, int divisor) {
  for (std::size_t i = first(); i < all.count; i += stride()) {
    Wide<T> sum = element<T, Operator>(all, 0, i);
    for (int source = 1; source < all.sources; ++source)
      sum = Operator::join(sum, element<T, Operator>(all, source, i));
    const T result = finished<T, Operator>(sum, divisor);
    for (int target = 0; target < all.targets; ++target)
      static_cast<T*>(all.to[target])[i] = result;
  }
}

/// Pointers that are parameters of their own: large results then go past the caches.
template <class T>
struct Few {
  static constexpr int kMost = 4;
  const T* from[kMost];
  T* to[kMost];
};

template <class T, class Operator>
__device__ void reduce_few(const Few<T>& all, int sources, int targets, std::size_t count,
                           int divisor) {
  for (std::size_t i = first(); i < count; i += stride()) {
    Wide<T> sum = Operator::join(widened(all.from[0][i]), widened(all.from[1][i]));
    if (sources > 2) sum = Operator::join(sum, widened(all.from[2][i]));
    if (sources > 3) sum = Operator::join(sum, widened(all.from[3][i]));
    const T result = finished<T, Operator>(sum, divisor);
    all.to[0][i] = result;
    if (targets > 1) all.to[1][i] = result;
    if (targets > 2) all.to[2][i] = result;
    if (targets > 3) all.to[3][i] = result;
  }
}

template <class Word>
__device__ void copy_words(const void* from, void* to, std::size_t bytes) {
  const std::size_t count = bytes / sizeof(Word);
  for (std::size_t i = first(); i < count; i += stride())
    static_cast<Word*>(to)[i] = static_cast<const Word*>(from)[i];
}

__device__ void copy_any(const void* from, void* to, std::size_t bytes, unsigned word_bytes) {
  switch (word_bytes) {
    case 8:
      return copy_words<std::uint64_t>(from, to, bytes);
    case 4:
      return copy_words<std::uint32_t>(from, to, bytes);
    default:
      return copy_words<std::uint8_t>(from, to, bytes);
  }
}

}  // namespace

}  // namespace riffle::nccl

using riffle::nccl::CopyArguments;
using riffle::nccl::ReduceArguments;

#define RIFFLE_NCCL_REDUCE(name)                                                                 \
  template <class T, class Operator>                                                             \
  __global__ void name##OfManyKernel(const __grid_constant__ ReduceArguments all, int divisor) { \
    riffle::nccl::reduce_any<T, Operator>(all, divisor);                                         \
  }                                                                                              \
  template <class T, class Operator>                                                             \
  __global__ void name##Kernel(const T* a, const T* b, const T* c, const T* d, T* w, T* x, T* y, \
                               T* z, int sources, int targets, std::size_t count, int divisor) { \
    riffle::nccl::reduce_few<T, Operator>({{a, b, c, d}, {w, x, y, z}}, sources, targets, count, \
                                          divisor);                                              \
  }
RIFFLE_NCCL_REDUCE(ncclAllReduce)
RIFFLE_NCCL_REDUCE(ncclReduce)
RIFFLE_NCCL_REDUCE(ncclReduceScatter)

#define RIFFLE_NCCL_COPY(name)                                                               \
  extern "C" __global__ void name##OfManyKernel(const __grid_constant__ CopyArguments all,   \
                                                unsigned word_bytes) {                       \
    riffle::nccl::copy_any(all.from[blockIdx.y], all.to[blockIdx.y], all.bytes, word_bytes); \
  }                                                                                          \
  extern "C" __global__ void name##Kernel(const void* from, void* to, std::size_t bytes,     \
                                          unsigned word_bytes) {                             \
    riffle::nccl::copy_any(from, to, bytes, word_bytes);                                     \
  }
RIFFLE_NCCL_COPY(ncclAllReduceOfOne)
RIFFLE_NCCL_COPY(ncclReduceOfOne)
RIFFLE_NCCL_COPY(ncclReduceScatterOfOne)
RIFFLE_NCCL_COPY(ncclBroadcast)
RIFFLE_NCCL_COPY(ncclAllGather)
RIFFLE_NCCL_COPY(ncclAlltoAll)
RIFFLE_NCCL_COPY(ncclGather)
RIFFLE_NCCL_COPY(ncclScatter)
RIFFLE_NCCL_COPY(ncclSendRecv)

namespace riffle::nccl {
namespace {

struct Launch {
  dim3 grid;
  cudaStream_t stream;

  /// Answers for this launch alone: an error that the program has not asked for stays where it is.
  template <class... Arguments>
  cudaError_t operator()(void (*kernel)(Arguments...), Arguments... arguments) const {
    void* all[] = {&arguments...};
    return cudaLaunchKernel(reinterpret_cast<const void*>(kernel), grid, dim3(kThreads), all, 0,
                            stream);
  }
};

unsigned blocks_for(std::size_t threads) {
  return static_cast<unsigned>(
      std::min<std::size_t>((threads + kThreads - 1) / kThreads, kMostBlocks));
}

/// Where a buffer is both read and written, the caches have it already.
bool is_for_few(const ReduceArguments& all, Reduction::Operator op) {
  if (op == Reduction::Operator::kScaledSum || all.sources < 2) return false;
  if (all.sources > Few<char>::kMost || all.targets > Few<char>::kMost) return false;
  for (int source = 0; source < all.sources; ++source)
    for (int target = 0; target < all.targets; ++target)
      if (all.from[source] == all.to[target]) return false;
  return true;
}

template <class T>
using FewKernel = void (*)(const T*, const T*, const T*, const T*, T*, T*, T*, T*, int, int,
                           std::size_t, int);
using ManyKernel = void (*)(ReduceArguments, int);

template <class T, class Operator>
cudaError_t reduce_as(CommKind kind, int divisor, bool is_few, const ReduceArguments& all,
                      cudaStream_t stream) {
  FewKernel<T> few = nullptr;
  ManyKernel many = nullptr;
  switch (kind) {
    case CommKind::kAllReduce:
      few = ncclAllReduceKernel<T, Operator>;
      many = ncclAllReduceOfManyKernel<T, Operator>;
      break;
    case CommKind::kReduce:
      few = ncclReduceKernel<T, Operator>;
      many = ncclReduceOfManyKernel<T, Operator>;
      break;
    default:
      few = ncclReduceScatterKernel<T, Operator>;
      many = ncclReduceScatterOfManyKernel<T, Operator>;
      break;
  }
  const Launch launch{dim3(blocks_for(all.count)), stream};
  if (!is_few) return launch(many, all, divisor);
  const auto from = [&](int i) { return static_cast<const T*>(all.from[i]); };
  const auto to = [&](int i) { return static_cast<T*>(all.to[i]); };
  return launch(few, from(0), from(1), from(2), from(3), to(0), to(1), to(2), to(3), all.sources,
                all.targets, all.count, divisor);
}

template <class T>
cudaError_t reduce_as(CommKind kind, Reduction::Operator op, int divisor,
                      const ReduceArguments& all, cudaStream_t stream) {
  const bool is_few = is_for_few(all, op);
  switch (op) {
    case Reduction::Operator::kProd:
      return reduce_as<T, Product>(kind, divisor, is_few, all, stream);
    case Reduction::Operator::kMax:
      return reduce_as<T, Maximum>(kind, divisor, is_few, all, stream);
    case Reduction::Operator::kMin:
      return reduce_as<T, Minimum>(kind, divisor, is_few, all, stream);
    case Reduction::Operator::kScaledSum:
      return reduce_as<T, ScaledSum>(kind, divisor, is_few, all, stream);
    default:
      return reduce_as<T, Sum>(kind, divisor, is_few, all, stream);
  }
}

struct CopyKernels {
  void (*one)(const void*, void*, std::size_t, unsigned);
  void (*many)(CopyArguments, unsigned);
};

CopyKernels copy_kernels_for(CommKind kind) {
  switch (kind) {
    case CommKind::kAllReduce:
      return {ncclAllReduceOfOneKernel, ncclAllReduceOfOneOfManyKernel};
    case CommKind::kReduce:
      return {ncclReduceOfOneKernel, ncclReduceOfOneOfManyKernel};
    case CommKind::kReduceScatter:
      return {ncclReduceScatterOfOneKernel, ncclReduceScatterOfOneOfManyKernel};
    case CommKind::kBroadcast:
      return {ncclBroadcastKernel, ncclBroadcastOfManyKernel};
    case CommKind::kAllGather:
      return {ncclAllGatherKernel, ncclAllGatherOfManyKernel};
    case CommKind::kAlltoAll:
      return {ncclAlltoAllKernel, ncclAlltoAllOfManyKernel};
    case CommKind::kGather:
      return {ncclGatherKernel, ncclGatherOfManyKernel};
    case CommKind::kScatter:
      return {ncclScatterKernel, ncclScatterOfManyKernel};
    default:
      return {ncclSendRecvKernel, ncclSendRecvOfManyKernel};
  }
}

unsigned word_bytes(const CopyArguments& all) {
  std::uintptr_t bits = all.bytes;
  for (int i = 0; i < all.copies; ++i)
    bits |=
        reinterpret_cast<std::uintptr_t>(all.from[i]) | reinterpret_cast<std::uintptr_t>(all.to[i]);
  return bits % 8 == 0 ? 8 : bits % 4 == 0 ? 4 : 1;
}

}  // namespace

cudaError_t reduce(CommKind kind, ncclDataType_t type, Reduction::Operator op, int divisor,
                   const ReduceArguments& all, cudaStream_t stream) {
  if (all.count == 0) return cudaSuccess;
  const auto as = [&]<class T>(std::type_identity<T>) {
    return reduce_as<T>(kind, op, divisor, all, stream);
  };
  switch (type) {
    case ncclInt8:
      return as(std::type_identity<std::int8_t>());
    case ncclUint8:
      return as(std::type_identity<std::uint8_t>());
    case ncclInt32:
      return as(std::type_identity<std::int32_t>());
    case ncclUint32:
      return as(std::type_identity<std::uint32_t>());
    case ncclInt64:
      return as(std::type_identity<std::int64_t>());
    case ncclUint64:
      return as(std::type_identity<std::uint64_t>());
    case ncclFloat16:
      return as(std::type_identity<__half>());
    case ncclFloat64:
      return as(std::type_identity<double>());
    case ncclBfloat16:
      return as(std::type_identity<__nv_bfloat16>());
    case ncclFloat8e4m3:
      return as(std::type_identity<__nv_fp8_e4m3>());
    case ncclFloat8e5m2:
      return as(std::type_identity<__nv_fp8_e5m2>());
    default:
      return as(std::type_identity<float>());
  }
}

cudaError_t copy(CommKind kind, const CopyArguments& all, cudaStream_t stream) {
  constexpr std::size_t kLarge = std::size_t{1} << 18;
  if (all.bytes == 0 || all.copies == 0) return cudaSuccess;
  const CopyKernels kernels = copy_kernels_for(kind);
  const unsigned bytes = word_bytes(all);
  const unsigned blocks = blocks_for(all.bytes / bytes);
  if (all.bytes < kLarge && all.copies > 1)
    return Launch{dim3(blocks, static_cast<unsigned>(all.copies)), stream}(kernels.many, all,
                                                                           bytes);
  for (int i = 0; i < all.copies; ++i)
    if (const cudaError_t error =
            Launch{dim3(blocks), stream}(kernels.one, all.from[i], all.to[i], all.bytes, bytes);
        error != cudaSuccess)
      return error;
  return cudaSuccess;
}

}  // namespace riffle::nccl
