// SPDX-License-Identifier: Apache-2.0
// make_float4 and its relatives: one function for each short vector type, for host and device.
#ifndef __VECTOR_FUNCTIONS_H__
#define __VECTOR_FUNCTIONS_H__

#include <host_defines.h>
#include <vector_types.h>

#define RIFFLE_MAKE_1_TO_3(name, element)                                                         \
  static __inline__ __host__ __device__ name##1 make_##name##1(element x) {                       \
    name##1 v;                                                                                    \
    v.x = x;                                                                                      \
    return v;                                                                                     \
  }                                                                                               \
  static __inline__ __host__ __device__ name##2 make_##name##2(element x, element y) {            \
    name##2 v;                                                                                    \
    v.x = x;                                                                                      \
    v.y = y;                                                                                      \
    return v;                                                                                     \
  }                                                                                               \
  static __inline__ __host__ __device__ name##3 make_##name##3(element x, element y, element z) { \
    name##3 v;                                                                                    \
    v.x = x;                                                                                      \
    v.y = y;                                                                                      \
    v.z = z;                                                                                      \
    return v;                                                                                     \
  }

#define RIFFLE_MAKE_4(name, element)                                                      \
  static __inline__ __host__ __device__ name make_##name(element x, element y, element z, \
                                                         element w) {                     \
    name v;                                                                               \
    v.x = x;                                                                              \
    v.y = y;                                                                              \
    v.z = z;                                                                              \
    v.w = w;                                                                              \
    return v;                                                                             \
  }

RIFFLE_MAKE_1_TO_3(char, signed char)
RIFFLE_MAKE_1_TO_3(uchar, unsigned char)
RIFFLE_MAKE_1_TO_3(short, short)
RIFFLE_MAKE_1_TO_3(ushort, unsigned short)
RIFFLE_MAKE_1_TO_3(int, int)
RIFFLE_MAKE_1_TO_3(uint, unsigned int)
RIFFLE_MAKE_1_TO_3(long, long int)
RIFFLE_MAKE_1_TO_3(ulong, unsigned long int)
RIFFLE_MAKE_1_TO_3(longlong, long long int)
RIFFLE_MAKE_1_TO_3(ulonglong, unsigned long long int)
RIFFLE_MAKE_1_TO_3(float, float)
RIFFLE_MAKE_1_TO_3(double, double)

RIFFLE_MAKE_4(char4, signed char)
RIFFLE_MAKE_4(uchar4, unsigned char)
RIFFLE_MAKE_4(short4, short)
RIFFLE_MAKE_4(ushort4, unsigned short)
RIFFLE_MAKE_4(int4, int)
RIFFLE_MAKE_4(uint4, unsigned int)
RIFFLE_MAKE_4(float4, float)
RIFFLE_MAKE_4(long4, long int)
RIFFLE_MAKE_4(long4_16a, long int)
RIFFLE_MAKE_4(long4_32a, long int)
RIFFLE_MAKE_4(ulong4, unsigned long int)
RIFFLE_MAKE_4(ulong4_16a, unsigned long int)
RIFFLE_MAKE_4(ulong4_32a, unsigned long int)
RIFFLE_MAKE_4(longlong4, long long int)
RIFFLE_MAKE_4(longlong4_16a, long long int)
RIFFLE_MAKE_4(longlong4_32a, long long int)
RIFFLE_MAKE_4(ulonglong4, unsigned long long int)
RIFFLE_MAKE_4(ulonglong4_16a, unsigned long long int)
RIFFLE_MAKE_4(ulonglong4_32a, unsigned long long int)
RIFFLE_MAKE_4(double4, double)
RIFFLE_MAKE_4(double4_16a, double)
RIFFLE_MAKE_4(double4_32a, double)

#undef RIFFLE_MAKE_1_TO_3
#undef RIFFLE_MAKE_4

#endif  // __VECTOR_FUNCTIONS_H__
