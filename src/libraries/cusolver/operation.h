// SPDX-License-Identifier: Apache-2.0
// How a routine of LAPACK becomes work of its handle's stream: checks, memory to work with, and what it says at its end.
//
// LAPACK's `work` array is the workspace that the caller asked a size for and hands over; what else a routine needs is allocated
// by the call, and lives as long as its work.
#pragma once

#include <algorithm>
#include <type_traits>
#include <vector>

#include "libraries/cublas/numbers.h"
#include "libraries/cublas/operation.h"
#include "libraries/cusolver/entry.h"

namespace riffle::cusolver {

using cublas::fortran;
using cublas::kIsComplex;
using cublas::letter;
using cublas::matrix;
using cublas::part_of;
using cublas::Real;
using cublas::Size;
using cublas::vector;

/// Remembers the first thing that is wrong with the arguments of a call.
class SolverChecks {
 public:
  explicit SolverChecks(cusolverDnHandle_t handle) {
    if (handle == nullptr) status_ = CUSOLVER_STATUS_NOT_INITIALIZED;
  }
  [[nodiscard]] bool failed() const { return status_ != CUSOLVER_STATUS_SUCCESS; }
  [[nodiscard]] cusolverStatus_t status() const { return status_; }

  SolverChecks& require(bool condition,
                        cusolverStatus_t otherwise = CUSOLVER_STATUS_INVALID_VALUE) {
    if (!failed() && !condition) status_ = otherwise;
    return *this;
  }
  SolverChecks& size(Size n) {
    return require(n >= 0).require(n <= INT_MAX, CUSOLVER_STATUS_NOT_SUPPORTED);
  }
  SolverChecks& leading(Size distance, Size rows) {
    return require(distance >= std::max<Size>(rows, 1))
        .require(distance <= INT_MAX, CUSOLVER_STATUS_NOT_SUPPORTED);
  }
  SolverChecks& there(const void* pointer) { return require(pointer != nullptr); }
  SolverChecks& one_of(cublasFillMode_t uplo) {
    return require(uplo == CUBLAS_FILL_MODE_LOWER || uplo == CUBLAS_FILL_MODE_UPPER);
  }
  SolverChecks& one_of(cublasOperation_t op) {
    return require(op >= CUBLAS_OP_N && op <= CUBLAS_OP_C);
  }
  SolverChecks& one_of(cusolverEigMode_t jobz) {
    return require(jobz == CUSOLVER_EIG_MODE_NOVECTOR || jobz == CUSOLVER_EIG_MODE_VECTOR);
  }

 private:
  cusolverStatus_t status_ = CUSOLVER_STATUS_SUCCESS;
};

inline char letter(cusolverEigMode_t jobz) { return jobz == CUSOLVER_EIG_MODE_VECTOR ? 'V' : 'N'; }

inline cublas::Touches touches(cusolverDnHandle_t handle) { return {handle->stream, true}; }

/// Runs `work()`, which gives LAPACK's last word, in the handle's stream, and writes that to `info`, which may be null.
template <class Work>
cusolverStatus_t enqueue(cusolverDnHandle_t handle, int* info, Work work) {
  touches(handle).writes(vector(info, info == nullptr ? 0 : 1));
  const cudaError_t error =
      libraries::enqueue(handle->stream, [info, work = std::move(work)]() mutable {
        const int said = work();
        if (info != nullptr) *info = said;
      });
  return error == cudaSuccess ? CUSOLVER_STATUS_SUCCESS : CUSOLVER_STATUS_EXECUTION_FAILED;
}

/// Whether LAPACK is there. It says once on stderr why not.
inline SolverChecks& with_lapack(SolverChecks& checks) {
  return checks.require(cublas::openblas_is_there(), CUSOLVER_STATUS_NOT_INITIALIZED);
}

template <class T>
T one_of_type() {
  if constexpr (kIsComplex<T>)
    return {1, 0};
  else
    return 1;
}

template <class T>
int first_real(T value) {
  if constexpr (kIsComplex<T>)
    return static_cast<int>(value.x);
  else
    return static_cast<int>(value);
}

/// The best size of `work` that LAPACK asks for: `ask(work, lwork, info)` calls the routine with lwork = -1.
template <class T, class Ask>
int best_size(Ask ask) {
  T best{};
  int minus_one = -1, info = 0;
  ask(&best, minus_one, &info);
  return std::max(1, first_real(best));
}

template <class T>
struct ElementOf;
template <>
struct ElementOf<float> {
  static constexpr cudaDataType kValue = CUDA_R_32F;
};
template <>
struct ElementOf<double> {
  static constexpr cudaDataType kValue = CUDA_R_64F;
};
template <>
struct ElementOf<cuComplex> {
  static constexpr cudaDataType kValue = CUDA_C_32F;
};
template <>
struct ElementOf<cuDoubleComplex> {
  static constexpr cudaDataType kValue = CUDA_C_64F;
};

}  // namespace riffle::cusolver
