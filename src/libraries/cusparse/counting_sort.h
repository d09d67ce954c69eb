// SPDX-License-Identifier: Apache-2.0
// Places of items ordered by a key, equal keys in the order in which they come: what transposes a sparse matrix.
//
// Parts of the items count their keys in tables of their own. From the tables follow the places at which each part puts its
// items of each key; the offsets of keys fall off on the way.
#pragma once

#include "libraries/cusparse/scan.h"

namespace riffle::cusparse {

/// Tables for `parts` parts, each with a number for every key.
struct KeyTables {
  int* counts;
  Long keys;
  Long parts;
};
inline Long key_parts(Long items, Long keys) {
  return std::clamp<Long>(items / std::max<Long>(2 * keys, 1), 1, 16);
}
inline KeyTables take_tables(BufferLayout& buffer, Long items, Long keys) {
  const Long parts = key_parts(items, keys);
  return {buffer.take<int>(parts * keys), keys, parts};
}

namespace detail {

inline __global__ void keys_clear(int* counts, Long count) {
  if (element() < count) counts[element()] = 0;
}
inline __global__ void keys_total(KeyTables tables, Indices offsets) {
  const Long key = element();
  if (key >= tables.keys) return;
  Long total = 0;
  for (Long p = 0; p < tables.parts; ++p) total += tables.counts[p * tables.keys + key];
  // The base counts in the first number alone.
  offsets.set(key + 1, total - offsets.base);
}
inline __global__ void keys_place(KeyTables tables, Indices offsets) {
  const Long key = element();
  if (key >= tables.keys) return;
  Long place = offsets[key];
  for (Long p = 0; p < tables.parts; ++p) {
    int& count = tables.counts[p * tables.keys + key];
    const int own = count;
    count = static_cast<int>(place);
    place += own;
  }
}

}  // namespace detail

/// The counts of this part of the items.
__device__ inline int* my_table(const KeyTables& tables) {
  return tables.counts + blockIdx.x * tables.keys;
}

/// `count()` launches a kernel of `parts` blocks that counts keys in `my_table`, `place()` one that walks the same items again
/// and finds there the place of the next one with that key.
template <class Count, class Place>
cusparseStatus_t counting_sort(cudaStream_t stream, const KeyTables& tables, Indices offsets,
                               Count count, Place place) {
  const Long numbers = tables.parts * tables.keys;
  cusparseStatus_t status =
      launch_elements(detail::keys_clear, numbers, stream, tables.counts, numbers);
  if (status == CUSPARSE_STATUS_SUCCESS) status = count();
  if (status == CUSPARSE_STATUS_SUCCESS)
    status = launch_elements(detail::keys_total, tables.keys, stream, tables, offsets);
  if (status == CUSPARSE_STATUS_SUCCESS) status = scan(stream, offsets, tables.keys);
  if (status == CUSPARSE_STATUS_SUCCESS)
    status = launch_elements(detail::keys_place, tables.keys, stream, tables, offsets);
  if (status == CUSPARSE_STATUS_SUCCESS) status = place();
  return status;
}
template <class... Parameters>
cusparseStatus_t launch_parts(void (*kernel)(Parameters...), const KeyTables& tables,
                              cudaStream_t stream, std::type_identity_t<Parameters>... parameters) {
  return launch(kernel, dim3(static_cast<unsigned>(tables.parts)), dim3(1), stream, parameters...);
}

/// Elements are moved without a look at what they are.
template <unsigned kBytes>
struct alignas(kBytes < 8 ? kBytes : 8) ElementWord {
  unsigned char bytes[kBytes];
};
template <class Body>
cusparseStatus_t with_word(unsigned bytes, Body body) {
  switch (bytes) {
    case 1:
      return body(ElementWord<1>{});
    case 2:
      return body(ElementWord<2>{});
    case 4:
      return body(ElementWord<4>{});
    case 8:
      return body(ElementWord<8>{});
    case 16:
      return body(ElementWord<16>{});
    default:
      return CUSPARSE_STATUS_INVALID_VALUE;
  }
}

}  // namespace riffle::cusparse
