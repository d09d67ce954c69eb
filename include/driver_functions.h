// SPDX-License-Identifier: Apache-2.0
// Makers of the small structures that copies take.
#ifndef __DRIVER_FUNCTIONS_H__
#define __DRIVER_FUNCTIONS_H__

#include <driver_types.h>

static __inline__ __host__ struct cudaExtent make_cudaExtent(size_t width, size_t height,
                                                             size_t depth) {
  struct cudaExtent extent;
  extent.width = width;
  extent.height = height;
  extent.depth = depth;
  return extent;
}

static __inline__ __host__ struct cudaPos make_cudaPos(size_t x, size_t y, size_t z) {
  struct cudaPos pos;
  pos.x = x;
  pos.y = y;
  pos.z = z;
  return pos;
}

static __inline__ __host__ struct cudaPitchedPtr make_cudaPitchedPtr(void* ptr, size_t pitch_bytes,
                                                                     size_t xsize, size_t ysize) {
  struct cudaPitchedPtr pitched;
  pitched.ptr = ptr;
  pitched.pitch = pitch_bytes;
  pitched.xsize = xsize;
  pitched.ysize = ysize;
  return pitched;
}

#endif  // __DRIVER_FUNCTIONS_H__
