// SPDX-License-Identifier: Apache-2.0
// The traits of extended lambdas: whether a type is the closure type of a lambda for the device, or for both sides, that
// is written in a function of the host. nvcc replaces the former in host code by types that cannot tell what they
// return, unless it is written; libraries ask for them and refuse them. Here a lambda has one type on both sides; the
// answers are nvcc's. They are there without --extended-lambda too.
#pragma once

namespace riffle_device {

/// An instance for a closure type gets its values from the plugin that riffle cc loads (compiler/front/lambda_kinds.cpp).
template <class _Tp>
struct extended_lambda {
  enum { is_device = 0, is_host_device = 0, keeps_return_type = 0 };
};

}  // namespace riffle_device

#define __nv_is_extended_device_lambda_closure_type(...) \
  bool(::riffle_device::extended_lambda<__VA_ARGS__>::is_device)
#define __nv_is_extended_host_device_lambda_closure_type(...) \
  bool(::riffle_device::extended_lambda<__VA_ARGS__>::is_host_device)
#define __nv_is_extended_device_lambda_with_preserved_return_type(...) \
  bool(::riffle_device::extended_lambda<__VA_ARGS__>::keeps_return_type)
