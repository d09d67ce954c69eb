// SPDX-License-Identifier: Apache-2.0
// Kept for programs that name this header. It checks no compiler version: any host compiler will do.
#ifndef __HOST_CONFIG_H__
#define __HOST_CONFIG_H__
#include <features.h>
#endif  // __HOST_CONFIG_H__
