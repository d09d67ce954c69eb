// SPDX-License-Identifier: Apache-2.0
// Loads and stores with cache hints. A CPU has no use for the hints: they are plain accesses,
// except the two that must reach memory each time. Templates take all scalar and vector types that
// CUDA lists.
#pragma once

#include "function_macros.h"

#define RIFFLE_LOAD(name)                      \
  template <class _Tp>                         \
  RIFFLE_DEVICE _Tp name(const _Tp* address) { \
    return *address;                           \
  }
RIFFLE_LOAD(__ldg)
RIFFLE_LOAD(__ldcg)
RIFFLE_LOAD(__ldca)
RIFFLE_LOAD(__ldcs)
RIFFLE_LOAD(__ldlu)
#undef RIFFLE_LOAD

#define RIFFLE_STORE(name)                           \
  template <class _Tp>                               \
  RIFFLE_DEVICE void name(_Tp* address, _Tp value) { \
    *address = value;                                \
  }
RIFFLE_STORE(__stwb)
RIFFLE_STORE(__stcg)
RIFFLE_STORE(__stcs)
#undef RIFFLE_STORE

// "Don't cache, fetch again" and "write through": another agent may look, so the compiler must not
// merge them. Copied by bytes of a volatile block because vector structures have no volatile
// copies.
namespace riffle_device {
template <unsigned long size>
struct Block;
template <>
struct Block<1> {
  using Type = unsigned char;
};
template <>
struct Block<2> {
  using Type = unsigned short;
};
template <>
struct Block<4> {
  using Type = unsigned;
};
template <>
struct Block<8> {
  using Type = unsigned long long;
};
template <>
struct Block<16> {
  using Type = unsigned __int128;
};
}  // namespace riffle_device

template <class _Tp>
RIFFLE_DEVICE _Tp __ldcv(const _Tp* address) {
  using Bits = typename riffle_device::Block<sizeof(_Tp)>::Type;
  const Bits bits = *reinterpret_cast<const volatile Bits*>(address);
  return __builtin_bit_cast(_Tp, bits);
}
template <class _Tp>
RIFFLE_DEVICE void __stwt(_Tp* address, _Tp value) {
  using Bits = typename riffle_device::Block<sizeof(_Tp)>::Type;
  *reinterpret_cast<volatile Bits*>(address) = __builtin_bit_cast(Bits, value);
}

RIFFLE_DEVICE unsigned __isGlobal(const void* p) { return __nvvm_isspacep_global(p); }
RIFFLE_DEVICE unsigned __isShared(const void* p) { return __nvvm_isspacep_shared(p); }
RIFFLE_DEVICE unsigned __isConstant(const void* p) { return __nvvm_isspacep_const(p); }
// Parameters have no address space of their own here.
RIFFLE_DEVICE unsigned __isGridConstant(const void*) { return 0; }
RIFFLE_DEVICE unsigned __isLocal(const void* p) { return __nvvm_isspacep_local(p); }

// Shared addresses are offsets from the block's shared memory: programs keep them in 32 bits. Those of the other spaces
// are generic addresses.
extern "C" __device__ char* __riffle_shared_base();
RIFFLE_DEVICE __SIZE_TYPE__ __cvta_generic_to_global(const void* p) {
  return reinterpret_cast<__SIZE_TYPE__>(p);
}
RIFFLE_DEVICE __SIZE_TYPE__ __cvta_generic_to_shared(const void* p) {
  return static_cast<__SIZE_TYPE__>(static_cast<const char*>(p) - __riffle_shared_base());
}
RIFFLE_DEVICE __SIZE_TYPE__ __cvta_generic_to_constant(const void* p) {
  return reinterpret_cast<__SIZE_TYPE__>(p);
}
RIFFLE_DEVICE __SIZE_TYPE__ __cvta_generic_to_local(const void* p) {
  return reinterpret_cast<__SIZE_TYPE__>(p);
}
RIFFLE_DEVICE __SIZE_TYPE__ __cvta_generic_to_grid_constant(const void* p) {
  return reinterpret_cast<__SIZE_TYPE__>(p);
}
RIFFLE_DEVICE void* __cvta_grid_constant_to_generic(__SIZE_TYPE__ p) {
  return reinterpret_cast<void*>(p);
}
RIFFLE_DEVICE void* __cvta_global_to_generic(__SIZE_TYPE__ p) { return reinterpret_cast<void*>(p); }
RIFFLE_DEVICE void* __cvta_shared_to_generic(__SIZE_TYPE__ p) { return __riffle_shared_base() + p; }
RIFFLE_DEVICE void* __cvta_constant_to_generic(__SIZE_TYPE__ p) {
  return reinterpret_cast<void*>(p);
}
RIFFLE_DEVICE void* __cvta_local_to_generic(__SIZE_TYPE__ p) { return reinterpret_cast<void*>(p); }

/// A hint how data will be used; the pointer stays the same.
RIFFLE_DEVICE void* __nv_associate_access_property(const void* p, unsigned long long) {
  return const_cast<void*>(p);
}
