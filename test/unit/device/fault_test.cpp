// SPDX-License-Identifier: Apache-2.0
// Every kind of fault ends the kernel with CUDA's code, and the thread goes on to run others.
#include "device/cpu/fault.h"
#include "device/cpu/contained.h"

#include <gtest/gtest.h>
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>

#include <csetjmp>
#include <cstdio>
#include <thread>

#include "device/cpu/sanitizer.h"
#include "test_kernel.h"

namespace riffle::device {
namespace {

using abi::Frame;
using abi::GridLaunch;
using abi::Thread;

void good(const GridLaunch* launch, Frame*, std::uint64_t first, std::uint64_t end) {
  *argument<std::uint64_t>(launch) += end - first;
}

// Whatever happened before, an ordinary kernel runs on this thread, and so do fibers.
void expect_thread_still_works() {
  std::uint64_t blocks = 0;
  EXPECT_EQ(TestKernel(&good).launch({7}, {32}, &blocks), Code::kOk);
  EXPECT_EQ(blocks, 7u);
  int count = 0;
  constexpr auto body = [](const Thread* thread) {
    syncthreads(thread);
    ++*argument<int>(thread);
  };
  EXPECT_EQ(TestKernel(&run_as_fibers<+body>).launch({1}, {100}, &count), Code::kOk);
  EXPECT_EQ(count, 100);
}

// Not instrumented: a sanitizer would look at the bad address first, in its own way.
using Hit = void (*)(const Frame*);

RIFFLE_UNINSTRUMENTED void store_to_null(const Frame*) {
  *reinterpret_cast<volatile int*>(std::uintptr_t{0x10}) = 1;
}
RIFFLE_UNINSTRUMENTED void load_unmapped(const Frame*) {
  (void)*reinterpret_cast<volatile int*>(std::uintptr_t{0x123456789000});
}
RIFFLE_UNINSTRUMENTED void load_non_canonical(const Frame*) {
  (void)*reinterpret_cast<volatile int*>(std::uintptr_t{0xdead000000000000});
}
RIFFLE_UNINSTRUMENTED void call_null(const Frame*) {
  void (*volatile function)() = nullptr;
  function();
}
RIFFLE_UNINSTRUMENTED void misaligned_vector(const Frame*) {
#if defined(__x86_64__)
  alignas(16) static unsigned char room[64];
  asm volatile("movaps %%xmm0, 4(%0)" ::"r"(room) : "memory");
#else
  runtime_table().fault(nullptr, abi::FaultKind::kMisaligned);
#endif
}
RIFFLE_UNINSTRUMENTED void illegal_instruction(const Frame*) { __builtin_trap(); }
void trap_call(const Frame* frame) { runtime_table().fault(frame, abi::FaultKind::kTrap); }
RIFFLE_UNINSTRUMENTED void divide(const Frame*) {
#if defined(__x86_64__)
  asm volatile("xor %%ecx, %%ecx\n mov $1, %%eax\n cdq\n idiv %%ecx" ::: "eax", "ecx", "edx");
#else
  trap_call(nullptr);
#endif
}
[[gnu::noinline]] int recurse(volatile int* depth) {
  volatile int room[64];
  room[*depth & 63] = 1;
  *depth = *depth + 1;
  if (*depth < 0) return 0;
  return recurse(depth) + room[0];
}
void overflow_stack(const Frame*) {
  volatile int depth = 0;
  recurse(&depth);
}
[[gnu::noinline]] int print_and_recurse(volatile int* depth) {
  const int value = *depth;
  runtime_table().vprintf("", &value);
  *depth = *depth + 1;
  if (*depth < 0) return 0;
  return print_and_recurse(depth) + 1;
}
void overflow_in_printf(const Frame*) {
  volatile int depth = 0;
  print_and_recurse(&depth);
}
void printf_of_bad_string(const Frame*) {
  const char* bad = reinterpret_cast<const char*>(std::uintptr_t{64});
  runtime_table().vprintf("%s\n", &bad);
}
void printf_without_arguments(const Frame*) { runtime_table().vprintf("%d\n", nullptr); }
void double_free(const Frame*) {
  void* memory = runtime_table().malloc(100, abi::kMallocAlignment);
  runtime_table().free(memory);
  runtime_table().free(memory);
}
void foreign_free(const Frame*) {
  static int variable;
  runtime_table().free(&variable);
}

struct Case {
  const char* name;
  Hit hit;
  Code code;
  const char* what;
};
constexpr Case kCases[] = {
    {"null", &store_to_null, Code::kIllegalAddress, "illegal address"},
    {"unmapped", &load_unmapped, Code::kIllegalAddress, "illegal address"},
    {"non-canonical", &load_non_canonical, Code::kIllegalAddress, "illegal address"},
    {"call of null", &call_null, Code::kIllegalAddress, "illegal address"},
    {"misaligned vector", &misaligned_vector, Code::kMisalignedAddress, "misaligned address"},
    {"illegal instruction", &illegal_instruction, Code::kLaunchFailure, "trap"},
    {"trap", &trap_call, Code::kLaunchFailure, "trap"},
    {"division", &divide, Code::kLaunchFailure, nullptr},
    {"stack overflow", &overflow_stack, Code::kIllegalAddress, "stack overflow"},
    {"stack overflow in printf", &overflow_in_printf, Code::kIllegalAddress, "stack overflow"},
    {"printf of a bad string", &printf_of_bad_string, Code::kIllegalAddress, "illegal address"},
    {"printf without arguments", &printf_without_arguments, Code::kIllegalAddress,
     "illegal address"},
    {"double free", &double_free, Code::kLaunchFailure, nullptr},
    {"foreign free", &foreign_free, Code::kIllegalAddress, nullptr},
};

Hit current_hit;

void hit_in_second_block(const GridLaunch*, Frame* frame, std::uint64_t first, std::uint64_t end) {
  for (std::uint64_t block = first; block < end; ++block) {
    frame->block_index[0] = static_cast<std::uint32_t>(block);
    if (block == 1) current_hit(frame);
  }
}

void hit_in_thread_37(const Thread* thread) {
  syncthreads(thread);
  if (thread->linear == 37) current_hit(thread->frame);
  syncthreads(thread);
}

class FaultTest : public testing::TestWithParam<Case> {};

TEST_P(FaultTest, EndsTheKernelAndNothingElse) {
  const Case& test = GetParam();
  current_hit = test.hit;
  const std::uint64_t count = last_fault().count;
  EXPECT_EQ(TestKernel(&hit_in_second_block, "loops").launch({4}, {64}), test.code);
  const FaultRecord record = last_fault();
  EXPECT_EQ(record.count, count + 1);
  EXPECT_EQ(record.code, test.code);
  EXPECT_EQ(record.kernel, "loops");
  EXPECT_EQ(record.block[0], 1u);
  if (test.what != nullptr) {
    EXPECT_STREQ(record.what, test.what);
  }
  expect_thread_still_works();
}

TEST_P(FaultTest, EndsAFiberBlock) {
  const Case& test = GetParam();
  current_hit = test.hit;
  for (int repeat = 0; repeat < 3; ++repeat) {
    EXPECT_EQ(TestKernel(&run_as_fibers<&hit_in_thread_37>, "fibers").launch({2}, {10, 10}),
              test.code);
    const FaultRecord record = last_fault();
    EXPECT_TRUE(record.thread_known);
    EXPECT_EQ(record.thread[0], 7u);
    EXPECT_EQ(record.thread[1], 3u);
    if (test.what != nullptr) {
      EXPECT_STREQ(record.what, test.what);
    }
    expect_thread_still_works();
  }
}

TEST_P(FaultTest, EndsAKernelOnAnotherThread) {
  const Case& test = GetParam();
  current_hit = test.hit;
  Code code = Code::kOk;
  std::thread([&] { code = TestKernel(&hit_in_second_block).launch({4}, {64}); }).join();
  EXPECT_EQ(code, test.code);
}

INSTANTIATE_TEST_SUITE_P(All, FaultTest, testing::ValuesIn(kCases), [](const auto& info) {
  std::string name = info.param.name;
  for (char& c : name) {
    if (!isalnum(static_cast<unsigned char>(c))) c = '_';
  }
  return name;
});

TEST(FaultRecord, SaysWhereItHappened) {
  current_hit = &store_to_null;
  EXPECT_EQ(TestKernel(&run_as_fibers<&hit_in_thread_37>, "_Z3badPi").launch({1}, {64}),
            Code::kIllegalAddress);
  EXPECT_EQ(last_fault().text(),
            "kernel bad(int*): illegal address 0x10 in block (0,0,0), thread (37,0,0)");
}

Code copy_from(const void* source, std::uint64_t, std::uint64_t) noexcept {
  (void)*static_cast<const volatile char*>(source);
  return Code::kOk;
}

TEST(Fault, EndsAContainedCopy) {
  const std::uint64_t count = last_fault().count;
  EXPECT_EQ(run_contained(&copy_from, "x", 0, 1), Code::kOk);
  EXPECT_EQ(last_fault().count, count);
  EXPECT_EQ(contained<&copy_from>(reinterpret_cast<const void*>(std::uintptr_t{64}), 0, 1),
            Code::kIllegalAddress);
  EXPECT_EQ(last_fault().count, count + 1);
  EXPECT_EQ(last_fault().text(), "copy or fill: illegal address 0x40");
  EXPECT_EQ(run_contained(&copy_from, "x", 0, 1), Code::kOk) << "the thread goes on";
}

TEST(Fault, WorksOnAThreadWithASmallStack) {
  current_hit = &overflow_stack;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 64 * 1024);
  pthread_t thread;
  Code code = Code::kOk;
  ASSERT_EQ(pthread_create(
                &thread, &attributes,
                [](void* out) -> void* {
                  *static_cast<Code*>(out) = TestKernel(&hit_in_second_block).launch({4}, {64});
                  return nullptr;
                },
                &code),
            0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
  EXPECT_EQ(code, Code::kIllegalAddress);
}

TEST(Assertion, PrintsCudasText) {
  constexpr auto body = [](const Thread* thread) {
    if (thread->linear != 5) return;
    runtime_table().assert_fail(thread, "a < b", "file.cu", 42, "void k(int)");
    runtime_table().fault(nullptr, abi::FaultKind::kAssert);
  };
  testing::internal::CaptureStderr();
  EXPECT_EQ(TestKernel(&run_as_fibers<+body>).launch({1}, {4, 2}), Code::kAssert);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "file.cu:42: void k(int): block: [0,0,0], thread: [1,1,0] Assertion `a < b` failed.\n");
  expect_thread_still_works();
}

// ---- The program's own handlers ----

sigjmp_buf program_jump;
volatile sig_atomic_t program_handler_calls;

void program_handler(int) {
  program_handler_calls = program_handler_calls + 1;
  siglongjmp(program_jump, 1);
}

int fault_in_host_code() {
  program_handler_calls = 0;
  if (sigsetjmp(program_jump, 1) == 0) store_to_null(nullptr);
  return program_handler_calls;
}

TEST(FaultDeathTest, ProgramsHandlerInstalledBeforeSeesHostFaults) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(
      {
        signal(SIGSEGV, &program_handler);
        current_hit = &store_to_null;
        if (TestKernel(&hit_in_second_block).launch({4}, {64}) != Code::kIllegalAddress) exit(1);
        if (program_handler_calls != 0) exit(2);
        if (fault_in_host_code() != 1 || fault_in_host_code() != 1) exit(3);
        if (TestKernel(&hit_in_second_block).launch({4}, {64}) != Code::kIllegalAddress) exit(4);
        exit(0);
      },
      testing::ExitedWithCode(0), "");
}

TEST(FaultDeathTest, ProgramsHandlerInstalledLaterIsPutBehindOurs) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(
      {
        std::uint64_t blocks = 0;
        TestKernel(&good).launch({1}, {1}, &blocks);
        signal(SIGSEGV, &program_handler);
        install_fault_handlers();
        current_hit = &store_to_null;
        if (TestKernel(&hit_in_second_block).launch({4}, {64}) != Code::kIllegalAddress) exit(1);
        if (fault_in_host_code() != 1 || fault_in_host_code() != 1) exit(3);
        exit(0);
      },
      testing::ExitedWithCode(0), "");
}

struct sigaction found_by_program;
void passing_on_handler(int signal, siginfo_t* info, void* context) {
  if ((found_by_program.sa_flags & SA_SIGINFO) != 0) {
    found_by_program.sa_sigaction(signal, info, context);
  } else {
    _exit(9);
  }
}

TEST(FaultDeathTest, HandlerThatPassesOnToOursDoesNotLoop) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_DEATH(
      {
        signal(SIGSEGV, SIG_DFL);
        std::uint64_t blocks = 0;
        TestKernel(&good).launch({1}, {1}, &blocks);
        struct sigaction action{};
        action.sa_sigaction = &passing_on_handler;
        action.sa_flags = SA_SIGINFO;
        sigaction(SIGSEGV, &action, &found_by_program);
        install_fault_handlers();
        store_to_null(nullptr);
      },
      "");
}

TEST(FaultDeathTest, HostFaultWithoutAHandlerStillKills) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_DEATH(
      {
        std::uint64_t blocks = 0;
        TestKernel(&good).launch({1}, {1}, &blocks);
        store_to_null(nullptr);
      },
      "");
}

}  // namespace
}  // namespace riffle::device
