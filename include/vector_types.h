// SPDX-License-Identifier: Apache-2.0
// CUDA's short vectors and dim3. Sizes and alignments are ABI: kernels take these by value.
//
// Vectors of 2 and 4 elements are aligned to their size up to 16 bytes, the others as their element. CUDA 13 added
// names that say the alignment of 32-byte vectors (double4_16a, double4_32a); the plain names stay aligned to 16.
#ifndef __VECTOR_TYPES_H__
#define __VECTOR_TYPES_H__

#include <host_defines.h>

#define RIFFLE_VECTOR_1_TO_3(name, element, align2)                  \
  struct name##1 { element x; };                                     \
  struct __attribute__((aligned(align2))) name##2 { element x, y; }; \
  struct name##3 { element x, y, z; };                               \
  typedef struct name##1 name##1;                                    \
  typedef struct name##2 name##2;                                    \
  typedef struct name##3 name##3

#define RIFFLE_VECTOR_4(name, element, align)   \
  struct __attribute__((aligned(align))) name { \
    element x, y, z, w;                         \
  };                                            \
  typedef struct name name

RIFFLE_VECTOR_1_TO_3(char, signed char, 2);
RIFFLE_VECTOR_1_TO_3(uchar, unsigned char, 2);
RIFFLE_VECTOR_1_TO_3(short, short, 4);
RIFFLE_VECTOR_1_TO_3(ushort, unsigned short, 4);
RIFFLE_VECTOR_1_TO_3(int, int, 8);
RIFFLE_VECTOR_1_TO_3(uint, unsigned int, 8);
RIFFLE_VECTOR_1_TO_3(long, long int, 16);
RIFFLE_VECTOR_1_TO_3(ulong, unsigned long int, 16);
RIFFLE_VECTOR_1_TO_3(longlong, long long int, 16);
RIFFLE_VECTOR_1_TO_3(ulonglong, unsigned long long int, 16);
RIFFLE_VECTOR_1_TO_3(float, float, 8);
RIFFLE_VECTOR_1_TO_3(double, double, 16);

RIFFLE_VECTOR_4(char4, signed char, 4);
RIFFLE_VECTOR_4(uchar4, unsigned char, 4);
RIFFLE_VECTOR_4(short4, short, 8);
RIFFLE_VECTOR_4(ushort4, unsigned short, 8);
RIFFLE_VECTOR_4(int4, int, 16);
RIFFLE_VECTOR_4(uint4, unsigned int, 16);
RIFFLE_VECTOR_4(float4, float, 16);

// nvcc 13 warns at each use of the four plain names below. They stay common in existing code and mean the same here
// as ever, so we do not.
RIFFLE_VECTOR_4(long4, long int, 16);
RIFFLE_VECTOR_4(ulong4, unsigned long int, 16);
RIFFLE_VECTOR_4(longlong4, long long int, 16);
RIFFLE_VECTOR_4(ulonglong4, unsigned long long int, 16);
RIFFLE_VECTOR_4(double4, double, 16);

RIFFLE_VECTOR_4(long4_16a, long int, 16);
RIFFLE_VECTOR_4(long4_32a, long int, 32);
RIFFLE_VECTOR_4(ulong4_16a, unsigned long int, 16);
RIFFLE_VECTOR_4(ulong4_32a, unsigned long int, 32);
RIFFLE_VECTOR_4(longlong4_16a, long long int, 16);
RIFFLE_VECTOR_4(longlong4_32a, long long int, 32);
RIFFLE_VECTOR_4(ulonglong4_16a, unsigned long long int, 16);
RIFFLE_VECTOR_4(ulonglong4_32a, unsigned long long int, 32);
RIFFLE_VECTOR_4(double4_16a, double, 16);
RIFFLE_VECTOR_4(double4_32a, double, 32);

#undef RIFFLE_VECTOR_1_TO_3
#undef RIFFLE_VECTOR_4

struct dim3 {
  unsigned int x, y, z;
#if defined(__cplusplus)
  __host__ __device__ constexpr dim3(unsigned int x_ = 1, unsigned int y_ = 1, unsigned int z_ = 1)
      : x(x_), y(y_), z(z_) {}
  __host__ __device__ constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
#if defined(__CUDA__)
  // From threadIdx and its like, which convert to uint3 as well: before C++17 that would be ambiguous.
  template <class _Tp, class = typename _Tp::RiffleBuiltinVariable>
  __device__ dim3(const _Tp& v) : x(v.x), y(v.y), z(v.z) {}
#endif
  __host__ __device__ constexpr operator uint3() const { return uint3{x, y, z}; }
#endif
};
typedef struct dim3 dim3;

#endif  // __VECTOR_TYPES_H__
