// SPDX-License-Identifier: Apache-2.0
// The kernel's side of device printf: abi::RuntimeTable::vprintf.
#pragma once

#include <cstdint>

namespace riffle::device {

/// Appends one call to the buffer. Returns the number of arguments, -1 for a null format, -2 when the
/// call cannot be kept (more than 64 arguments, no memory). May fault on bad pointers, and holds nothing
/// when it does.
std::int32_t device_vprintf(const char* format, const void* arguments);

}  // namespace riffle::device
