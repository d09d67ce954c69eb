// SPDX-License-Identifier: Apache-2.0
// Where there is no memory for a finding the finding is missing; the program that is checked goes on.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>

#include "race/checker.h"

namespace {

/// Of the requests to come, the one that is refused; below 0: none.
int refused_request = -1;
bool was_refused = false;

}  // namespace

void* operator new(std::size_t bytes) {
  if (refused_request >= 0 && refused_request-- == 0) {
    was_refused = true;
    throw std::bad_alloc();
  }
  void* const memory = std::malloc(bytes);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace riffle::race {
namespace {

/// What the checker has written of one copy out of bounds, where one request was refused.
std::string told_without(int request) {
  std::FILE* const file = std::tmpfile();
  Checker checker(dup(fileno(file)), Tools{.mem = true});
  was_refused = false;
  refused_request = request;
  checker.refused_range(0x1000, 16);
  refused_request = -1;
  std::string text(4096, '\0');
  std::rewind(file);
  text.resize(std::fread(text.data(), 1, text.size(), file));
  std::fclose(file);
  return text;
}

TEST(RefusedMemoryTest, AFindingThatHasNoMemoryIsMissingAndThatIsSaid) {
  EXPECT_NE(told_without(-1), "");
  int request = 0;
  testing::internal::CaptureStderr();
  for (; request == 0 || was_refused; ++request) {
    const std::string told = told_without(request);
    if (was_refused) EXPECT_TRUE(told.empty() || told.ends_with('\n')) << told;
    if (!was_refused) EXPECT_NE(told, "");
    ASSERT_LT(request, 1000);
  }
  EXPECT_NE(testing::internal::GetCapturedStderr().find("out of memory: some findings are missing"),
            std::string::npos);
  EXPECT_GT(request, 2);
}

}  // namespace
}  // namespace riffle::race
