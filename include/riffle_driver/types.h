// SPDX-License-Identifier: Apache-2.0
// All types of the driver API.
#ifndef RIFFLE_DRIVER_TYPES_H
#define RIFFLE_DRIVER_TYPES_H

#include <riffle_driver/arrays.h>
#include <riffle_driver/contexts.h>
#include <riffle_driver/copies.h>
#include <riffle_driver/core_dumps.h>
#include <riffle_driver/device_attributes.h>
#include <riffle_driver/external.h>
#include <riffle_driver/flags.h>
#include <riffle_driver/graphs.h>
#include <riffle_driver/green_contexts.h>
#include <riffle_driver/handles.h>
#include <riffle_driver/launches.h>
#include <riffle_driver/memory.h>
#include <riffle_driver/modules.h>
#include <riffle_driver/results.h>
#include <riffle_driver/stream_operations.h>
#include <riffle_driver/tensor_maps.h>

#endif  // RIFFLE_DRIVER_TYPES_H
