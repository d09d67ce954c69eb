// SPDX-License-Identifier: Apache-2.0
// The kernels of written_init.cu, where all that they read was written.
#define FIXED 1
#include "written.h"
