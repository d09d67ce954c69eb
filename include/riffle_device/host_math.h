// SPDX-License-Identifier: Apache-2.0
// CUDA's math functions for host code: what nvcc offers beyond the C library. They are the same
// bodies as the device's, declared for both sides.
#pragma once

#include "riffle_device.h"
