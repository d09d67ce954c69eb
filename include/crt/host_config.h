// SPDX-License-Identifier: Apache-2.0
// Kept for programs that name this header. It checks no compiler version: any host compiler will do.
#ifndef __HOST_CONFIG_H__
#define __HOST_CONFIG_H__
#ifndef __CUDACC_RTC__
#include <features.h>
#endif
#endif  // __HOST_CONFIG_H__
