// SPDX-License-Identifier: Apache-2.0
// Compiled by riffle cc. The kernels have the names that findings and traces show.
#include "libraries/cufft/callbacks.h"

#include <cuComplex.h>

#include "libraries/places.h"

namespace riffle::cufft {
namespace {

using namespace libraries;

template <class Element>
using Load = Element (*)(void* in, std::size_t offset, void* info, void* shared);
template <class Element>
using Store = void (*)(void* out, std::size_t offset, Element element, void* info, void* shared);

extern __shared__ double2 callback_memory[];

}  // namespace

template <class Element>
__global__ void cufft_calls_the_load_callback(Load<Element> load, void* info, Touched side,
                                              std::int64_t elements, Element* packed) {
  for (std::int64_t i = first(); i < elements; i += stride())
    packed[i] = load(side.data, static_cast<std::size_t>(place_of(side, i)), info, callback_memory);
}

template <class Element>
__global__ void cufft_calls_the_store_callback(Store<Element> store, void* info, Touched side,
                                               std::int64_t elements, const Element* packed) {
  for (std::int64_t i = first(); i < elements; i += stride())
    store(side.data, static_cast<std::size_t>(place_of(side, i)), packed[i], info, callback_memory);
}

namespace {

/// Calls `use` with an element of the type.
template <class Use>
void with_type(CallbackElement type, Use use) {
  if (type.is_complex && type.is_double) return use(cuDoubleComplex{});
  if (type.is_complex) return use(cuComplex{});
  if (type.is_double) return use(double{});
  return use(float{});
}

}  // namespace

cudaError_t call_load(const Callback& callback, CallbackElement type, const Touched& side,
                      void* packed, cudaStream_t stream) {
  const std::int64_t elements = elements_of(side);
  with_type(type, [&]<class Element>(Element) {
    cufft_calls_the_load_callback<Element>
        <<<blocks_for(elements), kThreads, callback.shared_bytes, stream>>>(
            reinterpret_cast<Load<Element>>(callback.function), callback.info, side, elements,
            static_cast<Element*>(packed));
  });
  return cudaGetLastError();
}

cudaError_t call_store(const Callback& callback, CallbackElement type, const Touched& side,
                       void* packed, cudaStream_t stream) {
  const std::int64_t elements = elements_of(side);
  with_type(type, [&]<class Element>(Element) {
    cufft_calls_the_store_callback<Element>
        <<<blocks_for(elements), kThreads, callback.shared_bytes, stream>>>(
            reinterpret_cast<Store<Element>>(callback.function), callback.info, side, elements,
            static_cast<const Element*>(packed));
  });
  return cudaGetLastError();
}

}  // namespace riffle::cufft
