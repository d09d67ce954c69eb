// SPDX-License-Identifier: Apache-2.0
// Compiled by riffle cc. The kernels have the names that findings show.
#include "libraries/cufft/witness.h"

#include "libraries/cufft/places.h"

namespace riffle::cufft {
namespace {

template <class Word, int kWords>
__device__ void read_all(const Touched& side, std::int64_t elements, bool is_kept) {
  auto* const words = static_cast<Word*>(side.data);
  Word sum = 0;
  for (std::int64_t i = first(); i < elements; i += stride())
    for (int word = 0; word < kWords; ++word) sum ^= words[place_of(side, i) * kWords + word];
  if (is_kept) words[0] = sum;
}

template <class Word, int kWords>
__device__ void change_all(const Touched& side, std::int64_t elements, unsigned change) {
  auto* const words = static_cast<Word*>(side.data);
  for (std::int64_t i = first(); i < elements; i += stride())
    for (int word = 0; word < kWords; ++word) words[place_of(side, i) * kWords + word] ^= change;
}

template <class Word, int kWords>
__device__ void write_all(const Touched& side, std::int64_t elements) {
  auto* const words = static_cast<Word*>(side.data);
  for (std::int64_t i = first(); i < elements; i += stride())
    for (int word = 0; word < kWords; ++word) words[place_of(side, i) * kWords + word] = 0;
}

}  // namespace

/// `is_kept` is false, which the compiler does not know: the reads stay.
extern "C" __global__ void cufft_reads_its_input(Touched side, std::int64_t elements,
                                                 bool is_kept) {
  switch (side.element_bytes) {
    case 2:
      return read_all<std::uint16_t, 1>(side, elements, is_kept);
    case 4:
      return read_all<std::uint32_t, 1>(side, elements, is_kept);
    case 8:
      return read_all<std::uint64_t, 1>(side, elements, is_kept);
    default:
      return read_all<std::uint64_t, 2>(side, elements, is_kept);
  }
}

/// `change` is 0, which the compiler does not know either.
extern "C" __global__ void cufft_works_in_place(Touched side, std::int64_t elements,
                                                unsigned change) {
  switch (side.element_bytes) {
    case 2:
      return change_all<std::uint16_t, 1>(side, elements, change);
    case 4:
      return change_all<std::uint32_t, 1>(side, elements, change);
    case 8:
      return change_all<std::uint64_t, 1>(side, elements, change);
    default:
      return change_all<std::uint64_t, 2>(side, elements, change);
  }
}

extern "C" __global__ void cufft_writes_its_output(Touched side, std::int64_t elements) {
  switch (side.element_bytes) {
    case 2:
      return write_all<std::uint16_t, 1>(side, elements);
    case 4:
      return write_all<std::uint32_t, 1>(side, elements);
    case 8:
      return write_all<std::uint64_t, 1>(side, elements);
    default:
      return write_all<std::uint64_t, 2>(side, elements);
  }
}

cudaError_t witness_reads(const Touched& side, cudaStream_t stream) {
  const std::int64_t elements = elements_of(side);
  cufft_reads_its_input<<<blocks_for(elements), kThreads, 0, stream>>>(side, elements, false);
  return cudaGetLastError();
}

cudaError_t witness_changes(const Touched& side, cudaStream_t stream) {
  const std::int64_t elements = elements_of(side);
  cufft_works_in_place<<<blocks_for(elements), kThreads, 0, stream>>>(side, elements, 0);
  return cudaGetLastError();
}

cudaError_t witness_writes(const Touched& side, cudaStream_t stream) {
  const std::int64_t elements = elements_of(side);
  cufft_writes_its_output<<<blocks_for(elements), kThreads, 0, stream>>>(side, elements);
  return cudaGetLastError();
}

}  // namespace riffle::cufft
