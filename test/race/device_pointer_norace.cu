// SPDX-License-Identifier: Apache-2.0
// tools: mem,race
#define FIXED 1
#include "device_pointer.h"
