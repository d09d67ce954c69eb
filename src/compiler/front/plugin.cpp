// SPDX-License-Identifier: Apache-2.0
// libriffle_clang.so: clang loads it for the parts that are in it.
#include "compiler/front/plugin_part.h"

namespace {

const bool kActive = [] {
  riffle::front::activate_parts();
  return true;
}();

}  // namespace
