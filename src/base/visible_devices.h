// SPDX-License-Identifier: Apache-2.0
// CUDA_VISIBLE_DEVICES: which of the machine's devices a program sees, and in which order.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace riffle {

/// A device's UUID as programs print it.
std::string uuid_text(std::uint32_t device);

/// The numbers among `count` devices that `list` names, by number or by the beginning of one UUID. The list ends at the first
/// name of no device, or of several; a device that is named twice makes it empty.
std::vector<std::uint32_t> visible_devices(std::string_view list, std::uint32_t count);

}  // namespace riffle
