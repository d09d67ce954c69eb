// SPDX-License-Identifier: Apache-2.0
// Sorts of coordinates and of the entries of rows, each with the permutation that it makes.
#include "libraries/cusparse/counting_sort.h"

/// csru2csr leaves here where entries came from, for the way back.
struct csru2csrInfo {
  int* order = nullptr;
  int count = 0;
  ~csru2csrInfo() {
    if (order != nullptr) cudaFree(order);
  }
};

namespace riffle::cusparse {
namespace {

// --- Coordinates: by one of them, then by the other, equal ones in their order ---

struct Coordinates {
  int *first, *second, *order;  ///< sorted by `first`; there may be no order
};

__global__ void coosort_count(Coordinates from, Long nnz, KeyTables tables) {
  int* const table = my_table(tables);
  const RowRange run = my_rows(nnz);
  for (Long k = run.begin; k < run.end; ++k) ++table[from.first[k]];
}
__global__ void coosort_place(Coordinates from, Coordinates to, Long nnz, KeyTables tables) {
  int* const table = my_table(tables);
  const RowRange run = my_rows(nnz);
  for (Long k = run.begin; k < run.end; ++k) {
    const int place = table[from.first[k]]++;
    to.first[place] = from.first[k];
    to.second[place] = from.second[k];
    if (to.order != nullptr) to.order[place] = from.order[k];
  }
}

struct CooBuffer {
  int *rows, *columns, *order;
  Indices offsets;
  KeyTables tables;
};
/// Indices may count from zero or from one: keys have room for both.
CooBuffer take_coo(BufferLayout& parts, int m, int n, int nnz) {
  const Long keys = Long{std::max(m, n)} + 1;
  CooBuffer made{parts.take<int>(nnz), parts.take<int>(nnz), parts.take<int>(nnz), {}, {}};
  made.offsets = indices_of(parts.take<int>(keys + 1), CUSPARSE_INDEX_BASE_ZERO);
  made.tables = take_tables(parts, nnz, keys);
  return made;
}

cusparseStatus_t sort_pass(cudaStream_t stream, const CooBuffer& buffer, Coordinates from,
                           Coordinates to, int nnz) {
  return counting_sort(
      stream, buffer.tables, buffer.offsets,
      [&] { return launch_parts(coosort_count, buffer.tables, stream, from, nnz, buffer.tables); },
      [&] {
        return launch_parts(coosort_place, buffer.tables, stream, from, to, nnz, buffer.tables);
      });
}

cusparseStatus_t sort_coordinates(cusparseHandle_t handle, int m, int n, int nnz, int* first,
                                  int* second, int* order, void* memory) {
  Call call(handle);
  call.sizes(m, n, nnz);
  if (nnz == 0) return call.status();
  call.there(first, second, memory);
  BufferLayout parts(memory);
  const CooBuffer buffer = take_coo(parts, m, n, nnz);
  int* const order_between = order == nullptr ? nullptr : buffer.order;
  call.then([&] {
    return sort_pass(call.stream(), buffer, {second, first, order},
                     {buffer.columns, buffer.rows, order_between}, nnz);
  });
  call.then([&] {
    return sort_pass(call.stream(), buffer, {buffer.rows, buffer.columns, order_between},
                     {first, second, order}, nnz);
  });
  return call.status();
}

cusparseStatus_t xcoosort_buffer_size(cusparseHandle_t handle, int m, int n, int nnz, const int*,
                                      const int*, size_t* bytes) {
  Call call(handle);
  call.sizes(m, n, nnz).there(bytes);
  if (call.failed()) return call.status();
  BufferLayout parts(nullptr);
  take_coo(parts, m, n, nnz);
  *bytes = parts.bytes();
  return call.status();
}
cusparseStatus_t xcoosort_by_row(cusparseHandle_t handle, int m, int n, int nnz, int* rows,
                                 int* columns, int* order, void* buffer) {
  return sort_coordinates(handle, m, n, nnz, rows, columns, order, buffer);
}
cusparseStatus_t xcoosort_by_column(cusparseHandle_t handle, int m, int n, int nnz, int* rows,
                                    int* columns, int* order, void* buffer) {
  return sort_coordinates(handle, m, n, nnz, columns, rows, order, buffer);
}

// --- Entries of rows ---

/// Merges runs of 1, 2, 4, ... entries, from one array into the other and back.
[[maybe_unused]] __device__ void sort_row(int* keys, int* order, int* other_keys, int* other_order,
                                          int count) {
  for (int width = 1; width < count; width *= 2) {
    for (int begin = 0; begin < count; begin += 2 * width) {
      const int middle = begin + width < count ? begin + width : count;
      const int end = middle + width < count ? middle + width : count;
      for (int k = begin, left = begin, right = middle; k < end; ++k) {
        const bool takes_left = left < middle && (right >= end || keys[left] <= keys[right]);
        const int from = takes_left ? left++ : right++;
        other_keys[k] = keys[from];
        if (order != nullptr) other_order[k] = order[from];
      }
    }
    for (int k = 0; k < count; ++k) {
      keys[k] = other_keys[k];
      if (order != nullptr) order[k] = other_order[k];
    }
  }
}
[[maybe_unused]] __device__ bool is_sorted(const int* keys, int count) {
  for (int k = 1; k < count; ++k)
    if (keys[k - 1] > keys[k]) return false;
  return true;
}
__global__ void csrsort_rows(int m, const int* offsets, int base, int* columns, int* order,
                             int* other_columns, int* other_order) {
  const RowRange run = my_rows(m);
  for (Long i = run.begin; i < run.end; ++i) {
    const int begin = offsets[i] - base, count = offsets[i + 1] - base - begin;
    if (is_sorted(columns + begin, count)) continue;
    sort_row(columns + begin, order == nullptr ? nullptr : order + begin, other_columns + begin,
             other_order + begin, count);
  }
}

cusparseStatus_t xcsrsort_buffer_size(cusparseHandle_t handle, int m, int n, int nnz, const int*,
                                      const int*, size_t* bytes) {
  Call call(handle);
  call.sizes(m, n, nnz).there(bytes);
  if (!call.failed()) *bytes = 2 * sizeof(int) * static_cast<size_t>(nnz);
  return call.status();
}
cusparseStatus_t xcsrsort(cusparseHandle_t handle, int m, int n, int nnz,
                          const cusparseMatDescr_t descr, const int* offsets, int* columns,
                          int* order, void* buffer) {
  Call call(handle);
  call.sizes(m, n, nnz).general(descr);
  if (nnz == 0) return call.status();
  call.there(offsets, columns, buffer).then([&] {
    int* const other = static_cast<int*>(buffer);
    return launch_rows(csrsort_rows, m, 8 * Long{nnz}, call.stream(), m, offsets, descr->index_base,
                       columns, order, other, other + nnz);
  });
  return call.status();
}
cusparseStatus_t xcscsort_buffer_size(cusparseHandle_t handle, int m, int n, int nnz,
                                      const int* offsets, const int* rows, size_t* bytes) {
  return xcsrsort_buffer_size(handle, n, m, nnz, offsets, rows, bytes);
}
cusparseStatus_t xcscsort(cusparseHandle_t handle, int m, int n, int nnz,
                          const cusparseMatDescr_t descr, const int* offsets, int* rows, int* order,
                          void* buffer) {
  return xcsrsort(handle, n, m, nnz, descr, offsets, rows, order, buffer);
}

// --- Rows with their values, and back ---

__global__ void csru2csr_start(int nnz, int* order) {
  if (element() < nnz) order[element()] = static_cast<int>(element());
}
template <class N>
__global__ void csru2csr_gather(const N* from, const int* order, int nnz, N* to) {
  if (element() < nnz) to[element()] = from[order[element()]];
}
template <class N>
__global__ void csr2csru_scatter(const N* from, const int* order, int nnz, N* to) {
  if (element() < nnz) to[order[element()]] = from[element()];
}
template <class N>
__global__ void csru2csr_copy(const N* from, int nnz, N* to) {
  if (element() < nnz) to[element()] = from[element()];
}

cusparseStatus_t create_csru2csr_info(csru2csrInfo_t* info) { return create(info); }
cusparseStatus_t destroy_csru2csr_info(csru2csrInfo_t info) { return destroy(info); }

template <class T>
cusparseStatus_t csru2csr_buffer_size(cusparseHandle_t handle, int m, int n, int nnz, T*,
                                      const int*, int*, csru2csrInfo_t info, size_t* bytes) {
  Call call(handle);
  call.sizes(m, n, nnz).there(info, bytes);
  if (!call.failed()) *bytes = static_cast<size_t>(nnz) * std::max(2 * sizeof(int), sizeof(T));
  return call.status();
}
template <class T>
cusparseStatus_t csru2csr(cusparseHandle_t handle, int m, int n, int nnz,
                          const cusparseMatDescr_t descr, T* values, const int* offsets,
                          int* columns, csru2csrInfo_t info, void* buffer) {
  using N = Number<T>;
  Call call(handle);
  call.sizes(m, n, nnz).general(descr).there(info);
  if (call.failed() || nnz == 0) return call.status();
  call.there(values, offsets, columns, buffer);
  if (!call.failed() && info->count != nnz) {
    if (info->order != nullptr) cudaFree(info->order);
    info->order = nullptr;
    void* memory = nullptr;
    call.then(
        [&] { return status_of(cudaMalloc(&memory, sizeof(int) * static_cast<size_t>(nnz))); });
    info->order = static_cast<int*>(memory);
    info->count = call.failed() ? 0 : nnz;
  }
  auto* const numbers = reinterpret_cast<N*>(values);
  auto* const copy = static_cast<N*>(buffer);
  call.then([&] { return launch_elements(csru2csr_start, nnz, call.stream(), nnz, info->order); });
  call.then(
      [&] { return xcsrsort(handle, m, n, nnz, descr, offsets, columns, info->order, buffer); });
  call.then([&] {
    return launch_elements(csru2csr_gather<N>, nnz, call.stream(), numbers, info->order, nnz, copy);
  });
  call.then(
      [&] { return launch_elements(csru2csr_copy<N>, nnz, call.stream(), copy, nnz, numbers); });
  return call.status();
}
template <class T>
cusparseStatus_t csr2csru(cusparseHandle_t handle, int m, int n, int nnz,
                          const cusparseMatDescr_t descr, T* values, const int* offsets,
                          int* columns, csru2csrInfo_t info, void* buffer) {
  using N = Number<T>;
  Call call(handle);
  call.sizes(m, n, nnz).general(descr).there(info);
  if (call.failed() || nnz == 0) return call.status();
  call.there(values, offsets, columns, buffer).require(info->count == nnz);
  auto* const numbers = reinterpret_cast<N*>(values);
  auto* const copy = static_cast<N*>(buffer);
  auto* const places = static_cast<int*>(buffer);
  const auto scatter = [&](auto* from, auto* to) {
    using E = std::remove_pointer_t<decltype(to)>;
    call.then([&] {
      return launch_elements(csr2csru_scatter<E>, nnz, call.stream(), from, info->order, nnz, to);
    });
    call.then([&] { return launch_elements(csru2csr_copy<E>, nnz, call.stream(), to, nnz, from); });
  };
  scatter(numbers, copy);
  scatter(columns, places);
  return call.status();
}

}  // namespace
}  // namespace riffle::cusparse

#include "cusparse_sorts.h"
