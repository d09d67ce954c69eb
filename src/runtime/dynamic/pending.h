// SPDX-License-Identifier: Apache-2.0
// How many launches from device code have not run, tail launches included: CUDA bounds them per device.
#pragma once

#include <cstddef>

namespace riffle::dynamic {

/// False, and nothing is counted, when there are `most` of the device.
[[nodiscard]] bool count_pending(int device, std::size_t most);
void uncount_pending(int device);

}  // namespace riffle::dynamic
