/* SPDX-License-Identifier: Apache-2.0
 * PFN_cu..., types of pointers to the driver's functions: what cuGetProcAddress and cudaGetDriverEntryPoint give is cast to
 * them. Of functions with several forms, PFN_NAME is that which cuda.h declares. */
#ifndef RIFFLE_CUDA_TYPEDEFS_H
#define RIFFLE_CUDA_TYPEDEFS_H
#define CUDATYPEDEFS_H

#include <cuda.h>

#include "riffle_driver/first_forms.h"
#include "riffle_driver/typedefs.h"

#endif
