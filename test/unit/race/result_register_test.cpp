// SPDX-License-Identifier: Apache-2.0
#include "race/result_register.h"

#include <array>
#include <initializer_list>

#include <gtest/gtest.h>

namespace riffle::race {
namespace {

struct Seen {
  ResultEffect effect;
  std::ptrdiff_t bytes;  ///< of the instruction; where it goes on
};

Seen see(std::initializer_list<std::uint8_t> instruction) {
  std::array<std::uint8_t, 32> code{};
  std::ranges::copy(instruction, code.begin());
  const ResultStep step = step_of_result(code.data());
  return {step.effect, step.next == nullptr ? 0 : step.next - code.data()};
}

void expect(std::initializer_list<std::uint8_t> instruction, ResultEffect effect) {
  const Seen seen = see(instruction);
  EXPECT_EQ(seen.effect, effect) << std::hex << int(*instruction.begin());
  if (seen.bytes != 0) EXPECT_EQ(seen.bytes, std::ssize(instruction));
}

using enum ResultEffect;

TEST(ResultRegister, IsLookedAt) {
  expect({0x85, 0xc0}, kReads);                    // test %eax, %eax
  expect({0x89, 0x45, 0xfc}, kReads);              // mov %eax, -4(%rbp)
  expect({0x89, 0xc3}, kReads);                    // mov %eax, %ebx
  expect({0x83, 0xf8, 0x01}, kReads);              // cmp $1, %eax
  expect({0x3d, 0x58, 0x02, 0x00, 0x00}, kReads);  // cmp $600, %eax
  expect({0x0f, 0xb6, 0xc0}, kReads);              // movzbl %al, %eax
  expect({0x48, 0x8b, 0x04, 0xc3}, kReads);        // mov (%rbx,%rax,8), %rax
  expect({0x50}, kReads);                          // push %rax
  expect({0x0f, 0x44, 0xc1}, kReads);              // cmove %ecx, %eax
  expect({0xff, 0xe0}, kReads);                    // jmp *%rax
  expect({0xc5, 0xf9, 0x6e, 0xc0}, kReads);        // vmovd %eax, %xmm0
}

TEST(ResultRegister, IsOverwritten) {
  expect({0x31, 0xc0}, kOverwrites);                          // xor %eax, %eax
  expect({0xb8, 1, 0, 0, 0}, kOverwrites);                    // mov $1, %eax
  expect({0x48, 0xb8, 1, 0, 0, 0, 0, 0, 0, 0}, kOverwrites);  // movabs $1, %rax
  expect({0x48, 0x8d, 0x05, 1, 0, 0, 0}, kOverwrites);        // lea 1(%rip), %rax
  expect({0x8b, 0x45, 0xf8}, kOverwrites);                    // mov -8(%rbp), %eax
  expect({0xe8, 0, 0, 0, 0}, kOverwrites);                    // call
  expect({0xff, 0x15, 0, 0, 0, 0}, kOverwrites);              // call *(%rip)
  expect({0x58}, kOverwrites);                                // pop %rax
  expect({0x48, 0xc7, 0xc0, 1, 0, 0, 0}, kOverwrites);        // mov $1, %rax
}

TEST(ResultRegister, IsLeftAlone) {
  expect({0x48, 0x8b, 0x7d, 0xf0}, kNone);                          // mov -16(%rbp), %rdi
  expect({0x49, 0x89, 0xc8}, kNone);                                // mov %rcx, %r8
  expect({0x41, 0xb8, 1, 0, 0, 0}, kNone);                          // mov $1, %r8d
  expect({0x48, 0x83, 0xc4, 0x10}, kNone);                          // add $16, %rsp
  expect({0x66, 0x2e, 0x0f, 0x1f, 0x84, 0x00, 0, 0, 0, 0}, kNone);  // nopw 0(%rax,%rax)
  expect({0x48, 0xc7, 0x44, 0x24, 0x08, 1, 0, 0, 0}, kNone);        // movq $1, 8(%rsp)
  expect({0xc5, 0xf8, 0x11, 0x45, 0xd0}, kNone);                    // vmovups %xmm0, -48(%rbp)
  expect({0x62, 0xf1, 0x7c, 0x48, 0x11, 0x45, 0x01}, kNone);        // vmovups %zmm0, 64(%rbp)
  expect({0x0f, 0x57, 0xc0}, kNone);                                // xorps %xmm0, %xmm0
  expect({0x5d}, kNone);                                            // pop %rbp
  expect({0xc9}, kNone);                                            // leave
}

TEST(ResultRegister, GoesOnElsewhere) {
  std::array<std::uint8_t, 32> code{0xeb, 0x05};
  EXPECT_EQ(step_of_result(code.data()).effect, kJumps);
  EXPECT_EQ(step_of_result(code.data()).target, code.data() + 7);
  code = {0x0f, 0x84, 0x10, 0, 0, 0};
  EXPECT_EQ(step_of_result(code.data()).effect, kBranches);
  EXPECT_EQ(step_of_result(code.data()).next, code.data() + 6);
  EXPECT_EQ(step_of_result(code.data()).target, code.data() + 22);
  EXPECT_EQ(see({0xc3}).effect, kReturns);
  EXPECT_EQ(see({0x0f, 0x0b}).effect, kEnds);
}

}  // namespace
}  // namespace riffle::race
