// SPDX-License-Identifier: Apache-2.0
// Everything that kernels may use beyond the language. cuda_runtime.h includes this before any
// standard header: device overloads of malloc, abs or pow must exist when <new>, <cstdlib> and
// <cmath> are read, because their using-declarations and templates bind at that point.
#pragma once

#if defined(__CUDA__)

#include "builtin_variables.h"
#include "runtime_calls.h"

#include "atomics.h"
#include "bits.h"
#include "builtin_atomics.h"
#include "complex.h"
#include "convert.h"
#include "dot_product.h"
#include "dynamic_programming.h"
#include "elementary.h"
#include "extended_lambda.h"
#include "fast_math.h"
#include "integer.h"
#include "memory_access.h"
#include "memory_orders.h"
#include "min_max.h"
#include "norms.h"
#include "older_names.h"
#include "rounding.h"
#include "simd_video.h"
#include "special.h"
#include "surface_functions.h"
#include "sync.h"
#include "clusters.h"
#include "texture_functions.h"
#include "warp.h"

#ifdef __CUDACC_RTC__
#include "without_std.h"
#else
// What nvcc's cuda_runtime.h brings in; programs rely on it.
#include <assert.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <cmath>
#include <cstdlib>
#include <new>
#include <utility>
#endif

#include "aligned_new.h"
#include "math_names.h"
#include "std_math.h"

#endif  // __CUDA__
