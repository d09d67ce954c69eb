// SPDX-License-Identifier: Apache-2.0
// The kernels of memory_mem.cu, each as far as it may go.
#define FIXED 1
#include "memory.h"
