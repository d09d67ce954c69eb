// SPDX-License-Identifier: Apache-2.0
// Whether a program looks at what a call has answered: its code behind the call says it.
//
//   call cudaFree;  test %eax, %eax        looks
//   call cudaFree;  mov %eax, -4(%rbp)     may look
//   call cudaFree;  mov $p, %edi; call f   does not: the register has something else now
//
// A function that returns the result leaves the question to its caller. What cannot be decided counts as looked at.
#pragma once

#include <cstdint>
#include <span>

namespace riffle::race {

/// `returns`: where the call returns to, then where that function does, and so on.
[[nodiscard]] bool may_look_at_result(std::span<const std::uintptr_t> returns);

}  // namespace riffle::race
