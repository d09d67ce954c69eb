// SPDX-License-Identifier: Apache-2.0
// The macros with which the driver's calls are declared.
#ifndef RIFFLE_DRIVER_DECLARE_H
#define RIFFLE_DRIVER_DECLARE_H

#include <riffle_api/cuda_version.h>
#include <riffle_driver/names.h>

// The library that implements the calls defines it to export them.
#ifndef RIFFLE_DRIVER_API
#define RIFFLE_DRIVER_API extern
#endif

#if defined(__CUDA_API_VERSION_INTERNAL) || defined(CUDA_ENABLE_DEPRECATED)
#define RIFFLE_DRIVER_DEPRECATED
#else
#define RIFFLE_DRIVER_DEPRECATED __attribute__((deprecated))
#endif

#endif  // RIFFLE_DRIVER_DECLARE_H
