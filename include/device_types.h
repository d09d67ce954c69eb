// SPDX-License-Identifier: Apache-2.0
// Kept for programs that name this header: cudaRoundMode.
#ifndef __DEVICE_TYPES_H__
#define __DEVICE_TYPES_H__

#include <host_defines.h>
#include <riffle_api/device_properties.h>

#endif  // __DEVICE_TYPES_H__
