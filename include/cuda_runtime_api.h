// SPDX-License-Identifier: Apache-2.0
// The runtime API as C sees it: types and the calls of CUDA 13.0. C++ programs usually include cuda_runtime.h.
#ifndef __CUDA_RUNTIME_API_H__
#define __CUDA_RUNTIME_API_H__

#include <riffle_api/cuda_version.h>

#ifndef CUDART_VERSION
#define CUDART_VERSION 13000
#endif
#define __CUDART_API_VERSION CUDART_VERSION

#include <builtin_types.h>
#include <host_defines.h>

#include <riffle_api/calls_12.h>
#include <riffle_api/calls_arrays.h>
#include <riffle_api/calls_capture.h>
#include <riffle_api/calls_copies.h>
#include <riffle_api/calls_device.h>
#include <riffle_api/calls_errors.h>
#include <riffle_api/calls_external.h>
#include <riffle_api/calls_graph_nodes.h>
#include <riffle_api/calls_graphs.h>
#include <riffle_api/calls_launch.h>
#include <riffle_api/calls_libraries.h>
#include <riffle_api/calls_memory.h>
#include <riffle_api/calls_pools.h>
#include <riffle_api/calls_streams.h>
#ifdef __CUDA_API_VERSION_INTERNAL
#include <riffle_api/per_thread_forms.h>
#endif
#ifndef RIFFLE_CUDA_12
#include <riffle_api/names_12.h>
#endif

#include <cuda_device_runtime_api.h>

#endif  // __CUDA_RUNTIME_API_H__
