// SPDX-License-Identifier: Apache-2.0
// threadIdx, blockIdx, blockDim, gridDim, warpSize. Their components are properties that read the
// special registers, because clang has no real variables for them. Copies stay valid: within one
// thread the values never change.
#pragma once

#include "../vector_types.h"
#include "function_macros.h"

#define RIFFLE_COMPONENT(component, reader)                                             \
  __declspec(property(get = get_##component)) unsigned int component;                   \
  static inline __attribute__((always_inline, device)) unsigned int get_##component() { \
    return reader();                                                                    \
  }

#define RIFFLE_BUILTIN_TYPE(type, reg)                              \
  struct type {                                                     \
    using RiffleBuiltinVariable = void; /* see dim3 */              \
    RIFFLE_COMPONENT(x, __nvvm_read_ptx_sreg_##reg##_x)             \
    RIFFLE_COMPONENT(y, __nvvm_read_ptx_sreg_##reg##_y)             \
    RIFFLE_COMPONENT(z, __nvvm_read_ptx_sreg_##reg##_z)             \
    __attribute__((device, always_inline)) operator dim3() const {  \
      return dim3(get_x(), get_y(), get_z());                       \
    }                                                               \
    __attribute__((device, always_inline)) operator uint3() const { \
      return uint3{get_x(), get_y(), get_z()};                      \
    }                                                               \
    __attribute__((device)) type* operator&() const = delete;       \
  };

RIFFLE_BUILTIN_TYPE(__riffle_thread_index, tid)
RIFFLE_BUILTIN_TYPE(__riffle_block_index, ctaid)
RIFFLE_BUILTIN_TYPE(__riffle_block_dim, ntid)
RIFFLE_BUILTIN_TYPE(__riffle_grid_dim, nctaid)

extern const __attribute__((device, weak)) __riffle_thread_index threadIdx;
extern const __attribute__((device, weak)) __riffle_block_index blockIdx;
extern const __attribute__((device, weak)) __riffle_block_dim blockDim;
extern const __attribute__((device, weak)) __riffle_grid_dim gridDim;

__attribute__((device)) const int warpSize = 32;

#undef RIFFLE_BUILTIN_TYPE
#undef RIFFLE_COMPONENT
