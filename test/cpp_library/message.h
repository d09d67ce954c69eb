// SPDX-License-Identifier: Apache-2.0
// What the library throws, as tests look at it.
#pragma once

#include <riffle/error.h>

#include <cstdlib>
#include <source_location>
#include <string>

#include <gtest/gtest.h>

namespace library_test {

/// The message of the riffle::Error that `f` throws, after a look at its code; "" when it throws none.
template <typename F>
std::string message_of(F&& f, CUresult code,
                       std::source_location where = std::source_location::current()) {
  try {
    f();
  } catch (const riffle::Error& error) {
    EXPECT_EQ(error.code(), code) << error.what();
    // Tests write the call where they ask for its message.
    EXPECT_STREQ(error.where().file_name(), where.file_name()) << error.what();
    EXPECT_LE(error.where().line(), where.line() + 2) << error.what();
    EXPECT_GE(error.where().line() + 2, where.line()) << error.what();
    return error.what();
  }
  ADD_FAILURE_AT(where.file_name(), static_cast<int>(where.line())) << "nothing was thrown";
  return "";
}

inline bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace library_test

#define EXPECT_HAS(text, part) EXPECT_PRED2(library_test::has, text, part)

/// In a process of its own: with NVIDIA's driver a fault ends all contexts of its process.
#define EXPECT_ALONE(...)                                  \
  do {                                                     \
    GTEST_FLAG_SET(death_test_style, "threadsafe");        \
    EXPECT_EXIT(                                           \
        {                                                  \
          __VA_ARGS__;                                     \
          std::_Exit(testing::Test::HasFailure() ? 1 : 0); \
        },                                                 \
        testing::ExitedWithCode(0), "");                   \
  } while (false)
