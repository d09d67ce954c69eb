// SPDX-License-Identifier: Apache-2.0
// Counts of rows become offsets, in place.
//
//   base, count of row 0, count of row 1, ...   ->   base, base + count of row 0, ...
//
// Runs add up by themselves; then one thread carries totals over the ends of runs, and each run adds what came before it.
#pragma once

#include "libraries/cusparse/launch.h"

namespace riffle::cusparse {

namespace detail {

inline __global__ void scan_runs(Indices offsets, Long count) {
  const RowRange run = my_rows(count);
  Long sum = 0;
  for (Long i = run.begin; i < run.end; ++i) offsets.set(i, sum += offsets[i]);
}
inline __global__ void scan_ends(Indices offsets, Long count, Long runs) {
  const Long each = (count + runs - 1) / runs;
  for (Long end = 2 * each; end - each < count; end += each) {
    const Long last = (end < count ? end : count) - 1;
    offsets.set(last, offsets[last] + offsets[end - each - 1]);
  }
}
inline __global__ void scan_add(Indices offsets, Long count) {
  const RowRange run = my_rows(count);
  if (run.begin == 0 || run.begin >= count) return;
  const Long before = offsets[run.begin - 1];
  for (Long i = run.begin; i + 1 < run.end; ++i) offsets.set(i, offsets[i] + before);
}
inline __global__ void scan_start(Indices offsets, int base) { offsets.set(0, base); }
template <class To>
__global__ void give_total(Indices offsets, Long rows, To* to) {
  *to = static_cast<To>(offsets[rows]);
}

}  // namespace detail

/// `offsets` has the count of row i at i + 1, whatever its base is.
inline cusparseStatus_t scan(cudaStream_t stream, Indices offsets, Long rows) {
  const int base = offsets.base;
  offsets.base = 0;
  const Long count = rows + 1, runs = std::clamp<Long>(count / 4096, 1, 64);
  const dim3 grid(static_cast<unsigned>(runs)), one(1);
  cusparseStatus_t status = launch_one(detail::scan_start, stream, offsets, base);
  if (status == CUSPARSE_STATUS_SUCCESS)
    status = launch(detail::scan_runs, grid, one, stream, offsets, count);
  if (status == CUSPARSE_STATUS_SUCCESS && runs > 1)
    status = launch_one(detail::scan_ends, stream, offsets, count, runs);
  if (status == CUSPARSE_STATUS_SUCCESS && runs > 1)
    status = launch(detail::scan_add, grid, one, stream, offsets, count);
  return status;
}

/// Leaves the number of entries where the caller's pointer mode says: a null pointer asks for nothing.
inline void give_total(Call& call, cusparseHandle_t handle, Indices offsets, Long rows,
                       int* total) {
  if (call.failed() || total == nullptr) return;
  const bool is_on_device = handle->pointer_mode == CUSPARSE_POINTER_MODE_DEVICE;
  int* const to = is_on_device ? total : static_cast<int*>(handle->result);
  call.then([&] { return launch_one(detail::give_total<int>, call.stream(), offsets, rows, to); });
  if (!is_on_device) call.bring(total, to, sizeof *total);
}
/// The same for a descriptor: the call waits for it.
inline void bring_total(Call& call, cusparseHandle_t handle, Indices offsets, Long rows,
                        Long* total) {
  call.then([&] {
    return launch_one(detail::give_total<Long>, call.stream(), offsets, rows,
                      static_cast<Long*>(handle->result));
  });
  call.bring(total, handle->result, sizeof *total);
}

}  // namespace riffle::cusparse
