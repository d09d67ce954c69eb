// SPDX-License-Identifier: Apache-2.0
// Colours for the rows of a matrix: no two rows that are connected have the same one.
#include "libraries/cusparse/launch.h"

/// Which row has last met each colour.
struct cusparseColorInfo {
  int* met = nullptr;
  int room = 0;
  ~cusparseColorInfo() {
    if (met != nullptr) cudaFree(met);
  }
};

namespace riffle::cusparse {
namespace {

__global__ void color_start(int m, int* met, int* colors) {
  if (element() >= m) return;
  met[element()] = -1;
  colors[element()] = -1;
}
/// Each row takes the first colour that none of its neighbours has; rows past the fraction have one of their own each.
__global__ void color_rows(int m, int colored, const int* offsets, const int* columns, int base,
                           int* met, int* colors, int* count) {
  int last = -1;
  for (int i = 0; i < m; ++i) {
    int color = 0;
    if (i < colored) {
      for (int k = offsets[i] - base; k < offsets[i + 1] - base; ++k)
        if (const int j = columns[k] - base; j != i && colors[j] >= 0) met[colors[j]] = i;
      while (met[color] == i) ++color;
    } else {
      color = last + 1;
    }
    colors[i] = color;
    if (color > last) last = color;
  }
  *count = last + 1;
}
/// The place of each row when rows are ordered by colour. `first` counts, then says where a colour goes on.
__global__ void color_order(int m, const int* colors, int colors_in_all, int* first, int* order) {
  for (int c = 0; c < colors_in_all; ++c) first[c] = 0;
  for (int i = 0; i < m; ++i) ++first[colors[i]];
  for (int c = 0, sum = 0; c < colors_in_all; ++c) {
    const int own = first[c];
    first[c] = sum;
    sum += own;
  }
  for (int i = 0; i < m; ++i) order[i] = first[colors[i]]++;
}

cusparseStatus_t create_color_info(cusparseColorInfo_t* info) { return create(info); }
cusparseStatus_t destroy_color_info(cusparseColorInfo_t info) { return destroy(info); }

cusparseStatus_t make_room(cusparseColorInfo& info, int m) {
  if (info.room >= m) return CUSPARSE_STATUS_SUCCESS;
  void* memory = nullptr;
  if (const cudaError_t error = cudaMalloc(&memory, sizeof(int) * static_cast<size_t>(m));
      error != cudaSuccess)
    return status_of(error);
  if (info.met != nullptr) cudaFree(info.met);
  info.met = static_cast<int*>(memory);
  info.room = m;
  return CUSPARSE_STATUS_SUCCESS;
}

/// The call waits: how many colours there are is told to the host.
template <class T, class R>
cusparseStatus_t csrcolor(cusparseHandle_t handle, int m, int nnz, const cusparseMatDescr_t descr,
                          const T*, const int* offsets, const int* columns, const R* fraction,
                          int* count, int* colors, int* order, const cusparseColorInfo_t info) {
  Call call(handle);
  call.sizes(m, nnz).general(descr).there(fraction, count, info);
  call.require(m == 0 || (offsets != nullptr && colors != nullptr));
  call.require(nnz == 0 || columns != nullptr);
  if (call.failed()) return call.status();
  call.require(*fraction >= 0 && *fraction <= 1).then([&] { return make_room(*info, m); });
  if (call.failed()) return call.status();
  const int colored = std::min(m, static_cast<int>(static_cast<double>(*fraction) * m + 0.5));
  auto* const result = static_cast<int*>(handle->result);
  call.then([&] { return launch_elements(color_start, m, call.stream(), m, info->met, colors); });
  call.then([&] {
    return launch_one(color_rows, call.stream(), m, colored, offsets, columns, descr->index_base,
                      info->met, colors, result);
  });
  call.bring(count, result, sizeof *count);
  if (order != nullptr)
    call.then([&] {
      return launch_one(color_order, call.stream(), m, colors, *count, info->met, order);
    });
  return call.status();
}

}  // namespace
}  // namespace riffle::cusparse

#include "cusparse_color.h"
