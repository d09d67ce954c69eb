// SPDX-License-Identifier: Apache-2.0
// All types, enumerators and flags that the runtime API's calls take. The pieces are in riffle_api/.
#ifndef __DRIVER_TYPES_H__
#define __DRIVER_TYPES_H__

#include <riffle_api/standard_types.h>

#include <host_defines.h>
#include <vector_types.h>

#include <riffle_api/arrays.h>
#include <riffle_api/batch_copies.h>
#include <riffle_api/callbacks.h>
#include <riffle_api/capture.h>
#include <riffle_api/channel_formats.h>
#include <riffle_api/device_attributes.h>
#include <riffle_api/device_properties.h>
#include <riffle_api/errors.h>
#include <riffle_api/external.h>
#include <riffle_api/flags.h>
#include <riffle_api/functions.h>
#include <riffle_api/graph_node_params.h>
#include <riffle_api/graphs.h>
#include <riffle_api/handles.h>
#include <riffle_api/launch.h>
#include <riffle_api/libraries.h>
#include <riffle_api/memory.h>
#include <riffle_api/memory_pools.h>
#include <riffle_api/uuid.h>

#endif  // __DRIVER_TYPES_H__
