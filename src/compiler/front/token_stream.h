// SPDX-License-Identifier: Apache-2.0
// What nvcc reads and clang does not, where only tokens tell: the parser gets others than the preprocessor makes. Macros have
// been expanded by then, and comments, strings and lines are no matter.
#pragma once

#include <functional>

namespace riffle::front {

/// Calls `action` when the parser comes to the end of the file, before it looks at what is left.
void at_end_of_file(std::function<void()> action);

}  // namespace riffle::front
