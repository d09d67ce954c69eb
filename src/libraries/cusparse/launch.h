// SPDX-License-Identifier: Apache-2.0
// Launches, and how kernels divide their work.
//
// Kernels here come in two kinds. Those over elements have a thread for each and many in a block, for the lanes of vectors.
// Those over rows have blocks of one thread, each with a run of rows that it walks as a loop of the processor does: a
// sparse row has little that 32 threads could share, and the compiler makes vectors of its loop.
#pragma once

#include <algorithm>
#include <cstring>

#include "libraries/cusparse/descriptors.h"
#include "libraries/cusparse/numbers.h"

namespace riffle::cusparse {

template <class... Parameters>
cusparseStatus_t launch(void (*kernel)(Parameters...), dim3 grid, dim3 block, cudaStream_t stream,
                        std::type_identity_t<Parameters>... parameters) {
  if (grid.x == 0 || grid.y == 0) return CUSPARSE_STATUS_SUCCESS;
  void* pointers[] = {&parameters...};
  return status_of(
      cudaLaunchKernel(reinterpret_cast<const void*>(kernel), grid, block, pointers, 0, stream));
}

constexpr unsigned kThreads = 128;
/// A thread for each element.
template <class... Parameters>
cusparseStatus_t launch_elements(void (*kernel)(Parameters...), Long elements, cudaStream_t stream,
                                 std::type_identity_t<Parameters>... parameters) {
  const auto blocks = static_cast<unsigned>((elements + kThreads - 1) / kThreads);
  return launch(kernel, dim3(blocks), dim3(kThreads), stream, parameters...);
}
__device__ inline Long element() {
  return static_cast<Long>(blockIdx.x) * blockDim.x + threadIdx.x;
}

/// Blocks for rows with as much work in all: enough of them to share it out evenly, not so many that they are small.
inline unsigned blocks_for(Long rows, Long work, Long most = 4096) {
  constexpr Long kWork = 8192;
  const Long blocks = std::max<Long>(1, std::min((work + rows) / kWork, most));
  return static_cast<unsigned>(std::min(blocks, rows));
}
/// A block of one thread for each run of rows.
template <class... Parameters>
cusparseStatus_t launch_rows(void (*kernel)(Parameters...), Long rows, Long work,
                             cudaStream_t stream, std::type_identity_t<Parameters>... parameters) {
  return launch(kernel, dim3(blocks_for(rows, work)), dim3(1), stream, parameters...);
}
/// All of it in order.
template <class... Parameters>
cusparseStatus_t launch_one(void (*kernel)(Parameters...), cudaStream_t stream,
                            std::type_identity_t<Parameters>... parameters) {
  return launch(kernel, dim3(1), dim3(1), stream, parameters...);
}

struct RowRange {
  Long begin, end;
};
/// The rows of this block.
__device__ inline RowRange my_rows(Long rows) {
  const Long each = (rows + gridDim.x - 1) / gridDim.x;
  const Long begin = blockIdx.x * each;
  return {begin < rows ? begin : rows, begin + each < rows ? begin + each : rows};
}

/// Remembers the first thing that is wrong with the arguments of a call, or goes wrong in it.
class Call {
 public:
  /// Calls with types in their names and generic ones differ in what they say of no handle.
  explicit Call(cusparseHandle_t handle, cusparseStatus_t without = CUSPARSE_STATUS_NOT_INITIALIZED)
      : handle_(handle) {
    if (handle == nullptr) status_ = without;
  }
  [[nodiscard]] bool failed() const { return status_ != CUSPARSE_STATUS_SUCCESS; }
  [[nodiscard]] cusparseStatus_t status() const { return status_; }
  [[nodiscard]] cudaStream_t stream() const { return handle_->stream; }

  Call& require(bool condition, cusparseStatus_t otherwise = CUSPARSE_STATUS_INVALID_VALUE) {
    if (!failed() && !condition) status_ = otherwise;
    return *this;
  }
  template <class... Pointers>
  Call& there(const Pointers*... pointers) {
    return require(((pointers != nullptr) && ...));
  }
  template <class... Sizes>
  Call& sizes(Sizes... sizes) {
    return require(((sizes >= 0) && ...));
  }
  Call& one_of(cusparseOperation_t op) {
    return require(op >= CUSPARSE_OPERATION_NON_TRANSPOSE &&
                   op <= CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE);
  }
  Call& one_of(cusparseDirection_t direction) {
    return require(direction == CUSPARSE_DIRECTION_ROW || direction == CUSPARSE_DIRECTION_COLUMN);
  }
  Call& one_of(cusparseIndexBase_t base) {
    return require(base == CUSPARSE_INDEX_BASE_ZERO || base == CUSPARSE_INDEX_BASE_ONE);
  }
  Call& one_of(cusparseAction_t action) {
    return require(action == CUSPARSE_ACTION_SYMBOLIC || action == CUSPARSE_ACTION_NUMERIC);
  }
  Call& one_of(cusparseSolvePolicy_t policy) {
    return require(policy == CUSPARSE_SOLVE_POLICY_NO_LEVEL ||
                   policy == CUSPARSE_SOLVE_POLICY_USE_LEVEL);
  }
  /// Descriptors of calls with types in their names, of matrices that have no symmetry.
  template <class... Descrs>
  Call& general(const Descrs*... descrs) {
    there(descrs...);
    if (!failed())
      require(((descrs->type == CUSPARSE_MATRIX_TYPE_GENERAL) && ...),
              CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED);
    return *this;
  }
  /// The next part of the work, unless something has failed: `work()` gives a status.
  template <class Work>
  Call& then(Work work) {
    if (!failed()) status_ = work();
    return *this;
  }

  /// What a kernel left in pinned memory. The call waits for it, except in a capture, where the graph will bring it.
  Call& bring(void* to, const void* from, std::size_t bytes) {
    return then([&] {
      cudaStreamCaptureStatus capturing = cudaStreamCaptureStatusNone;
      cudaError_t error = cudaStreamIsCapturing(stream(), &capturing);
      if (error != cudaSuccess) return status_of(error);
      if (capturing != cudaStreamCaptureStatusNone)
        return status_of(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, stream()));
      error = cudaStreamSynchronize(stream());
      if (error == cudaSuccess) std::memcpy(to, from, bytes);
      return status_of(error);
    });
  }

  [[nodiscard]] Scalar scalar(const void* pointer, cudaDataType type) const {
    if (handle_->pointer_mode == CUSPARSE_POINTER_MODE_DEVICE) return {{}, pointer, type};
    return {read_any(pointer, type, 0), nullptr, type};
  }
  template <class T>
  [[nodiscard]] Scalar scalar(const T* pointer) const {
    return scalar(pointer, kTypeOf<Number<T>>);
  }

 private:
  cusparseHandle_t handle_;
  cusparseStatus_t status_ = CUSPARSE_STATUS_SUCCESS;
};

inline Call generic_call(cusparseHandle_t handle) {
  return Call(handle, CUSPARSE_STATUS_INVALID_VALUE);
}

/// Calls `body` with a value of the type that kernels have for elements of `type`; `Any` for types without kernels.
template <class Body>
auto with_type(cudaDataType type, Body body) {
  switch (type) {
    case CUDA_R_32F:
      return body(float{});
    case CUDA_R_64F:
      return body(double{});
    case CUDA_C_32F:
      return body(Complex<float>{});
    case CUDA_C_64F:
      return body(Complex<double>{});
    default:
      return body(Any{});
  }
}
/// As above where no other type is allowed.
template <class Body>
cusparseStatus_t with_full_type(cudaDataType type, Body body) {
  switch (type) {
    case CUDA_R_32F:
      return body(float{});
    case CUDA_R_64F:
      return body(double{});
    case CUDA_C_32F:
      return body(Complex<float>{});
    case CUDA_C_64F:
      return body(Complex<double>{});
    default:
      return CUSPARSE_STATUS_NOT_SUPPORTED;
  }
}

inline Values<Any>::Values(const void* pointer, cudaDataType of)
    : data(static_cast<char*>(const_cast<void*>(pointer))), type(of), bytes(bytes_of(of)) {}

/// Puts arrays one after another into a buffer of the program's, or counts their bytes where that is null.
class BufferLayout {
 public:
  explicit BufferLayout(void* buffer) : buffer_(static_cast<char*>(buffer)) {}
  template <class T>
  T* take(Long count) {
    T* const part = buffer_ == nullptr ? nullptr : reinterpret_cast<T*>(buffer_ + used_);
    used_ += (static_cast<std::size_t>(std::max<Long>(count, 0)) * sizeof(T) + 15) / 16 * 16;
    return part;
  }
  [[nodiscard]] std::size_t bytes() const { return used_; }

 private:
  char* buffer_;
  std::size_t used_ = 0;
};

}  // namespace riffle::cusparse
