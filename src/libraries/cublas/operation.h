// SPDX-License-Identifier: Apache-2.0
// How a routine becomes work of its handle's stream: checks, scalars by either pointer mode, and results.
#pragma once

#include <climits>
#include <cstdint>
#include <utility>

#include "libraries/cublas/handle.h"
#include "libraries/cublas/openblas.h"
#include "libraries/cublas/touches.h"
#include "libraries/stream_work.h"

namespace riffle::cublas {

/// As BLAS calls its routines in messages: capitals, six of them.
template <class T>
std::string blas_name(std::string_view pattern) {
  std::string name = routine_name<T>(pattern);
  for (char& c : name)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  name.resize(std::max<std::size_t>(name.size(), 6), ' ');
  return name;
}

/// Remembers the first thing that is wrong with the arguments of a call. With a name it says on stdout which argument, as
/// cuBLAS does, by its number behind the handle.
class BlasChecks {
 public:
  explicit BlasChecks(cublasHandle_t handle, std::string name = {}) : name_(std::move(name)) {
    if (handle == nullptr) status_ = CUBLAS_STATUS_NOT_INITIALIZED;
  }
  [[nodiscard]] bool failed() const { return status_ != CUBLAS_STATUS_SUCCESS; }
  [[nodiscard]] cublasStatus_t status() const { return status_; }

  BlasChecks& require(bool condition, int argument = 0,
                      cublasStatus_t otherwise = CUBLAS_STATUS_INVALID_VALUE) {
    if (failed() || condition) return *this;
    status_ = otherwise;
    if (!name_.empty() && argument != 0) say(argument);
    return *this;
  }
  BlasChecks& size(Size n, int argument = 0) { return require(n >= 0, argument).fits(n); }
  BlasChecks& step(Size increment, int argument = 0) {
    return require(increment != 0, argument).fits(increment);
  }
  /// The distance of columns in a matrix of so many rows.
  BlasChecks& leading(Size distance, Size rows, int argument = 0) {
    return require(distance >= rows && distance >= 1, argument).fits(distance);
  }
  BlasChecks& one_of(cublasOperation_t op, int argument = 0) {
    return require(op >= CUBLAS_OP_N && op <= CUBLAS_OP_C, argument);
  }
  BlasChecks& one_of(cublasFillMode_t uplo, int argument = 0) {
    return require(uplo == CUBLAS_FILL_MODE_LOWER || uplo == CUBLAS_FILL_MODE_UPPER, argument);
  }
  BlasChecks& one_of(cublasDiagType_t diag, int argument = 0) {
    return require(diag == CUBLAS_DIAG_NON_UNIT || diag == CUBLAS_DIAG_UNIT, argument);
  }
  BlasChecks& one_of(cublasSideMode_t side, int argument = 0) {
    return require(side == CUBLAS_SIDE_LEFT || side == CUBLAS_SIDE_RIGHT, argument);
  }
  BlasChecks& there(const void* pointer) { return require(pointer != nullptr); }

 private:
  /// OpenBLAS counts with 32 bits.
  BlasChecks& fits(Size n) {
    return require(n <= INT_MAX && n >= INT_MIN, 0, CUBLAS_STATUS_NOT_SUPPORTED);
  }
  void say(int argument) const;

  std::string name_;
  cublasStatus_t status_ = CUBLAS_STATUS_SUCCESS;
};

inline char letter(cublasOperation_t op) {
  return op == CUBLAS_OP_N ? 'N' : op == CUBLAS_OP_T ? 'T' : 'C';
}
inline char letter(cublasFillMode_t uplo) { return uplo == CUBLAS_FILL_MODE_LOWER ? 'L' : 'U'; }
inline char letter(cublasDiagType_t diag) { return diag == CUBLAS_DIAG_UNIT ? 'U' : 'N'; }
inline char letter(cublasSideMode_t side) { return side == CUBLAS_SIDE_LEFT ? 'L' : 'R'; }

/// A number behind a pointer: read at the call where pointers are the host's, and when the work runs where they are the
/// device's.
template <class T>
class ScalarArgument {
 public:
  ScalarArgument(cublasHandle_t handle, const T* pointer) : pointer_(pointer) {
    if (handle->pointer_mode == CUBLAS_POINTER_MODE_HOST) {
      value_ = *pointer;
      pointer_ = nullptr;
    }
  }
  [[nodiscard]] T get() const { return pointer_ == nullptr ? value_ : *pointer_; }

 private:
  const T* pointer_;
  T value_{};
};

/// Runs `work()` in `stream`, or makes it a node of the stream's capture.
template <class Work>
cublasStatus_t enqueue_in(cudaStream_t stream, Work&& work) {
  return libraries::enqueue(stream, std::forward<Work>(work)) == cudaSuccess
             ? CUBLAS_STATUS_SUCCESS
             : CUBLAS_STATUS_EXECUTION_FAILED;
}

/// In the handle's stream.
template <class Work>
cublasStatus_t enqueue(cublasHandle_t handle, Work&& work) {
  return enqueue_in(handle->stream, std::forward<Work>(work));
}

/// The same for work with a result: where pointers are the host's, the caller has it when the call returns.
template <class Work>
cublasStatus_t enqueue_result(cublasHandle_t handle, Work&& work) {
  const cublasStatus_t status = enqueue(handle, std::forward<Work>(work));
  if (status != CUBLAS_STATUS_SUCCESS || handle->pointer_mode == CUBLAS_POINTER_MODE_DEVICE)
    return status;
  return cudaStreamSynchronize(handle->stream) == cudaSuccess ? CUBLAS_STATUS_SUCCESS
                                                              : CUBLAS_STATUS_INTERNAL_ERROR;
}

}  // namespace riffle::cublas
