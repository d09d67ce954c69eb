// SPDX-License-Identifier: Apache-2.0
// Device printf. The expected texts and return values were printed by an H200.
#include "device/cpu/printf.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <string>
#include <thread>
#include <vector>

#include "test_kernel.h"

namespace riffle::device {
namespace {

/// Arguments as clang packs them for vprintf.
struct Arguments {
  std::vector<unsigned char> bytes;

  template <class T>
  void add(T value) {
    while (bytes.size() % sizeof(T) != 0) bytes.push_back(0);
    const auto* begin = reinterpret_cast<const unsigned char*>(&value);
    bytes.insert(bytes.end(), begin, begin + sizeof(T));
  }
};

struct Call {
  const char* format;
  const void* arguments;
  std::int32_t result;
};

void print(const abi::GridLaunch* launch, abi::Frame*, std::uint64_t, std::uint64_t) {
  auto& call = *argument<Call>(launch);
  call.result = runtime_table().vprintf(call.format, call.arguments);
}

template <class... Values>
std::pair<std::string, int> printed(const char* format, Values... values) {
  Arguments arguments;
  (arguments.add(values), ...);
  Call call{format, arguments.bytes.data(), -100};
  EXPECT_EQ(TestKernel(&print).launch({1}, {1}, &call), Code::kOk);
  testing::internal::CaptureStdout();
  flush_printf();
  return {testing::internal::GetCapturedStdout(), call.result};
}

using Text = std::pair<std::string, int>;

TEST(Printf, Integers) {
  EXPECT_EQ(printed("plain\n"), (Text{"plain\n", 0}));
  EXPECT_EQ(printed("%d %i %u\n", -5, 7, 4000000000u), (Text{"-5 7 4000000000\n", 3}));
  EXPECT_EQ(printed("%5d|%-5d|%05d|%+d|% d\n", 42, 42, 42, 42, 42),
            (Text{"   42|42   |00042|+42| 42\n", 5}));
  EXPECT_EQ(printed("%x %X %#x %o %#o\n", 255, 255, 255, 8, 8), (Text{"ff FF 0xff 10 010\n", 5}));
  EXPECT_EQ(printed("%lld %llu %llx\n", -1LL, ~0ULL, ~0ULL),
            (Text{"-1 18446744073709551615 ffffffffffffffff\n", 3}));
  EXPECT_EQ(printed("%ld %lu\n", -1L, ~0UL), (Text{"-1 18446744073709551615\n", 2}));
  EXPECT_EQ(printed("%hd %hhd %hu %hhu\n", 70000, 300, 70000, 300), (Text{"4464 44 4464 44\n", 4}));
}

TEST(Printf, Floats) {
  EXPECT_EQ(printed("%f %e %g %a\n", 1.5, 1.5, 1.5, 1.5),
            (Text{"1.500000 1.500000e+00 1.5 0x1.8p+0\n", 4}));
  EXPECT_EQ(printed("%F %E %G %A\n", 1.5, 1.5, 1.5, 1.5),
            (Text{"1.500000 1.500000E+00 1.5 0X1.8P+0\n", 4}));
  EXPECT_EQ(printed("%10.3f|%-10.3f|%+.2e|\n", 3.14159, 3.14159, 3.14159),
            (Text{"     3.142|3.142     |+3.14e+00|\n", 3}));
  EXPECT_EQ(printed("%f %f\n", 1.0 / 0.0, -1.0 / 0.0), (Text{"inf -inf\n", 2}));
  EXPECT_EQ(printed("%d %f %d %f\n", 1, 2.5, 3, 4.5), (Text{"1 2.500000 3 4.500000\n", 4}));
}

TEST(Printf, CharactersStringsPointers) {
  EXPECT_EQ(printed("%c|%5c|%-5c|\n", int{'a'}, int{'b'}, int{'c'}), (Text{"a|    b|c    |\n", 3}));
  const char* abc = "abc";
  EXPECT_EQ(printed("%s|%10s|%-10s|%.3s|\n", abc, abc, abc, "abcdef"),
            (Text{"abc|       abc|abc       |abc|\n", 4}));
  EXPECT_EQ(printed("%p %p\n", static_cast<void*>(nullptr), reinterpret_cast<void*>(0x1234)),
            (Text{"(nil) 0x1234\n", 2}));
  EXPECT_EQ(printed("%s\n", static_cast<const char*>(nullptr)), (Text{"(null)\n", 1}));
}

TEST(Printf, StringsAreCopiedAtTheCall) {
  char text[] = "before";
  Arguments arguments;
  arguments.add(static_cast<const char*>(text));
  char format[] = "[%s]\n";
  Call call{format, arguments.bytes.data(), 0};
  EXPECT_EQ(TestKernel(&print).launch({1}, {1}, &call), Code::kOk);
  std::strcpy(text, "after!");
  std::strcpy(format, "gone");
  testing::internal::CaptureStdout();
  flush_printf();
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "[before]\n");
}

TEST(Printf, PrecisionBoundsUnterminatedStrings) {
  const char text[3] = {'x', 'y', 'z'};
  EXPECT_EQ(printed("%.3s|\n", static_cast<const char*>(text)), (Text{"xyz|\n", 1}));
}

TEST(Printf, PercentsWidthsAndUnknownConversions) {
  EXPECT_EQ(printed("100%%\n"), (Text{"100%\n", 0}));
  EXPECT_EQ(printed("%*d|%-*d|\n", 6, 42, 6, 42), (Text{"    42|42    |\n", 4}));
  EXPECT_EQ(printed("%y %d\n", 5), (Text{"%y 5\n", 1}));
  EXPECT_EQ(printed("%zu %jd %td\n", 1L, 2L, 3L), (Text{"%zu %jd %td\n", 0}));
  EXPECT_EQ(printed("%"), (Text{"%", 0}));
  EXPECT_EQ(printed("%.*f|\n", 2, 3.14), (Text{"%.*f|\n", 0}));
}

TEST(Printf, SizesFlagsPrecisions) {
  EXPECT_EQ(printed("%hf|%lf|\n", 1.5, 2.5), (Text{"1.500000|2.500000|\n", 2}));
  EXPECT_EQ(printed("%hs|%ls|%lc|\n", "hs", "ls", int{'x'}), (Text{"hs|ls|x|\n", 3}));
  EXPECT_EQ(printed("%lld %hhx %lhd|\n", 1LL, 255), (Text{"1 ff %lhd|\n", 2}));
  EXPECT_EQ(printed("%#5.2x|%+5.1f|%#o|\n", 3, 2.0, 8), (Text{" 0x03| +2.0|010|\n", 3}));
  EXPECT_EQ(printed("%1$d|%Lf|%5%|%n|%qd|%'d|%I64d|%w|%\n"),
            (Text{"%1$d|%Lf|%5%|%n|%qd|%'d|%I64d|%w|%\n", 0}));
  EXPECT_EQ(printed("% 5d|%+05d|%-+5d|%#X|%#.3o|\n", 1, 1, 1, 255, 8),
            (Text{"    1|+0001|+1   |0XFF|010|\n", 5}));
  EXPECT_EQ(printed("%d%%%d\n", 1, 2), (Text{"1%2\n", 2}));
  EXPECT_EQ(printed("%c%c%c\n", 0, 65, 0), (Text{std::string("\0A\0\n", 4), 3}));
  EXPECT_EQ(printed("%5.3d|%-8.3x|%08.3f|\n", 5, 255, 3.14159),
            (Text{"  005|0ff     |0003.142|\n", 3}));
  EXPECT_EQ(printed("%.d|%.0d|%.f\n", 0, 0, 2.5), (Text{"||2\n", 3}));
  EXPECT_EQ(printed("%-*d|\n", -6, 42), (Text{"42    |\n", 2}));
  EXPECT_EQ(printed("%ld%c%s%d\n", 1L, int{'c'}, "s", 2), (Text{"1cs2\n", 4}));
}

TEST(Printf, LongOutputOfOneConversion) {
  EXPECT_EQ(printed("%500d|\n", 1), (Text{std::string(499, ' ') + "1|\n", 1}));
  const std::string text(5000, 'x');
  EXPECT_EQ(printed("%s\n", text.c_str()), (Text{text + "\n", 1}));
}

TEST(Printf, NullFormatIsMinusOne) { EXPECT_EQ(printed(nullptr), (Text{"", -1})); }

TEST(Printf, NothingToFlushPrintsNothing) {
  flush_printf();
  testing::internal::CaptureStdout();
  flush_printf();
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
}

TEST(Printf, FullBufferIsWrittenOut) {
  set_printf_fifo_bytes(0);
  EXPECT_EQ(printf_fifo_bytes(), 524288u);
  constexpr int kCalls = 50000;
  std::string expected;
  testing::internal::CaptureStdout();
  for (int index = 0; index < kCalls; ++index) {
    Arguments arguments;
    arguments.add(index);
    Call call{"%d\n", arguments.bytes.data(), 0};
    ASSERT_EQ(TestKernel(&print).launch({1}, {1}, &call), Code::kOk);
    ASSERT_EQ(call.result, 1);
    expected += std::to_string(index) + "\n";
  }
  flush_printf();
  EXPECT_EQ(testing::internal::GetCapturedStdout(), expected);
  set_printf_fifo_bytes(kPrintfFifoBytesDefault);
  EXPECT_EQ(printf_fifo_bytes(), kPrintfFifoBytesDefault);
}

TEST(Printf, RecordLargerThanTheBuffer) {
  set_printf_fifo_bytes(0);
  const std::string text(600000, 'x');
  EXPECT_EQ(printed("%s|\n", text.c_str()), (Text{text + "|\n", 1}));
  set_printf_fifo_bytes(kPrintfFifoBytesDefault);
}

TEST(PrintfDeathTest, OutputAppearsAtExitInOrder) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(
      {
        dup2(2, 1);
        std::printf("host,");
        Call call;
        call.format = "device";
        call.arguments = nullptr;
        TestKernel(&print).launch(Dim3(), Dim3(), &call);
        exit(0);
      },
      testing::ExitedWithCode(0), "host,device");
}

TEST(Printf, CallsOfManyThreadsStayWhole) {
  std::vector<std::thread> threads;
  std::string text;
  testing::internal::CaptureStdout();
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([thread] {
      for (int index = 0; index < 500; ++index) {
        Arguments arguments;
        arguments.add(thread);
        arguments.add(static_cast<const char*>("some text"));
        Call call{"<%d %s>\n", arguments.bytes.data(), 0};
        TestKernel(&print).launch({1}, {1}, &call);
        if (index % 50 == 0) flush_printf();
      }
    });
  }
  for (auto& thread : threads) thread.join();
  flush_printf();
  text = testing::internal::GetCapturedStdout();
  int counts[4] = {};
  for (std::size_t position = 0; position < text.size(); position = text.find('\n', position) + 1) {
    ASSERT_EQ(text[position], '<');
    ++counts[text[position + 1] - '0'];
    ASSERT_EQ(text.compare(position + 2, 11, " some text>"), 0);
  }
  for (const int count : counts) EXPECT_EQ(count, 500);
}

}  // namespace
}  // namespace riffle::device
