// SPDX-License-Identifier: Apache-2.0
// tools: mem,race
// expect: mem/device pointer mem/device pointer mem/device pointer
// says: mem: device pointer: host code writes device memory by its pointer, which ends the program where there is a GPU
// says: host code reads device memory by its pointer
// says: device_pointer.h:25 in main
// says: memory: from byte 400 on of 65536 bytes of device memory, made at
// says: fix: copy it with cudaMemcpy, or allocate it with cudaMallocManaged
#define FIXED 0
#include "device_pointer.h"
