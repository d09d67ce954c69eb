// SPDX-License-Identifier: Apache-2.0
// The door to textures in kernels, for files that name it; cuda_runtime.h has them anyway.
#pragma once

#include <cuda_runtime.h>
