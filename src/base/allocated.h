// SPDX-License-Identifier: Apache-2.0
// Memory from malloc, which crosses the compiler's doors, and is freed by free.
#pragma once

#include <cstdlib>
#include <memory>

namespace riffle {

struct FreeMemory {
  void operator()(void* memory) const { std::free(memory); }
};
template <typename T>
using Allocated = std::unique_ptr<T, FreeMemory>;

}  // namespace riffle
