// SPDX-License-Identifier: Apache-2.0
// Every type of the runtime API, without a single call. Includable from C, C++ and device code.
#ifndef RIFFLE_BUILTIN_TYPES_H
#define RIFFLE_BUILTIN_TYPES_H

#include <device_types.h>
#include <driver_types.h>
#include <surface_types.h>
#include <texture_types.h>
#include <vector_types.h>

#endif  // RIFFLE_BUILTIN_TYPES_H
