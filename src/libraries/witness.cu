// SPDX-License-Identifier: Apache-2.0
// Compiled by riffle cc for each library, whose name is RIFFLE_LIBRARY. The kernels have the names that findings show.
#include "libraries/witness.h"

#include <cstdlib>
#include <type_traits>

#include "libraries/places.h"

/// Without lines: they are not the program's.
#define RIFFLE_NO_LINES __attribute__((nodebug))
#define RIFFLE_JOIN(LIBRARY, DOES) LIBRARY##_##DOES
#define RIFFLE_JOINED(LIBRARY, DOES) RIFFLE_JOIN(LIBRARY, DOES)
#define RIFFLE_KERNEL(DOES) RIFFLE_JOINED(RIFFLE_LIBRARY, DOES)

namespace riffle::libraries {
namespace {

/// Calls `visit(element)` for each element, as words.
template <class Word, int kWords, class Visit>
RIFFLE_NO_LINES __device__ void for_each(const Touched& side, std::int64_t elements, Visit visit) {
  const std::int64_t of_batch = side.count[1] * side.count[2] * side.count[3];
  for (std::int64_t i = first(); i < elements; i += stride()) {
    if (!is_part(side, i)) continue;
    void* const data =
        side.is_array ? static_cast<void* const*>(side.data)[i / of_batch] : side.data;
    const std::int64_t place = place_of(side, side.is_array ? i % of_batch : i);
    for (int word = 0; word < kWords; ++word)
      visit(static_cast<Word*>(data)[place * kWords + word]);
  }
}
template <class Visit>
RIFFLE_NO_LINES __device__ void for_each(const Touched& side, std::int64_t elements, Visit visit) {
  switch (side.element_bytes) {
    case 1:
      return for_each<std::uint8_t, 1>(side, elements, visit);
    case 2:
      return for_each<std::uint16_t, 1>(side, elements, visit);
    case 4:
      return for_each<std::uint32_t, 1>(side, elements, visit);
    case 8:
      return for_each<std::uint64_t, 1>(side, elements, visit);
    default:
      return for_each<std::uint64_t, 2>(side, elements, visit);
  }
}

RIFFLE_NO_LINES __device__ bool is_zero(const unsigned char* factor, unsigned bytes) {
  bool is_all_zero = true;
  for (unsigned i = 0; i < bytes; ++i) is_all_zero &= factor[i] == 0;
  return is_all_zero;
}

}  // namespace

/// `kept` is null, which the compiler does not know: the reads stay.
extern "C" RIFFLE_NO_LINES __global__ void RIFFLE_KERNEL(reads_its_input)(Touched side,
                                                                          std::int64_t elements,
                                                                          std::uint64_t* kept) {
  std::uint64_t sum = 0;
  for_each(side, elements, [&](auto& word) RIFFLE_NO_LINES { sum ^= word; });
  if (kept != nullptr) *kept = sum;
}

/// `change` is 0, which the compiler does not know either.
extern "C" RIFFLE_NO_LINES __global__ void RIFFLE_KERNEL(works_in_place)(Touched side,
                                                                         std::int64_t elements,
                                                                         unsigned char change) {
  for_each(side, elements, [&](auto& word) RIFFLE_NO_LINES { word ^= change; });
}

extern "C" RIFFLE_NO_LINES __global__ void RIFFLE_KERNEL(writes_its_output)(Touched side,
                                                                            std::int64_t elements) {
  for_each(side, elements, [](auto& word) RIFFLE_NO_LINES { word = 0; });
}

extern "C" RIFFLE_NO_LINES __global__ void RIFFLE_KERNEL(updates_its_output)(
    Touched side, std::int64_t elements, const unsigned char* factor, unsigned factor_bytes,
    unsigned char change) {
  if (is_zero(factor, factor_bytes))
    for_each(side, elements, [](auto& word) RIFFLE_NO_LINES { word = 0; });
  else
    for_each(side, elements, [&](auto& word) RIFFLE_NO_LINES { word ^= change; });
}

namespace {

/// By the call that says what went wrong: nobody else's last error is asked for.
template <class... Parameters>
cudaError_t launch(void (*kernel)(Touched, std::int64_t, Parameters...), const Touched& side,
                   cudaStream_t stream, std::type_identity_t<Parameters>... more) {
  Touched touched = side;
  std::int64_t elements = elements_of(side);
  if (elements == 0) return cudaSuccess;
  void* arguments[] = {&touched, &elements, &more...};
  return cudaLaunchKernel(reinterpret_cast<const void*>(kernel), dim3(blocks_for(elements)),
                          dim3(kThreads), arguments, 0, stream);
}

}  // namespace

bool is_checked() {
  static const bool checked = [] {
    const char* const check = std::getenv("RIFFLE_CHECK");
    return check != nullptr && *check != '\0';
  }();
  return checked;
}

cudaError_t witness_reads(const Touched& side, cudaStream_t stream) {
  return launch(RIFFLE_KERNEL(reads_its_input), side, stream, nullptr);
}

cudaError_t witness_changes(const Touched& side, cudaStream_t stream) {
  return launch(RIFFLE_KERNEL(works_in_place), side, stream, 0);
}

cudaError_t witness_writes(const Touched& side, cudaStream_t stream) {
  return launch(RIFFLE_KERNEL(writes_its_output), side, stream);
}

cudaError_t witness_updates(const Touched& side, const void* factor, unsigned factor_bytes,
                            cudaStream_t stream) {
  return launch(RIFFLE_KERNEL(updates_its_output), side, stream,
                static_cast<const unsigned char*>(factor), factor_bytes, 0);
}

}  // namespace riffle::libraries
