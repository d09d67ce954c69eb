// SPDX-License-Identifier: Apache-2.0
// The function objects of reductions and scans.
#pragma once

#include "types.h"

namespace cooperative_groups {
namespace __v1 {

#define RIFFLE_GROUP_OPERATOR(name, expression)                                           \
  template <class _Tp>                                                                    \
  struct name {                                                                           \
    RIFFLE_MEMBER _Tp operator()(const _Tp& a, const _Tp& b) const { return expression; } \
  };
RIFFLE_GROUP_OPERATOR(plus, a + b)
RIFFLE_GROUP_OPERATOR(less, b < a ? b : a)
RIFFLE_GROUP_OPERATOR(greater, a < b ? b : a)
RIFFLE_GROUP_OPERATOR(bit_and, a& b)
RIFFLE_GROUP_OPERATOR(bit_or, a | b)
RIFFLE_GROUP_OPERATOR(bit_xor, a ^ b)
#undef RIFFLE_GROUP_OPERATOR

}  // namespace __v1
using namespace __v1;
}  // namespace cooperative_groups
