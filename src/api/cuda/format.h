// SPDX-License-Identifier: Apache-2.0
// Formats of array elements: the driver's enumerator and number of channels, the runtime's bits.
#pragma once

#include <cuda.h>
#include <cuda_runtime_api.h>

#include <optional>

namespace riffle::api::cuda {

/// Nothing for what is no format of 1, 2 or 4 plain channels.
[[nodiscard]] std::optional<cudaChannelFormatDesc> channel_format(CUarray_format format,
                                                                  unsigned channels);
struct ArrayFormat {
  CUarray_format format;
  unsigned channels;
};
[[nodiscard]] ArrayFormat array_format(const cudaChannelFormatDesc& channels);

}  // namespace riffle::api::cuda
