// SPDX-License-Identifier: Apache-2.0
// Resources of a device, which a program divides among green contexts: multiprocessors.
#pragma once

#include <cuda.h>

namespace riffle::api::cuda {

/// What a green context is to have.
struct Provision {
  int device = 0;
  unsigned multiprocessors = 0;
};

/// That many of a device's multiprocessors, which can be divided.
[[nodiscard]] CUdevResource multiprocessors_of(int device, unsigned count);

/// What a descriptor stands for; null for what is none.
[[nodiscard]] const Provision* find_provision(CUdevResourceDesc desc);

}  // namespace riffle::api::cuda
