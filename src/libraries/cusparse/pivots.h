// SPDX-License-Identifier: Apache-2.0
// Where a factorisation or a solve found a pivot of zero.
#pragma once

#include <climits>

#include "libraries/cusparse/launch.h"

namespace riffle::cusparse {

/// Rows in pinned memory, which kernels write: one whose diagonal is not stored, and one whose pivot came out as zero.
struct Pivots {
  int structural, numeric;
};

/// What the info objects of all these routines keep.
struct PivotInfo {
  Pivots* pivots = nullptr;
  bool boosts = false;
  Scalar tolerance{}, boost{};

  PivotInfo() = default;
  PivotInfo(const PivotInfo&) = delete;
  PivotInfo& operator=(const PivotInfo&) = delete;
  ~PivotInfo() {
    if (pivots != nullptr) cudaFreeHost(pivots);
  }
};

/// What a kernel does with a pivot that is too small.
struct Boost {
  bool is_on;
  Scalar tolerance, value;
  template <class T>
  __device__ bool applies(T pivot) const {
    return is_on && magnitude(pivot) <= tolerance.get<double>();
  }
};
inline Boost boost_of(const PivotInfo& info) { return {info.boosts, info.tolerance, info.boost}; }

__device__ inline void note(int& first, Long row) {
  if (row < first) first = static_cast<int>(row);
}

namespace detail {

inline __global__ void pivots_clear(Pivots* pivots, bool structural_too) {
  if (structural_too) pivots->structural = INT_MAX;
  pivots->numeric = INT_MAX;
}
inline __global__ void pivots_find(Long rows, const int* offsets, const int* columns, int base,
                                   int* found) {
  const RowRange run = my_rows(rows);
  for (Long i = run.begin; i < run.end; ++i) {
    bool has_diagonal = false;
    for (int k = offsets[i] - base; k < offsets[i + 1] - base; ++k)
      has_diagonal = has_diagonal || columns[k] - base == i;
    found[blockIdx.x] = INT_MAX;
    if (!has_diagonal) {
      found[blockIdx.x] = static_cast<int>(i);
      return;
    }
  }
}
inline __global__ void pivots_first(const int* found, unsigned blocks, Pivots* pivots) {
  for (unsigned i = 0; i < blocks; ++i) note(pivots->structural, found[i]);
}

}  // namespace detail

template <class Info>
cusparseStatus_t create_with_pivots(Info** made) {
  if (const cusparseStatus_t status = create(made); status != CUSPARSE_STATUS_SUCCESS)
    return status;
  void* memory = nullptr;
  const cudaError_t error = cudaMallocHost(&memory, sizeof(Pivots));
  (*made)->pivots = static_cast<Pivots*>(memory);
  if (error == cudaSuccess) {
    *(*made)->pivots = {INT_MAX, INT_MAX};
    return CUSPARSE_STATUS_SUCCESS;
  }
  delete *made;
  *made = nullptr;
  return status_of(error);
}

inline cusparseStatus_t clear_pivots(const Call& call, const PivotInfo& info, bool structural_too) {
  return launch_one(detail::pivots_clear, call.stream(), info.pivots, structural_too);
}
/// Finds the first row without a stored diagonal. `found` has room for an int of each of `kFinders` blocks.
constexpr Long kFinders = 64;
inline void find_structural(Call& call, const PivotInfo& info, Long rows, const int* offsets,
                            const int* columns, int base, int* found) {
  const auto blocks = static_cast<unsigned>(std::clamp<Long>(rows, 1, kFinders));
  call.then([&] { return clear_pivots(call, info, true); });
  if (rows == 0) return;
  call.then([&] {
    return launch(detail::pivots_find, dim3(blocks), dim3(1), call.stream(), rows, offsets, columns,
                  base, found);
  });
  call.then([&] {
    // Blocks beyond the last row have found nothing and say nothing.
    const Long each = (rows + blocks - 1) / blocks;
    return launch_one(detail::pivots_first, call.stream(), found,
                      static_cast<unsigned>((rows + each - 1) / each), info.pivots);
  });
}

/// The call waits for the work. `position` counts as the matrix's indices do; it is -1 where all is well.
template <class Info>
cusparseStatus_t zero_pivot(cusparseHandle_t handle, const Info* info, int base, int* position) {
  Call call(handle);
  call.there(info, position);
  if (call.failed()) return call.status();
  Pivots found{};
  call.bring(&found, info->pivots, sizeof found);
  if (call.failed()) return call.status();
  const int first = std::min(found.structural, found.numeric);
  const bool is_well = first == INT_MAX;
  const int answer = is_well ? -1 : first + base;
  if (handle->pointer_mode == CUSPARSE_POINTER_MODE_DEVICE)
    call.then(
        [&] { return status_of(cudaMemcpy(position, &answer, sizeof answer, cudaMemcpyDefault)); });
  else
    *position = answer;
  if (call.failed()) return call.status();
  return is_well ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_ZERO_PIVOT;
}

/// Pivots of at most the tolerance become the given value, from the next factorisation on.
template <class Info, class T>
cusparseStatus_t set_boost(cusparseHandle_t handle, Info* info, int enable, const double* tolerance,
                           const T* value) {
  Call call(handle);
  call.there(info).require(enable == 0 || (tolerance != nullptr && value != nullptr));
  if (call.failed()) return call.status();
  info->boosts = enable != 0;
  if (!info->boosts) return call.status();
  info->tolerance = call.scalar(tolerance);
  info->boost = call.scalar(value);
  return call.status();
}

}  // namespace riffle::cusparse
