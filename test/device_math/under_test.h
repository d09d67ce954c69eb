// SPDX-License-Identifier: Apache-2.0
// The device library's arithmetic as plain C++ in namespace `device`, so that it can be compared
// with references on the machine that will run it.
#pragma once

#define RIFFLE_AS_HOST
namespace device {
#include "../../include/riffle_device/bits.h"
#include "../../include/riffle_device/convert.h"
#include "../../include/riffle_device/dot_product.h"
#include "../../include/riffle_device/dynamic_programming.h"
#include "../../include/riffle_device/elementary.h"
#include "../../include/riffle_device/fast_math.h"
#include "../../include/riffle_device/integer.h"
#include "../../include/riffle_device/math_names.h"
#include "../../include/riffle_device/min_max.h"
#include "../../include/riffle_device/norms.h"
#include "../../include/riffle_device/rounding.h"
#include "../../include/riffle_device/simd_video.h"
#include "../../include/riffle_device/special.h"
}  // namespace device
