// SPDX-License-Identifier: Apache-2.0
// Asks a CUDA runtime library for its devices.
#pragma once

#include <string>
#include <vector>

#include "info/machine.h"

namespace riffle::tool {

/// Loads `library` and fills `devices`; `failure` says why not.
void query_devices(const std::string& library, std::vector<Device>& devices, std::string& failure);

}  // namespace riffle::tool
