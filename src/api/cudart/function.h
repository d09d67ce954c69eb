// SPDX-License-Identifier: Apache-2.0
// What hosts and kernels alike may ask about kernels.
#pragma once

#include <cuda_runtime_api.h>

#include "runtime/module/module.h"

namespace riffle::api::cudart {

[[nodiscard]] cudaFuncAttributes shown_attributes(const module::Kernel& kernel);

}  // namespace riffle::api::cudart
