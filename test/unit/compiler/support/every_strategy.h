// SPDX-License-Identifier: Apache-2.0
// One kernel under every strategy: right results, the same bits from each.
#pragma once

#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <string>
#include <vector>

#include "support/fake_runtime.h"
#include "support/kernel_file.h"

namespace riffle::test {

/// The empty name leaves the choice to the compiler.
inline const std::vector<std::string> kStrategies = {"", "loop", "simd", "fiber"};

template <class Element>
using Check = std::function<void(const std::vector<Element>&)>;

/// Runs `kernel` of `source` on a copy of `memory` (its first argument is a pointer to it) under
/// every strategy, compares the bytes, and hands the result of the first to `check`.
template <class Element>
void run_all(const std::string& source, const LaunchShape& shape,
             const std::vector<Element>& memory, const std::vector<const void*>& more,
             const Check<Element>& check, const std::string& options = "") {
  const auto image = device_image(source, options);
  ASSERT_FALSE(image.empty());
  std::vector<Element> reference;
  for (const std::string& strategy : kStrategies) {
    SCOPED_TRACE("strategy '" + strategy + "'");
    const LoadedModule module(image, strategy);
    ASSERT_EQ(module.error(), "");
    const abi::KernelRow* kernel = module.kernel("k");
    ASSERT_NE(kernel, nullptr);
    std::vector<Element> copy = memory;
    Element* pointer = copy.data();
    std::vector<const void*> arguments = {&pointer};
    arguments.insert(arguments.end(), more.begin(), more.end());
    ASSERT_TRUE(fake_launch(*kernel, shape, arguments));
    if (reference.empty()) {
      reference = copy;
      check(copy);
    } else {
      EXPECT_EQ(std::memcmp(copy.data(), reference.data(), copy.size() * sizeof(Element)), 0)
          << "differs from the compiler's own choice";
    }
  }
}
}  // namespace riffle::test
