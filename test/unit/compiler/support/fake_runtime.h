// SPDX-License-Identifier: Apache-2.0
// A device of one worker, just enough to run compiled kernels: blocks in order, fibers on ucontext.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/abi/device_abi.h"

namespace riffle::test {

/// What kernels reported since the last clear.
struct Reports {
  std::vector<std::string> printed;
  std::vector<std::string> asserted;
  int faults = 0;
};
Reports& reports();

/// The table that fake-run kernels call. Faults and failed asserts end the launch.
const abi::RuntimeTable& fake_runtime();

struct LaunchShape {
  std::uint32_t grid[3] = {1, 1, 1};
  std::uint32_t block[3] = {1, 1, 1};
  std::uint32_t dynamic_shared_bytes = 0;
  bool streams = false;
};

/// Runs every block of one launch; `arguments` points to one value per parameter, as
/// cudaLaunchKernel takes them. False if a fault ended it.
bool fake_launch(const abi::KernelRow& kernel, const LaunchShape& shape,
                 const std::vector<const void*>& arguments);

}  // namespace riffle::test
