// SPDX-License-Identifier: Apache-2.0
// The names that these headers need from the C library. Programs compiled at run time have no C library; for them the names are
// declared here.
#ifndef RIFFLE_API_STANDARD_TYPES_H
#define RIFFLE_API_STANDARD_TYPES_H

#ifdef __CUDACC_RTC__
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef long clock_t;
typedef __builtin_va_list va_list;
#ifndef NULL
#define NULL __null
#endif
#else
#include <limits.h>
#include <stddef.h>
#endif

#endif  // RIFFLE_API_STANDARD_TYPES_H
